#pragma once
#include "scanline/raster/options.h"
#include "scenes/compaction/code.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace scanline::view::compaction {

using Number = std::optional<float>;

/// What a texel does in a line.
struct LineValue {
    bool runs = true;
    Number number{};
};
using Value = LineValue (*)(const CodeTexel& at);

/// What a line shows; of a search also the fetches that run it.
enum class Does {
    silent,
    value,  ///< a number that it reads or has computed
    count,  ///< the first fetch of a search: how many elements there are to find
    begin,  ///< the two fetches after that
    levels, ///< a later fetch from the pass before, or from those before that
    flags,  ///< a later fetch from the first pass
    result, ///< what is written
};

struct PassLine {
    constexpr PassLine() = default;
    constexpr PassLine(std::string_view words, Does kind = Does::silent, Value number = nullptr)
        : text(words), does(kind), value(number) {}
    constexpr PassLine(std::string_view words, Value number) : PassLine(words, Does::value, number) {}
    constexpr PassLine(std::string_view words, std::string_view same, Does kind = Does::silent,
                       Value number = nullptr)
        : text(words), does(kind), value(number), glsl(same) {}
    constexpr PassLine(std::string_view words, std::string_view same, Value number)
        : PassLine(words, same, Does::value, number) {}

    std::string_view text{};
    Does does = Does::silent;
    Value value = nullptr;
    std::string_view glsl{}; ///< see Listing::Line
};

inline constexpr int any_step = -1;

/// The passes that some code is of.
struct When {
    std::string_view pass;
    int step = any_step;
    raster::Algorithm algorithm = raster::Algorithm::automatic; ///< automatic: any
    raster::Algorithm other = algorithm;                        ///< of this one, too
};

/// The code of a pass; the first row that applies is taken.
struct PassCode {
    When when;
    PassLine lines[9];                 ///< up to the first without text
    std::string_view shader, source{}; ///< see Listing

    std::span<const PassLine> code() const {
        return {std::begin(lines), std::ranges::find(lines, std::string_view(), &PassLine::text)};
    }
};

/// Null if there is none.
const PassCode* pass_code(const PassName& named, raster::Algorithm algorithm);

} // namespace scanline::view::compaction
