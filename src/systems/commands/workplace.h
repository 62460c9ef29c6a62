#pragma once
#include "program_run.h"

#include <string>
#include <string_view>

namespace scanline::systems {

inline constexpr RowAxis<std::string> command_axis{"command"};

/// A folder with the input of a command, in which the program runs.
struct Workplace {
    std::filesystem::path program;
    Clock clock;
    MemoryFolder folder{};

    /// words: of the program, with single blanks between them. ranks: as many run it under mpirun; 0:
    /// without.
    Repetition run(const std::string& words, int ranks = 0) const;
    std::vector<std::byte> file(std::string_view name) const;
    std::string text(std::string_view name) const;
    /// A table of uniform float32.
    void make_rows(std::int64_t size, int columns, std::string_view file) const;
};

using MakeInput = void (*)(const Workplace& place, std::int64_t size);

void make_keys(const Workplace& place, std::int64_t size);   ///< keys.npy, uint32
void make_points(const Workplace& place, std::int64_t size); ///< points.npy, 3 columns
void make_table(const Workplace& place, std::int64_t size);  ///< rows.npy, 8 columns

constexpr std::int64_t power(int exponent) {
    return std::int64_t{1} << exponent;
}

} // namespace scanline::systems
