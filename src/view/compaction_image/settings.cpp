#include "compaction_image/model.h"

#include "scanline/core/number.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::view {

namespace {

constexpr std::array all_payloads{raster::Payload::index, raster::Payload::value};
constexpr double largest_threshold = 3e38; // of a float

} // namespace

std::string_view to_string(Compare compare) {
    switch (compare) {
    case Compare::off: return "off";
    case Compare::side_by_side: return "side-by-side";
    case Compare::difference: return "difference";
    }
    return "";
}

raster::CompactionOptions ImageSettings::options(bool b, const ValueImage& source) const {
    return {.algorithm = b ? b_algorithm : algorithm,
            .prefix_sum = prefix_sum,
            .run_lengths = run_lengths,
            .discriminator = discriminator(source),
            .payload = payload};
}

std::vector<Property> properties_of(ImageSettings& settings) {
    using systems::CompactionEntry;
    const auto algorithm = [](std::string key, std::string label, raster::Algorithm& one) {
        const CompactionEntry& entry = systems::entry(one);
        return choice_row(std::move(key), std::move(label), one, enumerators<raster::Algorithm>,
                          fmt::format("{}: {}", entry.title, entry.idea),
                          list_of_names(enumerators<raster::Algorithm>, [](raster::Algorithm each) {
                              return fmt::format("{} ({})", systems::entry(each).title, to_string(each));
                          }));
    };
    const auto block = [](std::string key, std::string label, int& size, const raster::Algorithm& of) {
        return block_row(std::move(key), std::move(label), size, {raster::min_block, raster::max_block},
                         "Elements of a block: each is compacted on its own, then all are joined.")
            .when([&of] { return raster::is_blockwise(of); });
    };
    const auto one_takes = [&settings](bool CompactionEntry::*of) {
        return [&settings, of] {
            return systems::entry(settings.algorithm).*of ||
                   (settings.needs_b() && systems::entry(settings.b_algorithm).*of);
        };
    };
    const bool two = settings.needs_b();
    return {
        file_row("image", "Image", settings.image, {mask_names.begin(), mask_names.end()},
                 "The masks of the paper. Files are opened with Ctrl+O or dropped on the window: PNG, JPG, "
                 "BMP, TGA, PGM, PPM, and NPY arrays of two dimensions."),
        algorithm("algorithm", two ? "A" : "Algorithm", settings.algorithm),
        block("block", two ? "Block of A" : "Block", settings.block, settings.algorithm),
        algorithm("b-algorithm", "B", settings.b_algorithm),
        block("b-block", "Block of B", settings.b_block, settings.b_algorithm),
        choice_row("compare", "Compare", settings.compare, all_compares,
                   "A second variant beside the first, with the pass that corresponds, or what differs. Hold "
                   "B to see it in the first one's place."),
        toggle_row("flip", "Flip", settings.flip, "Shows B in place of A."),
        {.key = "threshold",
         .label = "Threshold",
         .tooltip = "The least value that is valid; auto: half of a picture's largest, and 1 for an array.",
         .text = [&settings] { return settings.threshold ? fmt::format("{}", *settings.threshold) : "auto"; },
         .set =
             [&settings](std::string_view value) {
                 if (value == "auto")
                     settings.threshold.reset();
                 else
                     settings.threshold = static_cast<float>(
                         parse_number<double>("threshold", value, {-largest_threshold, largest_threshold}));
             }},
        toggle_row("negate", "Negate", settings.negate, "Valid are the values below the threshold."),
        choice_row(
            "prefix-sum", "Prefix sums", settings.prefix_sum, enumerators<raster::PrefixSumMethod>,
            "Hillis and Steele's recursive doubling, Blelloch's balanced tree, or what suits the block.")
            .when(one_takes(&CompactionEntry::prefix_sums)),
        choice_row("run-lengths", "Run lengths", settings.run_lengths, enumerators<raster::RunLengthMethod>,
                   "How the lengths of invalid runs are computed.")
            .when(one_takes(&CompactionEntry::run_lengths)),
        choice_row("payload", "Survivors carry", settings.payload, all_payloads,
                   "What the result shows of a survivor: where it came from, or its value."),
        number_row("pass", "Pass", settings.pass, {0, std::numeric_limits<int>::max()},
                   "The step that is shown: 0 is the bare input."),
        number_row("pinned", "Pinned", settings.pinned, {-1, static_cast<int>(raster::max_stream_size) - 1},
                   "The pinned element, counted row by row; -1 for none."),
        toggle_row("grid", "Block grid", settings.grid, "Shows where blocks begin (G)."),
        {.key = "zoom",
         .tooltip = "Pixels for an element.",
         .text = [&settings] { return settings.zoom ? fmt::format("{}", *settings.zoom) : "fit"; },
         .set =
             [&settings](std::string_view value) {
                 if (value == "fit")
                     settings.zoom.reset();
                 else
                     settings.zoom = parse_number<double>(
                         "zoom", value, {PaneView::smallest_scale, PaneView::largest_scale});
             }},
        real_row("center-x", "Center x", settings.centre.x, {0, 1},
                 "What is in the middle of the panes, from the left edge to the right."),
        real_row("center-y", "Center y", settings.centre.y, {0, 1}, "The same from the top to the bottom."),
        number_row("cap", "Cap (MiB)", settings.cap,
                   {ImageSettings::least_cap, ImageSettings::most_cap, 4096},
                   "The memory for snapshots. Larger numbers can be set on the command line."),
    };
}

} // namespace scanline::view
