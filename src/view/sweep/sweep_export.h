#pragma once
#include "chart/chart_choices.h"

#include "scanline/data/image.h"
#include "scanline/view/look.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace scanline::view {

class GuiRenderer;

enum class ExportFormat { csv, json, svg, png };
inline constexpr std::array all_export_formats{ExportFormat::csv, ExportFormat::json, ExportFormat::svg,
                                               ExportFormat::png};
std::string_view to_string(ExportFormat format); ///< "csv"
std::string_view title_of(ExportFormat format);  ///< "CSV"

/// The results as `scanline bench` writes them, into FOLDER/NAME.csv or .json, whole or not at all; the
/// folder is made where it is missing. Returns the path. Errors (failure): the folder cannot be made, the
/// file not be written.
std::filesystem::path export_csv(const std::filesystem::path& folder, const bench::Results& results);
std::filesystem::path export_json(const std::filesystem::path& folder, const bench::Results& results);

/// A figure as it is seen, by the same rules, into FOLDER/STEM.svg.
std::filesystem::path export_svg(const std::filesystem::path& folder, const bench::Figure& figure,
                                 const ChartChoices& choices);

/// ... into FOLDER/STEM.png: black on white in whatever theme, in the typeface of the interface. Not between
/// ImGui::NewFrame() and Render().
std::filesystem::path export_png(const std::filesystem::path& folder, const bench::Figure& figure,
                                 const ChartChoices& choices, GuiRenderer& renderer, const Look& look);

} // namespace scanline::view
