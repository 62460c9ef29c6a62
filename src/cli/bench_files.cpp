#include "bench_files.h"

#include "scanline/bench/report.h"
#include "scanline/data/atomic_file.h"

namespace scanline::cli {

void write_bench_files(const std::filesystem::path& folder, const bench::Results& results,
                       const std::vector<bench::Figure>& figures, const std::string& text) {
    const auto write = [&folder](const std::string& name, const std::string& content) {
        data::write_file(folder / name, content);
    };
    write(results.experiment + ".csv", report_csv(results));
    write(results.experiment + ".json", report_json(results));
    write(results.experiment + ".md", text);
    for (const bench::Figure& figure : figures)
        write(figure.stem + ".svg",
              std::visit([](const auto& chart) { return bench::svg(chart); }, figure.chart));
}

} // namespace scanline::cli
