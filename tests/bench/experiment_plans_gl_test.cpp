#include "scanline/bench/experiment.h"

#include "scanline/bench/compaction_plan.h"
#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"
#include "support/gl_test.h"
#include "support/temporary_folder.h"

#include <algorithm>

namespace scanline::bench {

namespace {

class PlanTest : public test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};

    Plan plan(std::string_view name, bool quick) {
        return make_plan(find_experiment(name), engine, {.quick = quick, .masks = SCANLINE_MASKS_DIR});
    }
};

// The variants that a block size has: the algorithms that compact by blocks, and those that know none.
std::size_t count_algorithms(bool blockwise) {
    const auto all = catalog::compaction_algorithms();
    return static_cast<std::size_t>(std::ranges::count(all, blockwise, &catalog::CompactionEntry::blockwise));
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
                                     {"table1", 18, 6},
                                     {"prefix-crossover", 12, 12},
                                     {"concatenation", 36, 18},
                                     {"scaling", 4, 3}}) {
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
            CHECK(variant.items <= 262'144);
            CHECK(variant.work);
        }
    }
}

TEST_CASE_METHOD(PlanTest,
                 "A data set of table 1 is measured in three block sizes, and once where there are none") {
    const Group group = plan("table1", true).groups.front().make();
    CHECK(group.variants.size() == 3 * count_algorithms(true) + count_algorithms(false));
    for (const Variant& variant : group.variants) {
        CHECK(variant.items == 262'144);
        CHECK(variant.axes[0] == std::pair<std::string, std::string>("image", "hand"));
    }
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
    const test::TemporaryFolder folder;
    const auto refusal = [&]() -> std::string {
        try {
            make_plan(find_experiment("table1"), engine, {.masks = folder.path()});
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing";
    };
    CHECK_THAT(refusal(), Catch::Contains((folder / "hand.png").string()) && Catch::Contains("--masks"));
    data::write_png(folder / "hand.png", data::Image(100, 50));
    CHECK_THAT(refusal(), Catch::Contains((folder / "hand.png").string()) && Catch::Contains("100 x 50") &&
                              Catch::Contains("2048 x 2048"));
}

} // namespace scanline::bench
