#include "scanline/cube/measure.h"

#include "storage.h"

#include <fmt/format.h>

namespace scanline::cube {

Aggregated aggregated(const Measure& measure, std::int64_t rows,
                      const std::vector<std::vector<std::int64_t>>& values, std::size_t place) {
    if (measure.stored < 0)
        return {rows, rows};
    const auto at = [&](int array) { return values[static_cast<std::size_t>(array)][place]; };
    Aggregated found{measure.present < 0 ? rows : at(measure.present),
                     at(measure.stored + measure.words - 1)};
    // Without a sign, since what a damaged file holds may overflow.
    __extension__ using Unsigned128 = unsigned __int128;
    auto number = static_cast<Unsigned128>(found.number);
    for (int word = measure.words - 2; word >= 0; --word)
        number = (number << bits_of_word) + static_cast<Unsigned128>(at(measure.stored + word));
    found.number = static_cast<Int128>(number);
    return found;
}

std::optional<Decimal> exact_value(const Measure& measure, const Aggregated& of) {
    if (measure.aggregate == Aggregate::count)
        return tables::normal_decimal(of.count, 0);
    if (of.count == 0 || measure.aggregate == Aggregate::avg)
        return std::nullopt;
    return is_sum(measure) ? tables::normal_decimal(of.number, -measure.digits)
                           : decoded(static_cast<std::int64_t>(of.number), measure);
}

std::optional<double> value_of(const Measure& measure, const Aggregated& of) {
    if (measure.aggregate == Aggregate::avg && of.count > 0)
        return tables::nearest_quotient(of.number, of.count, measure.digits);
    const std::optional<Decimal> exact = exact_value(measure, of);
    return exact ? std::optional(tables::number_of(*exact)) : std::nullopt;
}

std::string text_of(const Measure& measure, const Aggregated& of) {
    if (measure.aggregate == Aggregate::sum && of.count > 0)
        return tables::text_of(Decimal{of.number, -measure.digits});
    const bool is_binary = !is_sum(measure) && measure.encoding == Encoding::binary;
    if (measure.aggregate == Aggregate::avg || is_binary) {
        const std::optional<double> value = value_of(measure, of);
        return value ? fmt::format("{}", *value) : "";
    }
    const std::optional<Decimal> exact = exact_value(measure, of);
    return exact ? tables::text_of(*exact) : "";
}

std::strong_ordering compare(const Measure& measure, const Aggregated& a, const Aggregated& b) {
    if (measure.aggregate == Aggregate::count)
        return a.count <=> b.count;
    if (a.count == 0 || b.count == 0 || measure.aggregate != Aggregate::avg)
        return (a.count == 0) != (b.count == 0) ? a.count <=> b.count
               : a.count == 0                   ? std::strong_ordering::equal
                                                : a.number <=> b.number;
    // Quotients first, then the remainders as fractions, whose products fit.
    if (const auto order = a.number / a.count <=> b.number / b.count; order != 0)
        return order;
    return a.number % a.count * b.count <=> b.number % b.count * a.count;
}

bool MeasureLimit::holds(const Aggregated& of) const {
    if (of.count == 0 && measure.aggregate != Aggregate::count)
        return false;
    // An average is at least a limit if its sum is at least that limit for each value.
    const bool is_average = measure.aggregate == Aggregate::avg;
    const Decimal value =
        is_average ? tables::normal_decimal(of.number, -measure.digits) : *exact_value(measure, of);
    const Decimal bound = is_average ? tables::normal_decimal(limit.units * of.count, limit.exponent) : limit;
    switch (relation) {
    case tables::Relation::equal: return value == bound;
    case tables::Relation::not_equal: return value != bound;
    case tables::Relation::less: return value < bound;
    case tables::Relation::less_equal: return value <= bound;
    case tables::Relation::greater: return value > bound;
    case tables::Relation::greater_equal: break;
    }
    return value >= bound;
}

} // namespace scanline::cube
