// Reports of scanline bench, as compare reads them.
#include "scanline/bench/report.h"
#include "bench/example_results.h"
#include "scanline/bench/compare.h"
#include "target.h"

namespace scanline::fuzz {

const Target report_target{
    "report",
    [](Bytes bytes, Folder folder) {
        const auto read = [&](Bytes from) { return bench::read_results(file_of(from, folder, "read.json")); };
        const auto write = [](const bench::Results& results) {
            (void)report_csv(results);
            (void)report_markdown(results);
            for (const bench::ComparedRow& row : bench::compare({results}, {results}, 0.05))
                require(row.ratio == 1 && row.verdict == bench::Verdict::same,
                        "a report differs from itself");
            return report_json(results);
        };
        require_round_trip(bytes, read, write);
    },
    [] { return std::vector{report_json(bench::example_results())}; }};

} // namespace scanline::fuzz
