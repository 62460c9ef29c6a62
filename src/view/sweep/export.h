#pragma once
#include "chart/choices.h"
#include "scanline/view/look.h"

#include <array>
#include <filesystem>
#include <string_view>

namespace scanline::view {

class GuiRenderer;

/// What there is to export.
struct ExportSource {
    const bench::Results& results;
    const bench::Figure* figure; ///< null where none is shown
    const ChartChoices& choices; ///< how it is seen
    const Look& look;
    GuiRenderer* renderer; ///< null where no pictures can be drawn
};

struct ExportFormat {
    std::string_view ending, title; ///< "csv", "CSV"
    bool is_chart;                  ///< of the figure, else of the rows
    void (*write)(const std::filesystem::path& path, const ExportSource& source);
};

/// Rows as `scanline bench` writes them; the chart as it is seen, as PNG black on white in whatever theme, in
/// the typeface of the interface.
extern const std::array<ExportFormat, 4> export_formats;

/// Writes FOLDER/EXPERIMENT.csv or .json, or FOLDER/FIGURE.svg or .png, whole or not at all; the folder is
/// made where it is missing. Returns the path. A PNG not between ImGui::NewFrame() and Render(). Errors
/// (failure): there is nothing to export or to draw with, the folder cannot be made, the file not be written.
std::filesystem::path export_to(const std::filesystem::path& folder, const ExportFormat& format,
                                const ExportSource& source);

} // namespace scanline::view
