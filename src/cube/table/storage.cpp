#include "storage.h"

#include "fold.h"

#include "scanline/core/text.h"
#include "scanline/cpu/shared_work.h"

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

Fold fold_of(const Measure& measure) {
    return is_sum(measure) ? Fold::sum : measure.aggregate == Aggregate::min ? Fold::min : Fold::max;
}

/// The numbers of the measures of a column that a cube stores.
class StoredColumn {
public:
    StoredColumn(const Cube& cube, const std::string& column) : cube_(cube) {
        for (const Measure& measure : cube.measures)
            if (measure.column == column && measure.stored >= 0)
                measures_.push_back(&measure);
    }

    bool has_missing() const { return measures_.front()->present >= 0; }

    NumberFacts facts(CancelPoll& poll) const {
        NumberFacts facts;
        facts.rescale(measures_.front()->digits);
        // All sums share their arrays, and a minimum has the numbers of a maximum.
        const Measure& measure = *measures_.front();
        for_each(measure, poll, [&](const Aggregated& of) {
            if (is_sum(measure) || measure.encoding == Encoding::units)
                facts.add_units(of.number);
            else
                facts.add(decoded(static_cast<std::int64_t>(of.number), measure));
        });
        return facts;
    }

    /// True if a double tells each number.
    bool are_doubles(CancelPoll& poll) const {
        const Measure& measure = *measures_.front();
        bool are = true;
        if (is_sum(measure) || measure.encoding != Encoding::binary)
            for_each(measure, poll,
                     [&](const Aggregated& of) { are = are && tables::is_told_by_double(number_of(of)); });
        return are;
    }

    /// Refers to this column, which must outlive the result.
    Numbers numbers() const {
        return {.rows = static_cast<std::size_t>(cube_.rows.size()),
                .number = [this](std::size_t row) -> std::optional<Decimal> {
                    const Aggregated of = aggregated(*measures_.front(), 1, cube_.rows.measures, row);
                    return of.count == 0 ? std::nullopt : std::optional(number_of(of));
                }};
    }

private:
    Decimal number_of(const Aggregated& of) const {
        const Measure& measure = *measures_.front();
        return is_sum(measure) ? tables::normal_decimal(of.number, -measure.digits)
                               : decoded(static_cast<std::int64_t>(of.number), measure);
    }
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

int words_of(const Measure& measure, const NumberFacts& facts, std::string_view operation) {
    constexpr int last_word = 63, max_words = 3;
    for (int words = 1; facts.total() && words <= max_words; ++words)
        if (*facts.total() >> ((words - 1) * bits_of_word + last_word) == 0)
            return words;
    throw Error(fmt::format(
        "{}: measure {}: its exact sum may need more than 127 bits, in units of 10^-{}: round the "
        "column, or leave the measure out",
        operation, printable(measure.name()), facts.digits()));
}

/// are_doubles(): whether a double tells each number.
template <class AreDoubles>
Encoding encoding_of(const Measure& measure, const NumberFacts& facts, std::string_view operation,
                     AreDoubles are_doubles) {
    if (facts.are_within(std::numeric_limits<std::int64_t>::min(), all_but_sign))
        return Encoding::units;
    if (facts.digits() == 0 && facts.are_within(0, 2 * bias - 1))
        return Encoding::unsigned_;
    if (are_doubles())
        return Encoding::binary;
    throw Error(fmt::format(
        "{}: measure {}: 64 bits do not hold its numbers, in units of 10^-{}: round the column, or "
        "leave the measure out",
        operation, printable(measure.name()), facts.digits()));
}

std::int64_t encoded(const Decimal& number, const Measure& measure) {
    switch (measure.encoding) {
    case Encoding::units: return static_cast<std::int64_t>(*tables::in_units(number, measure.digits));
    case Encoding::unsigned_: return static_cast<std::int64_t>(*tables::in_units(number, 0) - bias);
    case Encoding::binary: break;
    }
    return key_of(tables::number_of(number));
}

bool are_doubles(const Numbers& numbers, CancelPoll& poll) {
    for (std::size_t row = 0; row < numbers.rows; ++row) {
        poll.count();
        if (const auto number = numbers.number(row); number && !tables::is_told_by_double(*number))
            return false;
    }
    return true;
}

void store(const Numbers& numbers, const Measure& measure, std::vector<std::vector<std::int64_t>>& arrays,
           CancelPoll& poll) {
    const auto array = [&](int number) -> std::vector<std::int64_t>& {
        return arrays[static_cast<std::size_t>(number)];
    };
    const std::size_t rows = numbers.rows;
    const bool stores = array(measure.stored).empty(), // else another measure has
        marks = measure.present >= 0 && array(measure.present).empty();
    if (!stores && !marks)
        return;
    if (marks)
        array(measure.present).resize(rows);
    for (int word = 0; stores && word < measure.words; ++word)
        array(measure.stored + word).resize(rows);
    poll.ask();
    const std::int64_t none = none_of(fold_of(measure));
    constexpr Int128 mask = (Int128{1} << bits_of_word) - 1;
    const auto store_row = [&](std::size_t row) {
        const std::optional<Decimal> number = numbers.number(row);
        if (marks)
            array(measure.present)[row] = number.has_value();
        if (!stores)
            return;
        if (!is_sum(measure)) {
            array(measure.stored)[row] = number ? encoded(*number, measure) : none;
            return;
        }
        Int128 rest = number ? *tables::in_units(*number, measure.digits) : 0;
        for (int word = 0; word + 1 < measure.words; ++word, rest >>= bits_of_word)
            array(measure.stored + word)[row] = static_cast<std::int64_t>(rest & mask);
        array(measure.stored + measure.words - 1)[row] = static_cast<std::int64_t>(rest);
    };
    cpu::ThreadTeam team(cpu::threads_for({}, static_cast<std::int64_t>(rows) / cpu::items_of_a_thread));
    share_parts(team, rows, static_cast<std::size_t>(team.size()),
                [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                    for (std::size_t row = first; row < last; ++row)
                        store_row(row);
                });
}

} // namespace

void NumberFacts::add_units(const std::optional<Int128>& units) {
    if (!units) {
        is_beyond_ = true;
        is_empty_ = false;
        total_.reset();
        return;
    }
    Int128 sum = 0;
    if (!total_ || __builtin_add_overflow(*total_, *units < 0 ? -*units : *units, &sum))
        total_.reset();
    else
        total_ = sum;
    low_ = is_empty_ ? *units : std::min(low_, *units);
    high_ = is_empty_ ? *units : std::max(high_, *units);
    is_empty_ = false;
}

void NumberFacts::add(NumberFacts other) {
    rescale(other.digits_);
    other.rescale(digits_);
    Int128 sum = 0;
    if (!total_ || !other.total_ || __builtin_add_overflow(*total_, *other.total_, &sum))
        total_.reset();
    else
        total_ = sum;
    if (!other.is_empty_) {
        low_ = is_empty_ ? other.low_ : std::min(low_, other.low_);
        high_ = is_empty_ ? other.high_ : std::max(high_, other.high_);
    }
    is_beyond_ = is_beyond_ || other.is_beyond_;
    has_missing_ = has_missing_ || other.has_missing_;
    is_empty_ = is_empty_ && other.is_empty_;
}

void NumberFacts::rescale(int digits) {
    if (digits <= digits_)
        return;
    const auto scaled = [&](Int128 units) { return tables::in_units({units, -digits_}, digits); };
    total_ = total_ ? scaled(*total_) : std::nullopt;
    const std::optional<Int128> low = scaled(low_), high = scaled(high_);
    is_beyond_ = is_beyond_ || !low || !high;
    low_ = low.value_or(0);
    high_ = high.value_or(0);
    digits_ = digits;
}

Decimal decoded(std::int64_t stored, const Measure& measure) {
    switch (measure.encoding) {
    case Encoding::units: return tables::normal_decimal(stored, -measure.digits);
    case Encoding::unsigned_: return tables::normal_decimal(Int128{stored} + bias, 0);
    case Encoding::binary: break;
    }
    return tables::decimal_of(number_of_key(stored));
}

Stored stored_with(const Cube& cube, std::span<const std::string> columns, std::span<const Numbers> numbers,
                   std::string_view operation, CancelPoll& poll, ranks::Communicator* ranks) {
    Stored made{.measures = cube.measures};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const StoredColumn known(cube, columns[c]);
        const bool has_rows = cube.rows.size() > 0;
        NumberFacts facts = has_rows ? known.facts(poll) : NumberFacts();
        facts.add(numbers[c].facts);
        const bool has_missing = facts.has_missing() || (has_rows && known.has_missing());
        const int present = has_missing ? static_cast<int>(made.folds.size()) : -1;
        if (has_missing)
            made.folds.push_back(Fold::sum);
        const Measure* sum = nullptr;
        for (Measure& measure : made.measures) {
            if (measure.aggregate == Aggregate::count || measure.column != columns[c])
                continue;
            measure.digits = facts.digits();
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
                measure.encoding = encoding_of(measure, facts, operation, [&] {
                    const bool are = (!has_rows || known.are_doubles(poll)) && are_doubles(numbers[c], poll);
                    return ranks == nullptr ? are : std::ranges::count(gather(*ranks, are ? 1 : 0), 0) == 0;
                });
            }
            made.folds.insert(made.folds.end(), static_cast<std::size_t>(measure.words), fold_of(measure));
        }
    }
    made.changes_old = cube.rows.size() > 0 && made.measures != cube.measures;
    made.arrays.resize(made.folds.size());
    if (made.changes_old)
        made.old.resize(made.folds.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const StoredColumn known(cube, columns[c]);
        for (const Measure& measure : made.measures)
            if (measure.stored >= 0 && measure.column == columns[c]) {
                store(numbers[c], measure, made.arrays, poll);
                if (made.changes_old)
                    store(known.numbers(), measure, made.old, poll);
            }
    }
    return made;
}

} // namespace scanline::cube
