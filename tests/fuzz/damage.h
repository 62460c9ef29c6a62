#pragma once
#include "scanline/core/random.h"

#include <string>

namespace scanline::fuzz {

struct Damaged {
    std::string bytes;
    bool only_cut = false; ///< only the end is missing
};

/// A file after one to three accidents or attacks: bits flipped, bytes replaced, inserted, removed, repeated,
/// the end cut off, numbers replaced with extreme ones. Half of them in the first 128 bytes, where sizes are.
Damaged damage(std::string bytes, Random& random);

/// Recomputes the checksums of a PNG's chunks, or of the uncompressed files in a ZIP archive, as far as they
/// can still be parsed, so that damage gets past them.
std::string with_right_checksums(std::string file);

} // namespace scanline::fuzz
