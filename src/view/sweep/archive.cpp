#include "sweep/archive.h"

#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;

KeptSweep kept(const fs::path& path, const bench::Results& results) {
    return {path,
            results.experiment,
            results.title,
            results.environment.date,
            results.environment.device(),
            results.rows.size()};
}

/// Newest first: their names begin with the date.
std::vector<fs::path> sweep_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == ".json")
            files.push_back(entry->path());
    }
    std::ranges::sort(files, std::greater());
    return files;
}

} // namespace

KeptSweep keep_sweep(const fs::path& folder, const bench::Results& results) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("the measurement is not kept: the folder {} cannot be made: {}",
                                printable_path(folder), error.message()));
    std::string date = results.environment.date;
    std::ranges::replace(date, ':', '-');
    fs::path path;
    for (int number = 1; path.empty() || fs::exists(path, error); ++number)
        path = folder / fmt::format("{}-{}{}.json", date, results.experiment,
                                    number == 1 ? "" : fmt::format("~{}", number));
    data::write_file(path, bench::report_json(results));
    const std::vector<fs::path> files = sweep_files(folder);
    for (std::size_t i = most_kept_sweeps; i < files.size(); ++i)
        fs::remove(files[i], error);
    return kept(path, results);
}

std::vector<KeptSweep> kept_sweeps(const fs::path& folder,
                                   const std::function<void(const std::string&)>& note) {
    std::vector<KeptSweep> sweeps;
    for (const fs::path& file : sweep_files(folder)) {
        try {
            sweeps.push_back(kept(file, bench::read_results(file)));
        } catch (const Error& failed) {
            note(failed.what());
        }
    }
    return sweeps;
}

} // namespace scanline::view
