#include "comparisons.h"

#include "fuzz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <chrono>

namespace scanline::fuzz {

namespace {

class Comparisons : public Kind {
public:
    void run(Random& random, const std::filesystem::path& folder) override {
        constexpr std::array subjects{compare_sort, compare_scan, compare_compaction, compare_kdtree,
                                      compare_skyline};
        pick(random, subjects)(random, folder);
    }
};

} // namespace

std::string line_of(const test::Arguments& arguments) {
    return fmt::format("scanline {}", fmt::join(arguments, " "));
}

test::Outcome run_in(const std::filesystem::path& folder, const test::Arguments& arguments) {
    test::Setting setting = test::without_opengl();
    setting.folder = folder;
    setting.timeout = std::chrono::seconds(120);
    return test::run(arguments, setting);
}

void run_well_in(const std::filesystem::path& folder, const test::Arguments& arguments) {
    const test::Outcome outcome = run_in(folder, arguments);
    require(outcome.exit_code == 0 && outcome.err.empty(),
            fmt::format("{}: exit code {}, {}", line_of(arguments), outcome.exit_code, outcome.err));
}

std::unique_ptr<Kind> make_comparisons() {
    return std::make_unique<Comparisons>();
}

} // namespace scanline::fuzz
