#include "compaction_image/compaction_image_settings.h"

#include "compaction_image/pane_view.h"
#include "parse_block.h"
#include "text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::view {

namespace {

constexpr std::array all_payloads{raster::Payload::value, raster::Payload::index};
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

raster::CompactionOptions ImageSettings::options(bool b) const {
    raster::CompactionOptions options;
    options.algorithm = b ? b_algorithm : algorithm;
    options.prefix_sum = prefix_sum;
    options.run_lengths = run_lengths;
    options.discriminator = discriminator;
    options.payload = payload;
    return options;
}

std::vector<Setting> settings_of(const ImageSettings& settings) {
    const auto text = [](auto value) { return std::string(to_string(value)); };
    const std::string blocks =
        fmt::format("{}, {} .. {}", raster::min_block, 2 * raster::min_block, raster::max_block);
    const std::string switches = "true, false";
    return {
        {"image", settings.image, "hand, bunny, finger or a file", "The picture or array that is compacted."},
        {"algorithm", text(settings.algorithm), names_of(raster::all_algorithms), "The algorithm of A."},
        {"block", std::to_string(settings.block), blocks,
         "Elements of a block of A, where the algorithm compacts blocks."},
        {"b-algorithm", text(settings.b_algorithm), names_of(raster::all_algorithms),
         "The algorithm of B, which A is compared with."},
        {"b-block", std::to_string(settings.b_block), blocks, "Elements of a block of B."},
        {"compare", text(settings.compare), names_of(all_compares),
         "Whether a second variant is shown, beside the first or as what differs."},
        {"flip", to_text(settings.flip), switches, "Shows B in place of A."},
        {"threshold", fmt::format("{}", settings.discriminator.threshold), "a number",
         "The least value that is valid."},
        {"negate", to_text(settings.discriminator.negate), switches,
         "Valid are the values below the threshold."},
        {"prefix-sum", text(settings.prefix_sum), names_of(raster::all_prefix_sum_methods),
         "How prefix sums are computed."},
        {"run-lengths", text(settings.run_lengths), names_of(raster::all_run_length_methods),
         "How run lengths are computed, by rlz."},
        {"payload", text(settings.payload), names_of(all_payloads),
         "What a survivor carries: its value, or where it came from."},
        {"pass", std::to_string(settings.pass), "0 .. the last", "The pass that is shown."},
        {"grid", to_text(settings.grid), switches, "Shows where blocks begin."},
        {"zoom", settings.zoom ? number_text(*settings.zoom) : "fit",
         fmt::format("fit, {} .. {}", PaneView::smallest_scale, PaneView::largest_scale),
         "Pixels for an element."},
        {"center-x", number_text(settings.centre.x), "0 .. 1",
         "What is in the middle of the panes, from the left edge to the right."},
        {"center-y", number_text(settings.centre.y), "0 .. 1", "The same from the top to the bottom."},
        {"cap", std::to_string(settings.cap),
         fmt::format("{} .. {}", ImageSettings::least_cap, ImageSettings::most_cap),
         "The memory for snapshots of passes, in MiB."},
    };
}

void set(ImageSettings& settings, std::string_view key, std::string_view value) {
    if (key == "image")
        settings.image = value;
    else if (key == "algorithm")
        settings.algorithm = parse_choice(key, value, raster::all_algorithms);
    else if (key == "block")
        settings.block = parse_block(key, value);
    else if (key == "b-algorithm")
        settings.b_algorithm = parse_choice(key, value, raster::all_algorithms);
    else if (key == "b-block")
        settings.b_block = parse_block(key, value);
    else if (key == "compare")
        settings.compare = parse_choice(key, value, all_compares);
    else if (key == "flip")
        settings.flip = parse_bool(key, value);
    else if (key == "threshold")
        settings.discriminator.threshold =
            static_cast<float>(parse_double(key, value, -largest_threshold, largest_threshold));
    else if (key == "negate")
        settings.discriminator.negate = parse_bool(key, value);
    else if (key == "prefix-sum")
        settings.prefix_sum = parse_choice(key, value, raster::all_prefix_sum_methods);
    else if (key == "run-lengths")
        settings.run_lengths = parse_choice(key, value, raster::all_run_length_methods);
    else if (key == "payload")
        settings.payload = parse_choice(key, value, all_payloads);
    else if (key == "pass")
        settings.pass = parse_int(key, value, 0, std::numeric_limits<int>::max());
    else if (key == "grid")
        settings.grid = parse_bool(key, value);
    else if (key == "zoom" && value == "fit")
        settings.zoom.reset();
    else if (key == "zoom")
        settings.zoom = parse_double(key, value, PaneView::smallest_scale, PaneView::largest_scale);
    else if (key == "center-x")
        settings.centre.x = parse_double(key, value, 0, 1);
    else if (key == "center-y")
        settings.centre.y = parse_double(key, value, 0, 1);
    else if (key == "cap")
        settings.cap = parse_int(key, value, ImageSettings::least_cap, ImageSettings::most_cap);
    else
        throw_unknown_setting("compaction-image", key, settings_of(settings));
}

} // namespace scanline::view
