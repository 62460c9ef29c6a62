#include "scenes/sweep/export.h"

#include "kit/chart_canvas.h"
#include "kit/gui_renderer.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <system_error>

namespace scanline::view::sweep {

namespace {

namespace fs = std::filesystem;

/// failed: with places for the folder and the reason.
void make_folder(const fs::path& folder, fmt::format_string<std::string, std::string> failed) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw Error(fmt::format(failed, printable_path(folder), error.message()));
}

void write_csv(const fs::path& path, const ExportSource& source) {
    data::write_file(path, bench::report_csv(source.results));
}

void write_json(const fs::path& path, const ExportSource& source) {
    data::write_file(path, bench::report_json(source.results));
}

void write_svg(const fs::path& path, const ExportSource& source) {
    const bench::Chart& chart = source.figure->chart;
    const chart::ChartOptions options = options_of(chart, source.choices);
    data::write_file(path, std::visit([&](const auto& kind) { return chart::svg(kind, options); }, chart));
}

void write_png(const fs::path& path, const ExportSource& source) {
    Palette palette = palette_of(Theme::light);
    palette.background = IM_COL32_WHITE;
    const auto draw_on = [&](ImDrawList& list) {
        ChartCanvas canvas(list, source.look, palette, {0, 0});
        return draw(canvas, source.figure->chart, {960, 600}, source.choices);
    };
    // The chart's size is only known once it has been drawn.
    ImDrawList trial(ImGui::GetDrawListSharedData());
    trial._ResetForNewFrame();
    trial.PushTextureID(ImGui::GetIO().Fonts->TexID);
    trial.PushClipRectFullScreen();
    const chart::ChartGeometry geometry = draw_on(trial);
    const auto pixels = [&source](double length) {
        return static_cast<int>(std::ceil(static_cast<float>(length) * source.look.scale));
    };
    data::write_png(path, source.renderer->picture(draw_on, pixels(geometry.width), pixels(geometry.height),
                                                   palette.background));
}

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

const std::array<ExportFormat, 4> export_formats{{{"csv", "CSV", false, write_csv},
                                                  {"json", "JSON", false, write_json},
                                                  {"svg", "SVG", true, write_svg},
                                                  {"png", "PNG", true, write_png}}};

fs::path export_path(const fs::path& folder, const ExportFormat& format, const ExportSource& source) {
    if (source.results.rows.empty() || (format.is_chart && !source.figure))
        throw Error("there is nothing to export yet: measure something, or open a result");
    if (format.write == write_png && !source.renderer)
        throw Error("a picture needs a window or a headless OpenGL to be drawn with: export SVG instead");
    const std::string& stem = format.is_chart ? source.figure->stem : source.results.experiment;
    return folder / fmt::format("{}.{}", stem, format.ending);
}

void export_to(const fs::path& path, const ExportFormat& format, const ExportSource& source) {
    const fs::path folder = path.parent_path();
    make_folder(folder, "the folder {} cannot be made: {}; choose another one to export to");
    format.write(path, source);
}

KeptSweep keep_sweep(const fs::path& folder, const bench::Results& results) {
    make_folder(folder, "the measurement is not kept: the folder {} cannot be made: {}");
    std::string date = results.environment.date;
    std::ranges::replace(date, ':', '-');
    fs::path path;
    std::error_code error;
    for (int number = 1; path.empty() || fs::exists(path, error); ++number)
        path = folder / fmt::format("{}-{}{}.json", date, results.experiment,
                                    number == 1 ? "" : fmt::format("~{}", number));
    data::write_file(path, bench::report_json(results));
    const std::vector<fs::path> files = sweep_files(folder);
    for (std::size_t i = max_kept_sweeps; i < files.size(); ++i)
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

} // namespace scanline::view::sweep
