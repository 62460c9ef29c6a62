#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

/// The algorithms that the program must offer, independent of its own catalog.
namespace scanline::test {

struct AlgorithmFacts {
    std::string_view name, alias;
    bool keeps_order;
    bool blockwise; ///< takes --block; the others work on the whole stream
};

inline constexpr std::array algorithm_facts{
    AlgorithmFacts{"horn", "gather-search", true, true},
    AlgorithmFacts{"jj", "jumping-jack", false, true},
    AlgorithmFacts{"rlz", "run-lengths-of-zeros", true, true},
    AlgorithmFacts{"bt", "binary-tree", true, true},
    AlgorithmFacts{"horn-unblocked", "gather-search-unblocked", true, false},
    AlgorithmFacts{"histopyramid", "histogram-pyramid", false, false},
    AlgorithmFacts{"packed", "packed-bits", true, false},
    AlgorithmFacts{"auto", "automatic", true, false},
};

/// In the order of reports.
inline std::vector<std::string> algorithm_names() {
    std::vector<std::string> names;
    for (const AlgorithmFacts& facts : algorithm_facts)
        names.emplace_back(facts.name);
    return names;
}

inline const AlgorithmFacts& facts_of(std::string_view name) {
    return *std::ranges::find(algorithm_facts, name, &AlgorithmFacts::name);
}

} // namespace scanline::test
