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
    const bench::Figure* figure; ///< null if none is shown
    const ChartChoices& choices; ///< how the figure is shown
    const Look& look;
    GuiRenderer* renderer; ///< null if no pictures can be drawn
};

struct ExportFormat {
    std::string_view ending, title; ///< "csv", "CSV"
    bool is_chart;                  ///< writes the figure, else the rows
    void (*write)(const std::filesystem::path& path, const ExportSource& source);
};

/// Rows as `scanline bench` writes them; the chart as it is shown, as PNG black on white in either theme, in
/// the typeface of the interface.
extern const std::array<ExportFormat, 4> export_formats;

/// Writes FOLDER/EXPERIMENT.csv or .json, or FOLDER/FIGURE.svg or .png, atomically; makes the folder if it is
/// missing. Returns the path. Not between ImGui::NewFrame() and Render(). Errors: failure if there is nothing
/// to export or to draw with, or the folder or the file cannot be written.
std::filesystem::path export_to(const std::filesystem::path& folder, const ExportFormat& format,
                                const ExportSource& source);

} // namespace scanline::view
