#include "bench_files.h"

#include "scanline/bench/report.h"
#include "scanline/data/atomic_file.h"

namespace scanline::cli {

std::vector<std::string> report_names(const std::string& experiment) {
    return {experiment + ".csv", experiment + ".json", experiment + ".md"};
}

void write_bench_files(const std::filesystem::path& folder, const bench::Results& results,
                       const std::vector<bench::Figure>& figures, const std::string& text) {
    const auto write = [&folder](const std::string& name, const std::string& content) {
        data::write_file(folder / name, content);
    };
    const std::vector<std::string> names = report_names(results.experiment);
    write(names[0], report_csv(results));
    write(names[1], report_json(results));
    write(names[2], text);
    for (const bench::Figure& figure : figures)
        write(figure.stem + ".svg",
              std::visit([](const auto& chart) { return chart::svg(chart); }, figure.chart));
}

} // namespace scanline::cli
