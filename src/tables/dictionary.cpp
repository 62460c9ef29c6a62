#include "scanline/tables/dictionary.h"

#include "scanline/ranks/lists.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace scanline::tables {

namespace {

std::uint32_t hash_of(std::string_view text) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(text));
}

} // namespace

std::size_t Dictionary::slot_of(std::string_view text, std::uint32_t hash) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = hash & last;
    while (slots_[slot].number != 0 && (slots_[slot].hash != hash || texts_[slots_[slot].number - 1] != text))
        slot = (slot + 1) & last;
    return slot;
}

void Dictionary::make_slots() {
    constexpr std::size_t least = 16;
    std::vector<Slot> slots(std::max(least, 2 * slots_.size()));
    std::swap(slots, slots_);
    for (const Slot& slot : slots)
        if (slot.number != 0)
            slots_[slot_of(texts_[slot.number - 1], slot.hash)] = slot;
}

std::uint32_t Dictionary::add(std::string_view text) {
    if (2 * texts_.size() >= slots_.size())
        make_slots();
    const std::uint32_t hash = hash_of(text);
    Slot& slot = slots_[slot_of(text, hash)];
    if (slot.number == 0) {
        texts_.emplace_back(text);
        slot = {static_cast<std::uint32_t>(texts_.size()), hash};
    }
    return slot.number - 1;
}

std::optional<std::uint32_t> Dictionary::find(std::string_view text) const {
    if (slots_.empty())
        return std::nullopt;
    const std::uint32_t number = slots_[slot_of(text, hash_of(text))].number;
    return number == 0 ? std::nullopt : std::optional(number - 1);
}

std::vector<std::uint32_t> join(ranks::Communicator& ranks, Dictionary& dictionary) {
    std::vector<std::int64_t> counts;
    const std::vector<std::string> texts = gather_texts(ranks, dictionary.texts(), &counts);
    dictionary = {};
    std::vector<std::uint32_t> codes;
    auto text = texts.begin();
    for (int rank = 0; rank < ranks.size(); ++rank)
        for (const auto end = text + counts[static_cast<std::size_t>(rank)]; text != end; ++text)
            if (const std::uint32_t code = dictionary.add(*text); rank == ranks.rank())
                codes.push_back(code);
    return codes;
}

} // namespace scanline::tables
