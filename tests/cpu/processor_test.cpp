#include "affinity.h"
#include "scanline/cpu/processor.h"
#include "scanline/cpu/scan.h"

#include <catch2/catch_all.hpp>

#include <fstream>

namespace processor_test {

using namespace scanline::cpu;
using Catch::Matchers::StartsWith;

namespace {

constexpr std::int64_t kibi = 1024;

const Processor example{.name = "Intel(R) Xeon(R) Processor",
                        .usable = 2,
                        .registers = "AVX3",
                        .first_level_bytes = 48 * kibi,
                        .second_level_bytes = 2048 * kibi,
                        .third_level_bytes = 266'240 * kibi};

// As reported by Linux on x86; empty elsewhere.
std::string model_name() {
    std::ifstream list("/proc/cpuinfo");
    for (std::string line; std::getline(list, line);) {
        if (line.starts_with("model name\t: "))
            return line.substr(std::string("model name\t: ").size());
    }
    return {};
}

} // namespace

TEST_CASE("The line of a processor has all of it") {
    CHECK(describe(example) ==
          "Intel(R) Xeon(R) Processor, 2 usable, AVX3, L1 48 KiB, L2 2048 KiB, L3 266240 KiB");
}

TEST_CASE("A third level that is not told is left out of the line") {
    Processor processor = example;
    processor.third_level_bytes = 0;
    CHECK(describe(processor) == "Intel(R) Xeon(R) Processor, 2 usable, AVX3, L1 48 KiB, L2 2048 KiB");
}

TEST_CASE("This processor is what the system says of it, and the same each time") {
    const Processor processor = this_processor();
    if (const std::string name = model_name(); !name.empty())
        CHECK(processor.name == name);
    CHECK_FALSE(processor.name.empty());
    CHECK(processor.usable == usable_processors());
    CHECK(processor.registers == simd_target());
    CHECK(processor.first_level_bytes >= 4 * kibi);
    CHECK(processor.second_level_bytes >= processor.first_level_bytes);
    CHECK(processor.third_level_bytes >= 0);
    CHECK(describe(this_processor()) == describe(processor));
    CHECK_THAT(describe(processor), StartsWith(processor.name + ", "));
    CHECK(describe(processor).find('\n') == std::string::npos);
}

TEST_CASE("Where one processor alone may be used, one is usable") {
    const std::vector<int> processors = usable_processor_numbers();
    REQUIRE_FALSE(processors.empty());
    int usable = 0;
    {
        const Pin pin(processors.back());
        usable = this_processor().usable;
    }
    CHECK(usable == 1);
    CHECK(this_processor().usable == static_cast<int>(processors.size()));
}

} // namespace processor_test
