#include "model_files.h"

#include <limits>

// The model file of auto for compactions.

namespace scanline::tune::auto_model_file_test {

using namespace test;
using nlohmann::ordered_json;
using raster::AutoModel;

namespace {

using File = ModelFile<AutoModelKind>;

void refuse(const std::string& part, const std::function<void(ordered_json&)>& change) {
    test::refuse<AutoModelKind>(part, change);
}

} // namespace

TEST_CASE("Every cost is loaded to the last bit") {
    const File file;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        AutoModel model = AutoModelKind::example();
        model.survey_milliseconds = random.unit();
        for (raster::CompactionCost& cost : model.costs)
            cost.per_element = random.unit() / static_cast<double>(1 + random.below(1'000'000'000));
        file.save(model);
        CHECK(file.load().model == model);
    }
}

TEST_CASE("Every member of a cost is needed, and of its type") {
    const File file;
    file.save();
    const ordered_json good = ordered_json::parse(file.text());
    for (const auto& member : good["costs"][0].items()) {
        const std::string& name = member.key();
        refuse("costs[1]." + name, [&name](ordered_json& json) { json["costs"][1].erase(name); });
        refuse("costs[1]." + name, [&name](ordered_json& json) { json["costs"][1][name] = true; });
        refuse("costs[1]." + name,
               [&name](ordered_json& json) { json["costs"][1][name] = ordered_json::array(); });
    }
    refuse("costs[0]", [](ordered_json& json) { json["costs"][0] = 1; });
}

TEST_CASE("Times that cannot have been measured are refused") {
    for (const double time : {-1.0, -1e-300, 1e7, 1e300}) {
        refuse("survey_ms", [time](ordered_json& json) { json["survey_ms"] = time; });
        for (const std::string name : {"fixed_ms", "ms_per_element", "ms_per_survivor", "ms_per_change"})
            refuse("costs[0]." + name, [&](ordered_json& json) { json["costs"][0][name] = time; });
    }
}

TEST_CASE("A model with what is no number is saved, and not trusted") {
    const File file;
    for (const double time :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        AutoModel model = AutoModelKind::example();
        model.costs[0].fixed = time;
        file.save(model);
        file.check_untrusted("costs[0].fixed_ms");
    }
}

TEST_CASE("Choices that do not exist are refused") {
    const auto choose = [](const ordered_json& algorithm, const ordered_json& block) {
        return [=](ordered_json& json) {
            json["costs"][0]["algorithm"] = algorithm;
            json["costs"][0]["block"] = block;
        };
    };
    for (const char* name : {"quicksort", "", "auto", "PACKED", "packed "})
        refuse("costs[0].algorithm", choose(name, 0));
    for (const int block : {0, 1, 3, 100, 8192, -128})
        refuse("costs[0].block", choose("bt", block));
    refuse("costs[0].block", choose("packed", 2));
    refuse("costs[0].block", choose("bt", 128.5));
    refuse("costs[0].block", choose("bt", 1e30));
}

TEST_CASE("A model without costs, or with too many, is refused") {
    refuse("it has 0 costs", [](ordered_json& json) { json["costs"] = ordered_json::array(); });
    refuse("it has 257 costs", [](ordered_json& json) {
        const ordered_json cost = json["costs"][0];
        json["costs"] = std::vector<ordered_json>(257, cost);
    });
}

TEST_CASE("No damage of a few bytes crashes, or gives a model that cannot have been measured") {
    check_damage<AutoModelKind>([](const AutoModel& model) {
        CHECK(model.costs.size() == AutoModelKind::example().costs.size());
        for (const raster::CompactionCost& cost : model.costs) {
            for (const double value : {cost.fixed, cost.per_element, cost.per_survivor, cost.per_change})
                CHECK((value >= 0 && value <= 1e6));
        }
    });
}

} // namespace scanline::tune::auto_model_file_test
