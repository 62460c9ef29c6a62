#include "model_files.h"

#include "scanline/cpu/scan.h"

#include "support/environment_variable.h"

#include <fmt/format.h>

// The model file of auto for CPU scans.

namespace scanline::tune::scan_model_file_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using cpu::ScanModel;
using cpu::ScanStep;
using nlohmann::ordered_json;

namespace {

using File = ModelFile<ScanModelKind>;

void refuse(const std::string& part, const std::function<void(ordered_json&)>& change) {
    test::refuse<ScanModelKind>(part, change);
}
ScanModel accepted(const std::function<void(ordered_json&)>& change) {
    return test::accepted<ScanModelKind>(change);
}

// Checks that scans can be made from the steps.
void check_usable(const std::vector<ScanStep>& steps) {
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.front().from_bytes == 0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        CHECK((i == 0 || steps[i].from_bytes > steps[i - 1].from_bytes));
        const cpu::ScanChoice& choice = steps[i].choice;
        const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(choice.algorithm);
        CHECK(choice.threads >= 1);
        CHECK(choice.threads <= (algorithm.multithreaded() ? 1024 : 1));
        CHECK((!choice.partition_bytes || (algorithm.partitioned && *choice.partition_bytes >= 8)));
    }
}

} // namespace

TEST_CASE("A model of every algorithm, with all the threads that it takes, is loaded as it was") {
    ScanModel model;
    for (const cpu::ScanAlgorithm& algorithm : cpu::scan_algorithms()) {
        cpu::ScanChoice choice{std::string(algorithm.name), algorithm.multithreaded() ? 1024 : 1};
        if (algorithm.partitioned)
            choice.partition_bytes = 4096;
        model.in_place.push_back({static_cast<std::int64_t>(model.in_place.size()), choice});
        choice.partition_bytes.reset();
        model.apart.push_back({static_cast<std::int64_t>(100 * model.apart.size()), choice});
    }
    const File file;
    file.save(model);
    CHECK(file.load().model == model);
}

TEST_CASE("A model of fewer usable processors is not trusted") {
    const File file;
    file.save();
    Environment fewer = ScanModelKind::environment();
    fewer.processor = "A CPU (rev 2), 4 usable, AVX2, L1 32 KiB, L2 512 KiB";
    CHECK_FALSE(file.load(fewer).model);
}

TEST_CASE("Every member of a step is needed, and of its type") {
    for (const std::string place : {"in_place", "apart"}) {
        for (const std::string name : {"from_bytes", "algorithm", "threads", "partition_bytes"}) {
            const std::string where = place + "[1]." + name;
            if (name != "partition_bytes")
                refuse(where, [&](ordered_json& json) { json[place][1].erase(name); });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = true; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = nullptr; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = ordered_json::array(); });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = -1; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = 1.5; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = 1e300; });
        }
        refuse(place + "[1]", [&](ordered_json& json) { json[place][1] = 1; });
        refuse(place + "[0]", [&](ordered_json& json) { json[place][0] = ordered_json::array(); });
    }
}

TEST_CASE("A partition is not needed, and is of the least size that every type fills") {
    ScanModel expected = ScanModelKind::example();
    expected.in_place[1].choice.partition_bytes.reset();
    CHECK(accepted([](ordered_json& json) { json["in_place"][1].erase("partition_bytes"); }) == expected);
    expected.in_place[1].choice.partition_bytes = 8;
    CHECK(accepted([](ordered_json& json) { json["in_place"][1]["partition_bytes"] = 8; }) == expected);
    for (const int bytes : {0, 1, 4, 7})
        refuse("in_place[1].partition_bytes is",
               [bytes](ordered_json& json) { json["in_place"][1]["partition_bytes"] = bytes; });
}

TEST_CASE("Choices of scans that do not exist are refused") {
    const auto choose = [](const ordered_json& algorithm, const ordered_json& threads) {
        return [=](ordered_json& json) {
            json["in_place"][0]["algorithm"] = algorithm;
            json["in_place"][0]["threads"] = threads;
        };
    };
    for (const char* name : {"quicksort", "", "auto", "SIMD", "simd "})
        refuse("in_place[0].algorithm", choose(name, 1));
    refuse("in_place[0].threads is 2, which simd does not take", choose("simd", 2));
    refuse("in_place[0].threads is 0, which simd does not take", choose("simd", 0));
    refuse("in_place[0].threads is 0, which simd1 does not take", choose("simd1", 0));
    refuse("in_place[0].threads", choose("simd1", 1025));
    CHECK(accepted(choose("simd1", 1024)).in_place[0].choice == cpu::ScanChoice{"simd1", 1024});
    refuse("in_place[0].partition_bytes is 4096, which lookahead does not take",
           [](ordered_json& json) { json["in_place"][0]["partition_bytes"] = 4096; });
}

TEST_CASE("A dilation is not needed, and is a part that an algorithm of several threads takes") {
    const auto choose = [](const char* algorithm, const ordered_json& dilation) {
        return [=](ordered_json& json) {
            json["in_place"][0] = {{"from_bytes", 0}, {"algorithm", algorithm}, {"threads", 1}};
            json["in_place"][0]["dilation"] = dilation;
        };
    };
    for (const double dilation : {0.0, 0.8, 1.0})
        CHECK(accepted(choose("simd2", dilation)).in_place[0].choice ==
              cpu::ScanChoice{"simd2", 1, std::nullopt, dilation});
    for (const double dilation : {-0.1, 1.5, 1e300})
        refuse("in_place[0].dilation is", choose("simd2", dilation));
    for (const ordered_json& wrong : {ordered_json("0.5"), ordered_json(true), ordered_json(nullptr)})
        refuse("in_place[0].dilation", choose("simd2", wrong));
    refuse("in_place[0].dilation is 0.5, which simd does not take", choose("simd", 0.5));
    // Saving a loaded model gives the same file.
    ScanModel model = ScanModelKind::example();
    model.apart = {{0, {"lookahead2-p", 2, 4096, 0.8}}};
    const File file;
    file.save(model);
    CHECK(file.load().model == model);
}

TEST_CASE("Steps that do not ascend from 0 are refused") {
    for (const char* place : {"in_place", "apart"}) {
        const auto from = [&](std::size_t index, std::uint64_t bytes) {
            refuse(fmt::format("{}[{}].from_bytes does not ascend from 0", place, index),
                   [&](ordered_json& json) { json[place][index]["from_bytes"] = bytes; });
        };
        from(0, 1);
        from(1, 0);
    }
    refuse("in_place[2].from_bytes does not ascend",
           [](ordered_json& json) { json["in_place"][2]["from_bytes"] = 100'000; });
    refuse("in_place[2].from_bytes does not ascend",
           [](ordered_json& json) { json["in_place"][2]["from_bytes"] = 99'999; });
    CHECK(accepted([](ordered_json& json) { json["in_place"][2]["from_bytes"] = 100'001; })
              .in_place[2]
              .from_bytes == 100'001);
}

TEST_CASE("A model without steps, or with too many, is refused") {
    const auto steps = [](std::size_t count) {
        return [count](ordered_json& json) {
            ordered_json list = ordered_json::array();
            for (std::size_t i = 0; i < count; ++i)
                list.push_back({{"from_bytes", i}, {"algorithm", "simd"}, {"threads", 1}});
            json["apart"] = list;
        };
    };
    refuse("apart has 0 steps", steps(0));
    refuse("apart has 65 steps", steps(65));
    CHECK(accepted(steps(64)).apart.size() == 64);
}

TEST_CASE("No damage of a few bytes crashes, or gives a model that no scans can be made of") {
    check_damage<ScanModelKind>([](const ScanModel& model) {
        check_usable(model.in_place);
        check_usable(model.apart);
    });
}

TEST_CASE("Without a cache folder the stored model of scans is missing") {
    const scanline::test::EnvironmentVariable home("HOME", ""), cache("XDG_CACHE_HOME", "");
    const auto loaded = load_stored_model<ScanModel>(ScanModelKind::environment());
    CHECK_FALSE(loaded.model);
    CHECK(loaded.missing);
    CHECK_THAT(loaded.reason, ContainsSubstring("HOME") && ContainsSubstring("XDG_CACHE_HOME"));
}

} // namespace scanline::tune::scan_model_file_test
