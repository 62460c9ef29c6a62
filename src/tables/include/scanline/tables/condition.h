#pragma once
#include "scanline/core/error.h"
#include "scanline/core/named.h"
#include "scanline/tables/coded_column.h"
#include "scanline/tables/column_work.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scanline::tables {

enum class Relation { equal, not_equal, less, less_equal, greater, greater_equal };
constexpr auto table_of(Relation) {
    using enum Relation;
    return named<Relation>({{equal, "="},
                            {not_equal, "!="},
                            {less, "<"},
                            {less_equal, "<="},
                            {greater, ">"},
                            {greater_equal, ">="}});
}
using scanline::to_string;

/// A condition on the values of a column, as a person writes it:
///
///     city=Oslo     city!={Oslo,Bergen}     price<=9.5     day=3..9     when=2020..2021     name=""
///
/// `==` is `=`. Ranges include both ends, of which one may be left out. The empty text stands for missing
/// values. Values with , ; { } " = < > ! or .. need double quotes; a quote inside is doubled.
struct Condition {
    std::string column;
    Relation relation = Relation::equal;
    std::vector<std::string> values{}; ///< of = and !=: any number; of other relations: one
    bool is_range = false;             ///< of = and !=: low..high in place of values
    std::optional<std::string> low{}, high{};
};

/// Splits what a person wrote into words and signs. Errors (usage) begin with `what`.
class Scanner {
public:
    Scanner(std::string what, std::string_view text);

    bool at_end() const { return rest_.empty(); }
    bool is_at(std::string_view sign) const { return rest_.starts_with(sign); }
    bool take(std::string_view sign); ///< and the spaces after it
    /// Takes a sign. why: ends the message, "before the next clause".
    void require(std::string_view sign, std::string_view why);
    /// Takes a word, in quotes or up to one of these signs or ".."; none if it is empty.
    std::optional<std::string> word(std::string_view ends);
    /// Takes a relation; none if there is none. Errors: a doubled operator other than ==, and =<, =>.
    std::optional<Relation> relation();

    const std::string& what() const { return what_; }
    Error error(std::string_view why) const;

private:
    void pass(std::size_t size);
    std::string quoted();

    std::string what_;
    std::string_view rest_;
};

/// Takes what follows the name and the relation of a condition. ends: signs that end a value.
void scan_values(Scanner& scanner, std::string_view ends, Condition& condition);

/// Parses a whole condition, as an option takes it: without quotes, a value lasts to the end. Errors: usage,
/// beginning with `option`.
///
///     parse_condition("--where", "price<=100")
Condition parse_condition(std::string_view option, std::string_view text);

/// Tests cells of a column. Numbers are compared exactly, by value. Dates are compared by time: 2020 is the
/// whole year. Other texts are compared by their bytes. Missing cells meet = and != as the empty text does,
/// and no other condition.
///
/// Errors: usage, beginning with `what`, for values that are not of the column's type; for an order of
/// numbers or dates in a column of text; for an order of dates that several formats fit.
///
///     CellTest(parse_condition("--where", "price<=100"), type, "--where price<=100").holds("99.5")
class CellTest {
public:
    CellTest(const Condition& condition, const ColumnType& type, std::string_view what);

    /// cell: empty if missing.
    bool holds(std::string_view cell) const;
    bool holds(const Decimal& number) const; ///< for columns of numbers
    /// The same for the nearest double of a finite number; none if it does not decide.
    std::optional<bool> holds_near(double number) const;

private:
    /// A cell in a type that has an order.
    using Key = std::variant<std::monostate, Decimal, Date, std::string>;
    struct Interval {
        std::optional<Key> low{}, high{};
        bool without_ends = false;

        bool holds(const Key& key) const;
    };
    /// A value that equals the cells with this text, and those in the interval.
    struct Value {
        std::optional<std::string> text{};
        std::optional<Interval> interval{};
        /// The nearest doubles of the ends of an interval of numbers.
        std::optional<std::pair<double, double>> ends{};
    };

    void add_value(const std::string& value);
    void add_order(Relation relation, const std::string& value);
    void add_range(const std::optional<std::string>& low, const std::optional<std::string>& high);
    Interval interval_of(const std::string& bound) const;
    Error error(std::string_view why) const;
    Key key_of(std::string_view cell) const;
    bool holds(std::string_view cell, const Key& key) const;

    ColumnType type_;
    std::string what_, column_;
    bool is_negated_ = false;
    std::vector<Value> values_;
};

/// Returns the rows of a table that meet all conditions, ascending: all rows if there are none. Threads share
/// the conditions. option: names them in messages. show(part): progress, on the calling thread. Types of
/// columns are those of the rows of all ranks, if there are several. Errors: those of parse_condition() and
/// CellTest; usage if there is no such column; Cancelled.
///
///     rows_that_meet("--where", {"price<=100", "city=Oslo"}, table, {}, {}, {})
std::vector<std::uint32_t> rows_that_meet(std::string_view option, std::span<const std::string> conditions,
                                          const data::Table& table, const Reading& reading,
                                          const cpu::Options& options, const ColumnWork::Show& show,
                                          ranks::Communicator* ranks = nullptr);

/// Returns the codes of a column's values that meet a condition. Bins meet = by any number in them; they have
/// an order only at their edges. Errors: usage, beginning with `what`: those of CellTest; for a value of = or
/// != that the column does not have, since it may be misspelt; for a number that is not an edge.
std::vector<std::uint32_t> codes_that_meet(const Condition& condition, const CodedColumn& column,
                                           const std::string& what);

} // namespace scanline::tables
