#include "scanline/skyline/condition.h"

#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <array>
#include <fmt/format.h>
#include <limits>

namespace scanline::skyline {

namespace {

using Relation = Condition::Relation;

struct RelationText {
    std::string_view text;
    Relation relation;
};
// "<=" comes before "<", because the first match is taken.
constexpr std::array relations{
    RelationText{"<=", Relation::less_equal}, RelationText{">=", Relation::greater_equal},
    RelationText{"!=", Relation::not_equal},  RelationText{"<", Relation::less},
    RelationText{">", Relation::greater},     RelationText{"=", Relation::equal}};

constexpr Bounds<double> all_numbers{-std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::infinity()};

template <class T>
bool holds_relation(Relation relation, const T& a, const T& b) {
    switch (relation) {
    case Relation::less_equal: return a <= b;
    case Relation::greater_equal: return a >= b;
    case Relation::not_equal: return a != b;
    case Relation::less: return a < b;
    case Relation::greater: return a > b;
    case Relation::equal: break;
    }
    return a == b;
}

} // namespace

bool Condition::holds(double value) const {
    return holds_relation(relation, value, *number);
}

bool Condition::holds(const std::string& cell) const {
    const auto read = read_number<double>(cell, all_numbers);
    return number && read ? holds(*read) : holds_relation(relation, cell, text);
}

Condition parse_condition(std::string_view option, const data::Table& table, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const RelationText& relation : relations) {
            if (!text.substr(at).starts_with(relation.text))
                continue;
            const std::string_view value = trimmed(text.substr(at + relation.text.size()));
            Condition condition{table.column(option, trimmed(text.substr(0, at))), relation.relation,
                                std::string(value)};
            condition.number = read_number<double>(value, all_numbers);
            if (!condition.number && !condition.is_of_equality())
                throw usage_error(
                    fmt::format("{} {}: {} is no number, and texts are only compared by = and !=", option,
                                printable(text), printable(value)));
            return condition;
        }
    throw usage_error(fmt::format(
        "{} {} is no condition: give COL<=X, with one of <=, >=, <, >, =, !=", option, printable(text)));
}

} // namespace scanline::skyline
