#pragma once
#include "kit/chart_choices.h"
#include "kit/look.h"
#include "scanline/bench/results.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {
class GuiRenderer;
}

namespace scanline::view::sweep {

/// The data to export.
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

/// Rows in the format of `scanline bench`; the chart as shown, as PNG black on white in either theme, in the
/// interface's typeface.
extern const std::array<ExportFormat, 4> export_formats;

/// FOLDER/EXPERIMENT.csv or .json, or FOLDER/FIGURE.svg or .png. Errors: failure if there is nothing to
/// export or no renderer.
std::filesystem::path export_path(const std::filesystem::path& folder, const ExportFormat& format,
                                  const ExportSource& source);
/// Writes a file atomically; creates a missing folder. Not between ImGui::NewFrame() and Render(). Errors:
/// failure if the folder or the file cannot be written.
void export_to(const std::filesystem::path& path, const ExportFormat& format, const ExportSource& source);

/// A sweep that was kept in a file when it ended.
struct KeptSweep {
    std::filesystem::path path;
    std::string experiment, title, date, device;
    std::size_t rows = 0;
};

/// Beyond these the oldest files go.
inline constexpr std::size_t max_kept_sweeps = 30;

/// Writes results with rows to FOLDER/DATE-EXPERIMENT.json, atomically; creates a missing folder; removes
/// the oldest files beyond max_kept_sweeps. Errors: failure if the folder or the file cannot be written.
KeptSweep keep_sweep(const std::filesystem::path& folder, const bench::Results& results);

/// The sweeps of a folder, newest first; none if it does not exist. note: receives a line for each file that
/// cannot be read, and is left out.
std::vector<KeptSweep> kept_sweeps(const std::filesystem::path& folder,
                                   const std::function<void(const std::string&)>& note);

} // namespace scanline::view::sweep
