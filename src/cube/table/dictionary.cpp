
#include "scanline/cube/column.h"
#include "scanline/tables/decimal.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace scanline::cube {

using tables::finite_number;

namespace {

std::uint32_t hash_of(std::string_view text) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(text));
}

std::vector<std::uint32_t> all_codes(const Dictionary& dictionary) {
    std::vector<std::uint32_t> codes(static_cast<std::size_t>(dictionary.size()));
    std::iota(codes.begin(), codes.end(), 0u);
    return codes;
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
        is_numeric_ = is_numeric_ && (text.empty() || finite_number(text));
    }
    return slot.number - 1;
}

std::optional<std::uint32_t> Dictionary::find(std::string_view text) const {
    if (slots_.empty())
        return std::nullopt;
    const std::uint32_t number = slots_[slot_of(text, hash_of(text))].number;
    return number == 0 ? std::nullopt : std::optional(number - 1);
}

std::vector<std::uint32_t> Dictionary::ascending() const {
    return ascending(all_codes(*this));
}

std::vector<std::uint32_t> Dictionary::ascending(std::vector<std::uint32_t> codes) const {
    if (!is_numeric_) {
        std::ranges::sort(codes, {}, [this](std::uint32_t code) -> const std::string& { return text(code); });
        return codes;
    }
    struct Ranked {
        double number;
        std::uint32_t code;
    };
    std::vector<Ranked> ranked;
    ranked.reserve(codes.size());
    for (const std::uint32_t code : codes)
        ranked.push_back(
            {finite_number(text(code)).value_or(-std::numeric_limits<double>::infinity()), code});
    std::ranges::sort(ranked, [this](const Ranked& a, const Ranked& b) {
        return a.number != b.number ? a.number < b.number : text(a.code) < text(b.code);
    });
    std::ranges::transform(ranked, codes.begin(), &Ranked::code);
    return codes;
}

std::vector<std::uint32_t> Dimension::ascending() const {
    return ascending(all_codes(dictionary));
}

std::vector<std::uint32_t> Dimension::ascending(std::vector<std::uint32_t> codes) const {
    if (derivation != Derivation::bin)
        return dictionary.ascending(std::move(codes));
    std::ranges::sort(codes);
    std::stable_partition(codes.begin(), codes.end(),
                          [this](std::uint32_t code) { return dictionary.text(code).empty(); });
    return codes;
}

} // namespace scanline::cube
