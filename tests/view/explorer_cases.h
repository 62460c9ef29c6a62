#pragma once
#include "scanline/core/random.h"
#include "scenes/explorer/icicle.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <fstream>

namespace scanline::view::explorer::cases {

/// The explorer of 3,000 sales, unless the settings say otherwise.
inline std::shared_ptr<const Data> explorer(const std::vector<std::pair<std::string, std::string>>& settings,
                                            const Data* before = nullptr) {
    Setup setup;
    set(setup, "count", "3000");
    for (const auto& [key, value] : settings)
        set(setup, key, value);
    return make_explorer(setup, before, [](double, const std::string&) {}, {});
}

inline std::string put(const scanline::test::TemporaryFolder& folder, const std::string& text) {
    const auto path = folder / "table.csv";
    std::ofstream(path) << text;
    return path.string();
}

/// The values of a dimension in the order shown.
inline std::vector<std::string> shown(const Data& data, int dimension) {
    std::vector<std::string> values;
    for (const std::uint32_t code : data.order[static_cast<std::size_t>(dimension)])
        values.push_back(data.value(dimension, code));
    return values;
}

inline std::vector<Selected> random_selection(const Data& data, Random& random) {
    std::vector<Selected> selected;
    for (int d = 0; d < data.dimensions(); ++d) {
        Selected& one = selected.emplace_back();
        if (random.below(2) == 0)
            continue;
        one.emplace();
        for (std::uint32_t code = 0; code < data.dimension(d).dictionary.size(); ++code)
            if (random.below(3) > 0)
                one->push_back(code);
    }
    return selected;
}

} // namespace scanline::view::explorer::cases
