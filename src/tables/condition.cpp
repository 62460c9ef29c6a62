#include "scanline/tables/condition.h"

#include "scanline/core/choice.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace scanline::tables {

namespace {

constexpr std::string_view relation_signs = "=<>!";

/// Lists some values of a column, "Bergen, Oslo ...".
std::string examples(const CodedColumn& column) {
    constexpr std::uint32_t most = 5;
    std::string list;
    for (std::uint32_t code = 0; code < std::min<std::int64_t>(most, column.dictionary.size()); ++code) {
        const std::string& text = column.dictionary.text(code);
        list += (list.empty() ? "" : ", ") + (text.empty() ? "\"\"" : printable(text));
    }
    if (list.empty())
        return "no values, since there are no rows";
    return list + (column.dictionary.size() > most ? " ..." : "");
}

Error no_value(const CodedColumn& column, const std::string& value, std::string_view what) {
    return usage_error(fmt::format("{}: {} has no value {}: it has {}", what, printable(column.name),
                                   value.empty() ? "\"\"" : printable(value), examples(column)));
}

} // namespace

Scanner::Scanner(std::string what, std::string_view text) : what_(std::move(what)), rest_(trimmed(text)) {}

bool Scanner::take(std::string_view sign) {
    if (!is_at(sign))
        return false;
    pass(sign.size());
    return true;
}

void Scanner::require(std::string_view sign, std::string_view why) {
    if (!take(sign))
        throw error(fmt::format("found {} where {} is expected {}",
                                at_end() ? "nothing" : printable(rest_, 20), sign, why));
}

std::optional<std::string> Scanner::word(std::string_view ends) {
    if (is_at("\""))
        return quoted();
    std::size_t end = 0;
    while (end < rest_.size() && ends.find(rest_[end]) == std::string_view::npos &&
           !rest_.substr(end).starts_with(".."))
        ++end;
    const std::string word(trimmed(rest_.substr(0, end)));
    pass(end);
    return word.empty() ? std::nullopt : std::optional(word);
}

std::optional<Relation> Scanner::relation() {
    const std::size_t size = std::min(rest_.find_first_not_of(relation_signs), rest_.size());
    if (size == 0)
        return std::nullopt;
    const std::string_view signs = rest_.substr(0, size);
    const auto relation = find_choice(signs == "==" ? "=" : signs, enumerators<Relation>);
    if (!relation)
        throw error(fmt::format("{} is not a relation: write =, !=, <, <=, > or >=", signs));
    pass(size);
    return relation;
}

Error Scanner::error(std::string_view why) const {
    return usage_error(fmt::format("{}: {}", what_, why));
}

void Scanner::pass(std::size_t size) {
    rest_ = trimmed(rest_.substr(size));
}

std::string Scanner::quoted() {
    std::string word;
    for (std::size_t at = 1; at < rest_.size(); ++at) {
        if (rest_[at] != '"') {
            word += rest_[at];
        } else if (rest_.substr(at + 1).starts_with('"')) {
            word += rest_[at++];
        } else {
            pass(at + 1);
            return word;
        }
    }
    throw error(fmt::format("the quote in {} is not closed: end it with \"", printable(rest_, 20)));
}

void scan_values(Scanner& scanner, std::string_view ends, Condition& condition) {
    const bool is_equality =
        condition.relation == Relation::equal || condition.relation == Relation::not_equal;
    if (is_equality && scanner.take("{")) {
        if (scanner.take("}"))
            return;
        do {
            const std::optional<std::string> value = scanner.word(",}");
            if (!value)
                throw scanner.error("a value of a set is missing: write {A,B}, and \"\" for missing values");
            condition.values.push_back(*value);
        } while (scanner.take(","));
        return scanner.require("}", "at the end of a set, or a comma before its next value");
    }
    std::optional<std::string> value = scanner.word(ends);
    if (is_equality && scanner.take("..")) {
        condition.is_range = true;
        condition.low = std::move(value);
        condition.high = scanner.word(ends);
        return;
    }
    if (!value)
        throw scanner.error(
            fmt::format("the value of {} is missing: write a value{}, or \"\" for missing values",
                        printable(condition.column), is_equality ? ", {A,B}, A..B" : ""));
    condition.values.push_back(*std::move(value));
}

Condition parse_condition(std::string_view option, std::string_view text) {
    Scanner scanner(fmt::format("{} {}", option, printable(text)), text);
    Condition condition{.column = scanner.word(relation_signs).value_or("")};
    const std::optional<Relation> relation = scanner.relation();
    if (!relation || condition.column.empty())
        throw scanner.error("is no condition: write COLUMN<=VALUE, with one of =, !=, <, <=, > and >=");
    condition.relation = *relation;
    scan_values(scanner, "", condition);
    if (!scanner.at_end())
        throw scanner.error("text follows the condition: give each condition its own option");
    return condition;
}

bool CellTest::Interval::holds(const Key& key) const {
    if (key.index() == 0)
        return false;
    return !(low && (without_ends ? key <= *low : key < *low)) &&
           !(high && (without_ends ? key >= *high : key > *high));
}

CellTest::CellTest(const Condition& condition, const ColumnType& type, std::string_view what)
    : type_(type), what_(what), column_(condition.column),
      is_negated_(condition.relation == Relation::not_equal) {
    if (condition.is_range)
        add_range(condition.low, condition.high);
    for (const std::string& value : condition.values)
        if (condition.relation == Relation::equal || condition.relation == Relation::not_equal)
            add_value(value);
        else
            add_order(condition.relation, value);
    for (Value& value : values_)
        if (value.interval && type_.kind == Kind::number) {
            constexpr double infinity = std::numeric_limits<double>::infinity();
            const auto end = [](const std::optional<Key>& bound, double none) {
                return bound ? number_of(std::get<Decimal>(*bound)) : none;
            };
            value.ends.emplace(end(value.interval->low, -infinity), end(value.interval->high, infinity));
        }
}

void CellTest::add_value(const std::string& value) {
    const bool is_compared_as_text = value.empty() || type_.kind == Kind::text ||
                                     type_.kind == Kind::unknown ||
                                     (type_.kind == Kind::date && !type_.dates);
    if (is_compared_as_text)
        values_.push_back({.text = value});
    else
        values_.push_back({.interval = interval_of(value)});
}

void CellTest::add_order(Relation relation, const std::string& value) {
    if (value.empty())
        throw error("missing values have no order: write a value, or use = or !=");
    const Interval span = interval_of(value);
    switch (relation) {
    case Relation::less: return values_.push_back({.interval = Interval{{}, span.low, true}});
    case Relation::less_equal: return values_.push_back({.interval = Interval{{}, span.high}});
    case Relation::greater: return values_.push_back({.interval = Interval{span.high, {}, true}});
    case Relation::greater_equal: return values_.push_back({.interval = Interval{span.low, {}}});
    case Relation::equal:
    case Relation::not_equal: return;
    }
}

void CellTest::add_range(const std::optional<std::string>& low, const std::optional<std::string>& high) {
    Interval range;
    if (low)
        range.low = interval_of(*low).low;
    if (high)
        range.high = interval_of(*high).high;
    values_.push_back({.interval = std::move(range)});
}

CellTest::Interval CellTest::interval_of(const std::string& bound) const {
    switch (type_.kind) {
    case Kind::number:
        if (const std::optional<Decimal> number = type_.number(bound))
            return {*number, *number};
        if (const std::optional<Decimal> number = read_decimal(bound))
            return {*number, *number};
        throw error(
            fmt::format("{} has numbers, and '{}' is not a number", printable(column_), printable(bound)));
    case Kind::date:
        if (!type_.dates)
            throw error(fmt::format("several formats fit the dates of {}: choose one by --date-format",
                                    printable(column_)));
        if (const std::optional<DateSpan> span = span_of(bound, *type_.dates))
            return {span->first, span->last};
        throw error(fmt::format("{} has dates, and '{}' is not a date: write 2020, 2020-03 or 2020-03-05",
                                printable(column_), printable(bound)));
    case Kind::unknown:
    case Kind::text: break;
    }
    // A column that its owner calls text has no example, and the order of text.
    if (!type_.example.empty() &&
        ((read_decimal(bound) && !is_code(bound)) || DateFormat::parse("iso").read(bound)))
        throw error(
            fmt::format("{} has text, such as '{}', so that its values have no order of numbers or dates: "
                        "correct the column, or name such values with --null",
                        printable(column_), printable(type_.example)));
    return {bound, bound};
}

Error CellTest::error(std::string_view why) const {
    return usage_error(fmt::format("{}: {}", what_, why));
}

CellTest::Key CellTest::key_of(std::string_view cell) const {
    if (cell.empty())
        return {};
    switch (type_.kind) {
    case Kind::number:
        if (const std::optional<Decimal> number = type_.number(cell))
            return *number;
        break;
    case Kind::date:
        if (const std::optional<Date> date = type_.dates ? type_.dates->read(cell) : std::nullopt)
            return *date;
        break;
    case Kind::text: return std::string(cell);
    case Kind::unknown: break;
    }
    return {};
}

bool CellTest::holds(std::string_view cell, const Key& key) const {
    return std::ranges::any_of(values_, [&](const Value& value) {
               return value.text ? *value.text == cell : value.interval->holds(key);
           }) != is_negated_;
}

bool CellTest::holds(std::string_view cell) const {
    const bool needs_key = std::ranges::any_of(values_, [](const Value& value) { return !value.text; });
    return holds(cell, needs_key ? key_of(cell) : Key());
}

std::optional<bool> CellTest::holds_near(double number) const {
    bool is_within = false;
    for (const Value& value : values_) {
        // Rounding keeps the order of numbers, but may make two of them equal.
        if (!value.ends || value.ends->first == number || value.ends->second == number)
            return std::nullopt;
        is_within |= value.ends->first < number && number < value.ends->second;
    }
    return is_within != is_negated_;
}

bool CellTest::holds(const Decimal& number) const {
    constexpr std::string_view not_missing = "0";
    return holds(not_missing, number);
}

namespace {

class BinSearch {
public:
    BinSearch(const Condition& condition, const CodedColumn& column, const std::string& what)
        : condition_(condition), column_(column), what_(what) {}

    std::vector<std::uint32_t> codes() const {
        if (condition_.is_range)
            return between(condition_.low, condition_.high);
        switch (condition_.relation) {
        case Relation::equal:
        case Relation::not_equal: return values();
        case Relation::less: return between(std::nullopt, condition_.values.front());
        case Relation::greater_equal: return between(condition_.values.front(), std::nullopt);
        case Relation::less_equal:
        case Relation::greater: break;
        }
        throw usage_error(fmt::format("{}: bins begin with their lower edge: write < or >= an edge", what_));
    }

private:
    std::vector<std::uint32_t> values() const {
        std::vector<std::uint32_t> codes;
        for (const std::string& value : condition_.values) {
            std::optional<std::uint32_t> code = column_.dictionary.find(value);
            if (const auto number = column_.type.number(value)) // names of bins are no numbers
                code = column_.bin_of(*number);
            codes.push_back(code ? *code : throw no_value(column_, value, what_));
        }
        return codes;
    }

    /// Numbers beyond the edges are in ranges without an end.
    std::vector<std::uint32_t> between(const std::optional<std::string>& low,
                                       const std::optional<std::string>& high) const {
        if (column_.edges.empty())
            return {};
        const std::uint32_t first = low ? edge_number(*low, true) : 0,
                            end = high ? edge_number(*high, false) : column_.bins();
        std::vector<std::uint32_t> codes;
        for (std::uint32_t code = 0; code < column_.dictionary.size(); ++code) {
            const std::string& text = column_.dictionary.text(code);
            const bool is_above = text.starts_with("above ");
            if (code < column_.bins() ? code >= first && code < end
                                      : !text.empty() && !(is_above ? high : low))
                codes.push_back(code);
        }
        return codes;
    }

    std::uint32_t edge_number(const std::string& bound, bool is_low) const {
        const std::vector<Decimal>& edges = column_.edges;
        const std::optional<Decimal> edge = column_.type.number(bound);
        if (!edge)
            throw usage_error(fmt::format("{}: {} has numbers, and '{}' is not a number", what_,
                                          printable(column_.name), printable(bound)));
        // The bin of a single value has two equal edges.
        const auto [first, last] = std::equal_range(edges.begin(), edges.end(), *edge);
        if (first != last)
            return static_cast<std::uint32_t>((is_low ? first : last - 1) - edges.begin());
        const auto above = std::clamp<std::ptrdiff_t>(first - edges.begin(), 1, std::ssize(edges) - 1);
        const auto near = static_cast<std::size_t>(above);
        throw usage_error(fmt::format("{}: {} is not an edge of the bins of {}: choose {} or {}", what_,
                                      printable(bound), printable(column_.name), edge_text(edges[near - 1]),
                                      edge_text(edges[near])));
    }

    const Condition& condition_;
    const CodedColumn& column_;
    const std::string& what_;
};

std::vector<std::uint32_t> codes_that_hold(const CellTest& test, const CodedColumn& column) {
    std::vector<std::uint32_t> codes;
    for (std::uint32_t code = 0; code < column.dictionary.size(); ++code)
        if (test.holds(column.dictionary.text(code)))
            codes.push_back(code);
    return codes;
}

/// The codes of the values of = and !=.
std::vector<std::uint32_t> codes_of_values(const Condition& condition, const CodedColumn& column,
                                           const std::string& what) {
    if (column.derivation == Derivation::bin || condition.is_range)
        return column.derivation == Derivation::bin ? BinSearch(condition, column, what).codes()
                                                    : codes_that_hold(CellTest({.column = condition.column,
                                                                                .is_range = true,
                                                                                .low = condition.low,
                                                                                .high = condition.high},
                                                                               column.type, what),
                                                                      column);
    std::vector<std::uint32_t> codes;
    for (const std::string& value : condition.values) {
        const std::optional<std::uint32_t> code = column.dictionary.find(value);
        // A date may mean a span of time, in which there may be others.
        if (code && column.type.kind != Kind::date) {
            codes.push_back(*code);
            continue;
        }
        const CellTest test({.column = condition.column, .values = {value}}, column.type, what);
        const std::vector<std::uint32_t> equal = codes_that_hold(test, column);
        if (equal.empty())
            throw no_value(column, value, what);
        codes.insert(codes.end(), equal.begin(), equal.end());
    }
    return codes;
}

} // namespace

std::vector<std::uint32_t> rows_that_meet(std::string_view option, std::span<const std::string> conditions,
                                          const data::Table& table, const Reading& reading,
                                          const cpu::Options& options, const ColumnWork::Show& show,
                                          ranks::Communicator* ranks) {
    std::vector<Condition> parsed;
    std::vector<std::size_t> columns;
    for (const std::string& condition : conditions) {
        parsed.push_back(parse_condition(option, condition));
        columns.push_back(table.column(option, parsed.back().column));
    }
    const std::vector<ColumnType> types = types_of(table, columns, reading, options, ranks);
    std::vector<std::vector<bool>> meets(conditions.size());
    const auto meet = [&](std::size_t number, const ColumnWork& work) {
        const ColumnType& type = types[number];
        const CellTest test(parsed[number], type,
                            fmt::format("{} {}", option, printable(conditions[number])));
        const bool is_as_written = is_text_as_written(table, columns[number], reading);
        meets[number].reserve(table.rows());
        std::string buffer;
        work.for_each_row([&](std::size_t row) {
            const std::string_view cell = table.text_view(row, columns[number], buffer);
            if (type.kind == Kind::number)
                if (const std::optional<double> value = plain_double(cell, reading))
                    if (const std::optional<bool> holds = test.holds_near(*value))
                        return meets[number].push_back(*holds);
            const bool is_missing_cell = !is_as_written && is_missing(cell, reading);
            meets[number].push_back(test.holds(is_missing_cell ? "" : cell));
        });
    };
    for_each_column(meets.size(), table.rows(), options, show, meet);
    std::vector<std::uint32_t> rows;
    CancelPoll poll(options.limits.cancelled);
    for (std::uint32_t row = 0; row < table.rows(); ++row) {
        poll.count();
        if (std::ranges::all_of(meets, [row](const std::vector<bool>& met) { return met[row]; }))
            rows.push_back(row);
    }
    return rows;
}

std::vector<std::uint32_t> codes_that_meet(const Condition& condition, const CodedColumn& column,
                                           const std::string& what) {
    const bool is_negated = condition.relation == Relation::not_equal;
    if (!is_negated && condition.relation != Relation::equal)
        return column.derivation == Derivation::bin
                   ? BinSearch(condition, column, what).codes()
                   : codes_that_hold(CellTest(condition, column.type, what), column);
    std::vector<std::uint32_t> codes = codes_of_values(condition, column, what);
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (!is_negated)
        return codes;
    std::vector<std::uint32_t> others;
    for (std::uint32_t code = 0; code < column.dictionary.size(); ++code)
        if (!std::ranges::binary_search(codes, code))
            others.push_back(code);
    return others;
}

} // namespace scanline::tables
