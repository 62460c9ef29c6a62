#include "sweep/sweep_export.h"

#include "chart/chart_canvas.h"

#include "scanline/bench/report.h"
#include "scanline/chart/drawing.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/image_io.h"
#include "scanline/view/gui_renderer.h"

#include <cmath>
#include <fmt/format.h>
#include <system_error>

namespace scanline::view {

namespace {

constexpr chart::ChartSize png_size{960, 600};

std::filesystem::path file_in(const std::filesystem::path& folder, const std::string& stem,
                              ExportFormat format) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("the folder {} cannot be made: {}; choose another one to export to",
                                printable_path(folder), error.message()));
    return folder / fmt::format("{}.{}", stem, to_string(format));
}

chart::ChartGeometry draw_chart(ImDrawList& list, const Look& look, const Palette& palette,
                                const bench::Chart& chart, const ChartChoices& choices) {
    ChartCanvas canvas(list, look, palette, {0, 0});
    return std::visit(
        [&](const auto& kind) { return chart::draw(canvas, kind, png_size, options_of(chart, choices)); },
        chart);
}

// How large the chart will be, which is known when it has been drawn.
ImVec2 size_of(const Look& look, const Palette& palette, const bench::Chart& chart,
               const ChartChoices& choices) {
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    list.PushTextureID(ImGui::GetIO().Fonts->TexID);
    list.PushClipRectFullScreen();
    const chart::ChartGeometry geometry = draw_chart(list, look, palette, chart, choices);
    return {std::ceil(static_cast<float>(geometry.width) * look.scale),
            std::ceil(static_cast<float>(geometry.height) * look.scale)};
}

} // namespace

std::string_view to_string(ExportFormat format) {
    switch (format) {
    case ExportFormat::csv: return "csv";
    case ExportFormat::json: return "json";
    case ExportFormat::svg: return "svg";
    case ExportFormat::png: return "png";
    }
    return "";
}

std::string_view title_of(ExportFormat format) {
    switch (format) {
    case ExportFormat::csv: return "CSV";
    case ExportFormat::json: return "JSON";
    case ExportFormat::svg: return "SVG";
    case ExportFormat::png: return "PNG";
    }
    return "";
}

std::filesystem::path export_csv(const std::filesystem::path& folder, const bench::Results& results) {
    std::filesystem::path path = file_in(folder, results.experiment, ExportFormat::csv);
    data::write_file(path, bench::report_csv(results));
    return path;
}

std::filesystem::path export_json(const std::filesystem::path& folder, const bench::Results& results) {
    std::filesystem::path path = file_in(folder, results.experiment, ExportFormat::json);
    data::write_file(path, bench::report_json(results));
    return path;
}

std::filesystem::path export_svg(const std::filesystem::path& folder, const bench::Figure& figure,
                                 const ChartChoices& choices) {
    std::filesystem::path path = file_in(folder, figure.stem, ExportFormat::svg);
    data::write_file(
        path,
        std::visit([&](const auto& kind) { return chart::svg(kind, options_of(figure.chart, choices)); },
                   figure.chart));
    return path;
}

std::filesystem::path export_png(const std::filesystem::path& folder, const bench::Figure& figure,
                                 const ChartChoices& choices, GuiRenderer& renderer, const Look& look) {
    std::filesystem::path path = file_in(folder, figure.stem, ExportFormat::png);
    Palette palette = palette_of(Theme::light);
    palette.background = IM_COL32_WHITE;
    const ImVec2 size = size_of(look, palette, figure.chart, choices);
    const data::Image image =
        renderer.picture([&](ImDrawList& list) { draw_chart(list, look, palette, figure.chart, choices); },
                         static_cast<int>(size.x), static_cast<int>(size.y), palette.background);
    data::write_png(path, image);
    return path;
}

} // namespace scanline::view
