#include "scanline/tables/coded_column.h"

#include "bins.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace scanline::tables {

namespace {

std::vector<std::uint32_t> all_codes(const Dictionary& dictionary) {
    std::vector<std::uint32_t> codes(static_cast<std::size_t>(dictionary.size()));
    std::iota(codes.begin(), codes.end(), 0u);
    return codes;
}

/// Sorts by key_of(code), which is computed once for each.
template <class KeyOf>
void sort_by(std::vector<std::uint32_t>& codes, KeyOf key_of) {
    std::vector<std::pair<decltype(key_of(0u)), std::uint32_t>> keyed;
    keyed.reserve(codes.size());
    for (const std::uint32_t code : codes)
        keyed.emplace_back(key_of(code), code);
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, codes.begin(), [](const auto& one) { return one.second; });
}

} // namespace

std::optional<std::uint32_t> CodedColumn::bin_of(const Decimal& number) const {
    if (edges.empty())
        return std::nullopt;
    if (number < edges.front())
        return dictionary.find(below_text(*this));
    if (number > edges.back())
        return dictionary.find(above_text(*this));
    const auto inner = std::span(edges).subspan(1, edges.size() - 2);
    return static_cast<std::uint32_t>(std::ranges::upper_bound(inner, number) - inner.begin());
}

std::vector<std::uint32_t> CodedColumn::ascending() const {
    return ascending(all_codes(dictionary));
}

std::vector<std::uint32_t> CodedColumn::ascending(std::vector<std::uint32_t> codes) const {
    if (derivation == Derivation::bin) {
        sort_by(codes, [this](std::uint32_t code) -> std::int64_t {
            if (code < bins())
                return code;
            return dictionary.text(code).empty()                ? -2
                   : dictionary.text(code) == above_text(*this) ? std::int64_t{bins()}
                                                                : -1;
        });
    } else if (type.kind == Kind::number) {
        sort_by(codes, [this](std::uint32_t code) { return type.number(dictionary.text(code)); });
    } else if (type.kind == Kind::date && type.dates) {
        sort_by(codes, [this](std::uint32_t code) {
            return std::pair(type.dates->read(dictionary.text(code)),
                             std::string_view(dictionary.text(code)));
        });
    } else {
        sort_by(codes, [this](std::uint32_t code) { return std::string_view(dictionary.text(code)); });
    }
    return codes;
}

ColumnType type_of_part(DatePart part) {
    if (part == DatePart::year_month || part == DatePart::date)
        return {.kind = Kind::date, .dates = DateFormat::parse("iso")};
    return {.kind = Kind::number};
}

} // namespace scanline::tables
