#include "storage.h"

#include "fold.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace scanline::cube {

namespace {

constexpr std::int64_t all_but_sign = std::numeric_limits<std::int64_t>::max();
constexpr Int128 bias = Int128{1} << 63;

/// Maps doubles to integers of the same order, and back.
std::int64_t key_of(double number) {
    const auto bits = std::bit_cast<std::int64_t>(number);
    return bits < 0 ? bits ^ all_but_sign : bits;
}
double number_of_key(std::int64_t key) {
    return std::bit_cast<double>(key < 0 ? key ^ all_but_sign : key);
}

bool is_sum(const Measure& measure) {
    return measure.aggregate == Aggregate::sum || measure.aggregate == Aggregate::avg;
}

Fold fold_of(const Measure& measure) {
    return is_sum(measure) ? Fold::sum : measure.aggregate == Aggregate::min ? Fold::min : Fold::max;
}

/// What decides how the numbers of a column are stored.
struct Facts {
    int digits = 0;                 ///< after the point
    std::optional<Int128> total{0}; ///< of absolute values in units of 10^-digits; none beyond 127 bits
    std::optional<Decimal> least{}, greatest{};
    bool are_doubles = true; ///< a double tells each of them
    bool has_missing = false;

    void add_total(std::optional<Int128> units, int of_digits) {
        if (of_digits > digits) {
            total = total ? tables::in_units({*total, -digits}, of_digits) : std::nullopt;
            digits = of_digits;
        } else if (units && of_digits < digits) {
            units = tables::in_units({*units, -of_digits}, digits);
        }
        Int128 sum = 0;
        if (!total || !units || __builtin_add_overflow(*total, *units, &sum))
            total.reset();
        else
            total = sum;
    }
    void add_bounds(const Decimal& low, const Decimal& high) {
        if (!least || low < *least)
            least = low;
        if (!greatest || high > *greatest)
            greatest = high;
    }
};

Facts facts_of(const Numbers& numbers, CancelPoll& poll) {
    Facts facts;
    for (std::size_t row = 0; row < numbers.values.size(); ++row) {
        poll.count();
        if (numbers.missing(row)) {
            facts.has_missing = true;
            continue;
        }
        const Decimal& value = numbers.values[row];
        facts.add_bounds(value, value);
        const int digits = std::max(-value.exponent, 0);
        const std::optional<Int128> units = tables::in_units(value, std::max(digits, facts.digits));
        facts.add_total(units ? std::optional(*units < 0 ? -*units : *units) : std::nullopt,
                        std::max(digits, facts.digits));
        facts.are_doubles = facts.are_doubles && tables::is_told_by_double(value);
    }
    return facts;
}

/// The numbers of the measures of a column that a cube stores.
class StoredColumn {
public:
    StoredColumn(const Cube& cube, const std::string& column) : cube_(cube) {
        for (const Measure& measure : cube.measures)
            if (measure.column == column && measure.stored >= 0)
                measures_.push_back(&measure);
    }

    Facts facts(CancelPoll& poll) const {
        Facts facts;
        if (cube_.rows.size() == 0)
            return facts;
        const Measure& any = *measures_.front();
        facts.digits = any.digits;
        facts.has_missing = any.present >= 0;
        // All sums share their arrays, and a minimum has the numbers of a maximum.
        if (const auto sum = std::ranges::find_if(measures_, [](const Measure* one) { return is_sum(*one); });
            sum != measures_.end())
            for_each(**sum, poll, [&](const Aggregated& of) {
                facts.add_total(of.number < 0 ? -of.number : of.number, facts.digits);
            });
        if (const auto bound =
                std::ranges::find_if(measures_, [](const Measure* one) { return !is_sum(*one); });
            bound != measures_.end())
            for_each(**bound, poll, [&](const Aggregated& of) {
                const Decimal number = decoded(static_cast<std::int64_t>(of.number), **bound);
                facts.add_bounds(number, number);
                facts.are_doubles = facts.are_doubles && tables::is_told_by_double(number);
            });
        return facts;
    }

    Numbers numbers(CancelPoll& poll) const {
        Numbers numbers;
        const Measure& measure = *measures_.front();
        const auto rows = static_cast<std::size_t>(cube_.rows.size());
        numbers.values.resize(rows);
        if (measure.present >= 0)
            numbers.is_missing.resize(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            poll.count();
            const Aggregated of = aggregated(measure, 1, cube_.rows.measures, row);
            if (of.count == 0)
                numbers.is_missing[row] = true;
            else
                numbers.values[row] = is_sum(measure)
                                          ? tables::normal_decimal(of.number, -measure.digits)
                                          : decoded(static_cast<std::int64_t>(of.number), measure);
        }
        return numbers;
    }

private:
    template <class Visit>
    void for_each(const Measure& measure, CancelPoll& poll, Visit visit) const {
        for (std::size_t row = 0; row < static_cast<std::size_t>(cube_.rows.size()); ++row) {
            poll.count();
            if (const Aggregated of = aggregated(measure, 1, cube_.rows.measures, row); of.count > 0)
                visit(of);
        }
    }

    const Cube& cube_;
    std::vector<const Measure*> measures_;
};

int words_of(const Measure& measure, const Facts& facts, std::string_view operation) {
    constexpr int last_word = 63, most_words = 3;
    for (int words = 1; facts.total && words <= most_words; ++words)
        if (*facts.total >> ((words - 1) * bits_of_word + last_word) == 0)
            return words;
    throw Error(
        fmt::format("{}: measure {}: its exact sum may need more than 127 bits, for numbers up to {} with {} "
                    "decimals: round the column, or leave the measure out",
                    operation, printable(measure.name()),
                    facts.greatest ? fmt::format("{:.3g}", tables::number_of(*facts.greatest)) : "any size",
                    facts.digits));
}

Encoding encoding_of(const Measure& measure, const Facts& facts, std::string_view operation) {
    const auto fits = [&](const Decimal& number) {
        const std::optional<Int128> units = tables::in_units(number, facts.digits);
        return units && *units >= std::numeric_limits<std::int64_t>::min() && *units <= all_but_sign;
    };
    if (!facts.least || (fits(*facts.least) && fits(*facts.greatest)))
        return Encoding::units;
    if (facts.digits == 0 && *facts.least >= Decimal{} &&
        tables::in_units(*facts.greatest, 0).value_or(2 * bias) < 2 * bias)
        return Encoding::unsigned_;
    if (facts.are_doubles)
        return Encoding::binary;
    throw Error(fmt::format(
        "{}: measure {}: 64 bits do not hold its numbers up to {:.3g} with {} decimals: round the "
        "column, or leave the measure out",
        operation, printable(measure.name()), tables::number_of(*facts.greatest), facts.digits));
}

std::int64_t encoded(const Decimal& number, const Measure& measure) {
    switch (measure.encoding) {
    case Encoding::units: return static_cast<std::int64_t>(*tables::in_units(number, measure.digits));
    case Encoding::unsigned_: return static_cast<std::int64_t>(*tables::in_units(number, 0) - bias);
    case Encoding::binary: break;
    }
    return key_of(tables::number_of(number));
}

void store(const Numbers& numbers, const Measure& measure, std::vector<std::vector<std::int64_t>>& arrays,
           CancelPoll& poll) {
    const auto array = [&](int number) -> std::vector<std::int64_t>& {
        return arrays[static_cast<std::size_t>(number)];
    };
    const std::size_t rows = numbers.values.size();
    if (measure.present >= 0 && array(measure.present).empty())
        for (std::size_t row = 0; row < rows; ++row)
            array(measure.present).push_back(!numbers.missing(row));
    if (!array(measure.stored).empty()) // another measure's too
        return;
    for (int word = 0; word < measure.words; ++word)
        array(measure.stored + word).reserve(rows);
    const std::int64_t none = none_of(fold_of(measure));
    constexpr Int128 mask = (Int128{1} << bits_of_word) - 1;
    for (std::size_t row = 0; row < rows; ++row) {
        poll.count();
        if (!is_sum(measure)) {
            array(measure.stored)
                .push_back(numbers.missing(row) ? none : encoded(numbers.values[row], measure));
            continue;
        }
        Int128 rest = numbers.missing(row) ? 0 : *tables::in_units(numbers.values[row], measure.digits);
        for (int word = 0; word + 1 < measure.words; ++word, rest >>= bits_of_word)
            array(measure.stored + word).push_back(static_cast<std::int64_t>(rest & mask));
        array(measure.stored + measure.words - 1).push_back(static_cast<std::int64_t>(rest));
    }
}

} // namespace

Decimal decoded(std::int64_t stored, const Measure& measure) {
    switch (measure.encoding) {
    case Encoding::units: return tables::normal_decimal(stored, -measure.digits);
    case Encoding::unsigned_: return tables::normal_decimal(Int128{stored} + bias, 0);
    case Encoding::binary: break;
    }
    return tables::decimal_of(number_of_key(stored));
}

Stored stored_with(const Cube& cube, std::span<const std::string> columns, std::span<const Numbers> numbers,
                   std::string_view operation, CancelPoll& poll) {
    Stored made{.measures = cube.measures};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        Facts facts = StoredColumn(cube, columns[c]).facts(poll);
        const Facts further = facts_of(numbers[c], poll);
        facts.add_total(further.total, further.digits);
        if (further.least)
            facts.add_bounds(*further.least, *further.greatest);
        facts.are_doubles = facts.are_doubles && further.are_doubles;
        facts.has_missing = facts.has_missing || further.has_missing;

        const int present = facts.has_missing ? static_cast<int>(made.folds.size()) : -1;
        if (facts.has_missing)
            made.folds.push_back(Fold::sum);
        const Measure* sum = nullptr;
        for (Measure& measure : made.measures) {
            if (measure.aggregate == Aggregate::count || measure.column != columns[c])
                continue;
            measure.digits = facts.digits;
            measure.present = present;
            if (is_sum(measure) && sum != nullptr) {
                measure.stored = sum->stored;
                measure.words = sum->words;
                continue;
            }
            measure.stored = static_cast<int>(made.folds.size());
            if (is_sum(measure)) {
                measure.words = words_of(measure, facts, operation);
                sum = &measure;
            } else {
                measure.encoding = encoding_of(measure, facts, operation);
            }
            made.folds.insert(made.folds.end(), static_cast<std::size_t>(measure.words), fold_of(measure));
        }
    }
    made.changes_old = cube.rows.size() > 0 && made.measures != cube.measures;
    made.arrays.resize(made.folds.size());
    if (made.changes_old)
        made.old.resize(made.folds.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Numbers old = made.changes_old ? StoredColumn(cube, columns[c]).numbers(poll) : Numbers();
        for (const Measure& measure : made.measures)
            if (measure.stored >= 0 && measure.column == columns[c]) {
                store(numbers[c], measure, made.arrays, poll);
                if (made.changes_old)
                    store(old, measure, made.old, poll);
            }
    }
    return made;
}

} // namespace scanline::cube
