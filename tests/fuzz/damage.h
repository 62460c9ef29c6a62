#pragma once
#include "scanline/core/random.h"

#include <string>

namespace scanline::fuzz {

struct Damaged {
    std::string bytes;
    bool only_cut = false; ///< the end is missing, the rest is as it was
};

/// A file after one to three accidents or attacks: bits flipped, bytes replaced, inserted, left out,
/// repeated, the end missing, numbers replaced by extreme ones. Half of them in the first 128 bytes, where
/// the sizes are.
Damaged damage(std::string bytes, Random& random);

/// A PNG whose chunks have the checksums of what is in them now, as far as its chunks can still be followed:
/// so damage gets past them.
std::string with_right_checksums(std::string png);

} // namespace scanline::fuzz
