#pragma once
#include "scanline/ranks/communicator.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::tables {

/// Maps texts to codes, in order of first appearance. Threads may share it as long as none of them changes
/// it.
///
///     Dictionary cities;
///     cities.add("Oslo") == 0; cities.add("Bergen") == 1; cities.add("Oslo") == 0
class Dictionary {
public:
    std::uint32_t add(std::string_view text); ///< returns the text's code; assigns the next one if new
    std::optional<std::uint32_t> find(std::string_view text) const;
    const std::string& text(std::uint32_t code) const { return texts_[code]; }
    const std::vector<std::string>& texts() const { return texts_; } ///< by their codes
    std::int64_t size() const { return static_cast<std::int64_t>(texts_.size()); }

private:
    struct Slot {
        std::uint32_t number = 0; ///< code + 1; 0 if the slot is free
        std::uint32_t hash = 0;
    };
    std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
    void make_slots();

    std::vector<std::string> texts_;
    std::vector<Slot> slots_; ///< open addressing, linear probing; a power of two, at most half full
};

/// Gives every rank the dictionary of the texts of all ranks, in the order of the ranks and their codes.
/// Returns the new code of each text that this rank had.
std::vector<std::uint32_t> join(ranks::Communicator& ranks, Dictionary& dictionary);

} // namespace scanline::tables
