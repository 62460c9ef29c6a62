#pragma once
#include "kit/property.h"
#include "trace/run_trace.h"

#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// Whether a second variant is shown, and how.
enum class Compare { off, side_by_side, difference };
inline constexpr std::array all_compares{Compare::off, Compare::side_by_side, Compare::difference};
std::string_view to_string(Compare compare);

/// The masks that come with the program.
inline constexpr std::array<std::string_view, 3> mask_names{"hand", "bunny", "finger"};

/// What can be set in the scene of a compacted picture.
struct ImageSettings {
    static constexpr int least_cap = 128, most_cap = 65'536; ///< two snapshots of 2^24 elements

    std::string image = "hand"; ///< one of mask_names, or a path
    raster::Algorithm algorithm = raster::Algorithm::bt, b_algorithm = raster::Algorithm::jj;
    int block = 256, b_block = 256;
    raster::PrefixSumMethod prefix_sum = raster::PrefixSumMethod::automatic;
    raster::RunLengthMethod run_lengths = raster::RunLengthMethod::automatic;
    raster::Payload payload = raster::Payload::index;
    raster::Discriminator discriminator{};
    Compare compare = Compare::off;
    bool flip = false, grid = false;
    int pass = 0;               ///< the step that is shown, counted from 0
    std::optional<double> zoom; ///< pixels an element; none: all of it
    glm::dvec2 centre{0.5, 0.5};
    int cap = 256; ///< MiB

    raster::CompactionOptions options(bool b) const;
    /// Whether a second variant has to run.
    bool needs_b() const { return compare != Compare::off || flip; }
};

std::vector<Property> properties_of(ImageSettings& settings);
/// As Scene::settings() and Scene::set(). Errors: usage, naming the key, the value and what it takes; nothing
/// has changed then.
std::vector<Setting> settings_of(ImageSettings settings);
void set(ImageSettings& settings, std::string_view key, std::string_view value);

} // namespace scanline::view
