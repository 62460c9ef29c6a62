#include "scanline/bench/experiment.h"
#include "scanline/systems/sweep.h"
#include "systems/find_experiment.h"

#include "scanline/core/error.h"
#include "scanline/data/image.h"
#include "scanline/raster/auto_model.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compaction_plan.h"
#include "support/gl_test.h"
#include "support/temporary_folder.h"

#include <algorithm>

namespace scanline::systems::experiment_plans_gl_test {

namespace {

class PlanTest : public scanline::test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};

    Request request(bool quick, const std::filesystem::path& masks = SCANLINE_MASKS_DIR) {
        Request request;
        request.quick = quick;
        request.context.lend<MasksFolder>([masks] { return MasksFolder{masks}; });
        request.machine = &machine;
        return request;
    }
    Plan plan(std::string_view name, bool quick) { return make_plan(find_experiment(name), request(quick)); }
};

// The variants that a block size has: the algorithms that compact by blocks, and those that know none; not
// auto, which is one of them.
std::size_t count_algorithms(bool blockwise) {
    const auto all = systems::compaction_algorithms();
    return static_cast<std::size_t>(
        std::ranges::count_if(all, [blockwise](const systems::CompactionEntry& entry) {
            return entry.blockwise == blockwise && entry.value != raster::Algorithm::automatic;
        }));
}

double total_weight(const Plan& plan) {
    double weight = 0;
    for (const PlannedGroup& group : plan.groups)
        weight += group.weight;
    return weight;
}

} // namespace

TEST_CASE_METHOD(PlanTest, "Every experiment plans as many groups as its figure has places") {
    struct Expected {
        const char* name;
        std::size_t full, quick;
    };
    for (const Expected& expected : {Expected{"fig7", 3, 3},
                                     {"fig8", 11, 5},
                                     {"fig9", 11, 5},
                                     {"fig10", 11, 5},
                                     {"table1", 21, 7},
                                     {"prefix-crossover", 12, 12},
                                     {"concatenation", 36, 18},
                                     {"scaling", 4, 3},
                                     {"adaptions", 21, 7}}) {
        INFO(expected.name);
        const Plan full = plan(expected.name, false), quick = plan(expected.name, true);
        CHECK(full.experiment == expected.name);
        CHECK(full.title == find_experiment(expected.name).title);
        CHECK(full.roof == copy_roof);
        CHECK(full.groups.size() == expected.full);
        CHECK(quick.groups.size() == expected.quick);
        CHECK(total_weight(quick) <= total_weight(full));
    }
}

TEST_CASE_METHOD(PlanTest, "A group of a quick plan has every algorithm on fewer elements") {
    for (const char* name : {"fig7", "fig8", "fig9", "fig10", "scaling"}) {
        INFO(name);
        const Group group = plan(name, true).groups.front().make();
        CHECK(group.variants.size() == count_algorithms(true) + count_algorithms(false));
        CHECK(group.roof);
        for (const Variant& variant : group.variants) {
            CHECK(variant.skipped.empty());
            CHECK(variant.items <= 512 * 512);
            CHECK(variant.work);
        }
    }
}

TEST_CASE_METHOD(PlanTest,
                 "A data set of table 1 is measured in three block sizes, and once where there are none") {
    const Group group = plan("table1", true).groups.front().make();
    CHECK(group.variants.size() ==
          3 * count_algorithms(true) + count_algorithms(false) + enumerators<raster::Adaption>.size());
    for (const Variant& variant : group.variants) {
        CHECK(variant.items == 512 * 512);
        CHECK(variant.axes[0] == AxisValue("image", "hand"));
    }
}

TEST_CASE_METHOD(PlanTest, "Table 1 measures auto by each adaption, and only there, on the same axes") {
    const Group group = plan("table1", true).groups.front().make();
    std::vector<std::string> adaptions;
    for (const Variant& variant : group.variants) {
        REQUIRE(variant.axes.size() == 6);
        CHECK(variant.axes[5].axis == "adapt");
        CHECK((variant.axes[3].value == "auto") == (variant.axes[5].value != "-"));
        if ((variant.axes[3].value != "auto"))
            continue;
        adaptions.push_back(variant.axes[5].value.text());
        CHECK(variant.axes[4].value == "-");
        CHECK(variant.skipped.empty());
        CHECK_NOTHROW(variant.work());
    }
    CHECK(adaptions == std::vector<std::string>{"global", "regional", "temporal"});
}

TEST_CASE_METHOD(PlanTest, "The adaptions of auto take turns with packed alone") {
    std::vector<std::string> settings;
    for (const Variant& variant : plan("adaptions", true).groups.front().make().variants) {
        CHECK(variant.skipped.empty());
        CHECK_NOTHROW(variant.work());
        settings.push_back(variant.axes[3].value.text() + " " + variant.axes[5].value.text());
    }
    CHECK(settings == std::vector<std::string>{"packed -", "auto global", "auto regional", "auto temporal"});
}

TEST_CASE_METHOD(PlanTest, "Auto in table 1 goes by the costs that it is given") {
    // Nothing that auto may choose from: a model that is not asked would go unnoticed.
    const auto none = std::make_shared<const raster::AutoModel>();
    Request with = request(true);
    with.context.lend<AutoCosts>([&none] { return AutoCosts{none, "none at all"}; });
    const Plan with_none = make_plan(find_experiment("table1"), with);
    CHECK(with_none.notes == "Costs that auto goes by: none at all.\n");
    const Group group = with_none.groups.front().make();
    for (const Variant& variant : group.variants) {
        INFO(variant.axes[3].value.text());
        CHECK(variant.skipped.empty() == ((variant.axes[3].value != "auto")));
    }
}

TEST_CASE_METHOD(PlanTest, "The last data set of table 1 is half solid and half noise of a seed") {
    const Plan quick = plan("table1", true);
    CHECK(quick.groups.back().what == "mixed, 256K");
    const Group group = quick.groups.back().make(), hand = quick.groups.front().make();
    const Variant &mixed = group.variants.front(), &positive = hand.variants.front();
    CHECK(mixed.axes[0].value == "mixed");
    CHECK(mixed.axes[1].value == "false");
    CHECK(mixed.seed != 0);
    CHECK(positive.seed == 0);
    // What cannot be avoided to move tells the survivors: above what is no hand, below a twentieth.
    const data::Image mask = data::read_image(std::filesystem::path(SCANLINE_MASKS_DIR) / "hand.png");
    int solid = 0;
    for (int y = 0; y < 1024; y += 4) {
        for (int x = 0; x < 2048; x += 4)
            solid += *mask.pixel(x, y) < 128 ? 1 : 0;
    }
    const double noise = static_cast<double>(mixed.bytes) / 4 - 512 * 512 - solid;
    CHECK(noise == Catch::Approx(0.05 * 512 * 256).epsilon(0.1));
}

TEST_CASE_METHOD(PlanTest, "Groups of methods have both methods") {
    for (const char* name : {"prefix-crossover", "concatenation"}) {
        INFO(name);
        const Group group = plan(name, true).groups.front().make();
        REQUIRE(group.variants.size() == 2);
        for (const Variant& variant : group.variants)
            CHECK_NOTHROW(variant.work());
        CHECK_NOTHROW(group.roof());
    }
}

TEST_CASE_METHOD(PlanTest,
                 "Table 1 without its masks, or with one of another size, is refused with the path") {
    const scanline::test::TemporaryFolder folder;
    const auto refusal = [&]() -> std::string {
        try {
            make_plan(find_experiment("table1"), request(false, folder.path()));
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    };
    CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring((folder / "hand.png").string()) &&
                              Catch::Matchers::ContainsSubstring("--masks"));
    data::write_png(folder / "hand.png", data::Image(100, 50));
    CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring((folder / "hand.png").string()) &&
                              Catch::Matchers::ContainsSubstring("100 x 50") &&
                              Catch::Matchers::ContainsSubstring("2048 x 2048"));
}

} // namespace scanline::systems::experiment_plans_gl_test
