#include "skyline_query.h"

#include "scanline/skyline/layers.h"

#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace scanline::cli {

namespace {

using Relation = Condition::Relation;
using Rows = std::vector<std::uint32_t>;

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

bool is_of_equality(Relation relation) {
    return relation == Relation::equal || relation == Relation::not_equal;
}

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

class Answering {
public:
    Answering(const data::Table& table, const SkylineQuery& query,
              const std::function<void(double, const std::string&)>& progress)
        : table_(table), query_(query), progress_(progress), poll_(query.options.cpu.limits.cancelled) {
        for (const SkylineColumn& column : query.columns)
            directions_.push_back(column.direction);
    }

    SkylineAnswer operator()() {
        read_rows();
        const std::vector<Rows> groups = divide();
        answer_.groups = static_cast<std::int64_t>(groups.size());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const auto show = [&](double part) {
                progress_(0.5 + (static_cast<double>(i) + part) / static_cast<double>(groups.size()) / 2,
                          "finding skylines");
            };
            show(0);
            poll_.ask();
            find_in(groups[i], show);
        }
        sort_rows();
        return std::move(answer_);
    }

private:
    /// Reads a number; none if its row is to be dropped.
    std::optional<double> number(std::size_t row, std::size_t column) const {
        const std::optional<double> number = table_.number(row, column);
        if (number && !std::isnan(*number))
            return number;
        if (!query_.drop_nan)
            throw table_.cell_error(row, column,
                                    number
                                        ? "is not a number (NaN): correct it, leave the column out, or leave "
                                          "such rows out with --nan drop"
                                        : "is empty: write a number, leave the column out, or leave such "
                                          "rows out with --nan drop");
        return std::nullopt;
    }

    /// None if the row is to be dropped.
    std::optional<bool> meets(std::size_t row, const Condition& condition) const {
        if (is_of_equality(condition.relation)) {
            const std::string text = table_.text(row, condition.column);
            const auto read = read_number<double>(text, all_numbers);
            return condition.number && read ? holds_relation(condition.relation, *read, *condition.number)
                                            : holds_relation(condition.relation, text, condition.text);
        }
        const std::optional<double> value = number(row, condition.column);
        if (!value)
            return std::nullopt;
        return holds_relation(condition.relation, *value, *condition.number);
    }

    void read_rows() {
        for (std::uint32_t row = 0; row < table_.rows(); ++row) {
            if (row % 4096 == 0)
                progress_(static_cast<double>(row) / static_cast<double>(table_.rows()) / 2, "reading rows");
            poll_.count(static_cast<std::int64_t>(16 * query_.columns.size()));
            read_row(row);
        }
    }

    void read_row(std::uint32_t row) {
        bool whole = true;
        for (const Condition& condition : query_.where) {
            const std::optional<bool> met = meets(row, condition);
            if (met && !*met)
                return;
            whole &= met.has_value();
        }
        ++answer_.filtered;
        const std::size_t size = values_.size();
        for (const SkylineColumn& column : query_.columns) {
            const std::optional<double> value = whole ? number(row, column.column) : std::nullopt;
            whole &= value.has_value();
            if (whole)
                values_.push_back(column.epsilon > 0 ? std::floor(*value / column.epsilon) : *value);
        }
        if (whole) {
            rows_.push_back(row);
            return;
        }
        values_.resize(size);
        ++answer_.dropped;
    }

    /// Divides rows_ into groups, in the order of their first rows. Returns indices into rows_.
    std::vector<Rows> divide() const {
        std::vector<Rows> groups;
        if (!query_.diff) {
            groups.emplace_back(rows_.size());
            std::iota(groups[0].begin(), groups[0].end(), 0u);
            return groups;
        }
        std::unordered_map<std::string, std::size_t> numbers;
        for (std::uint32_t place = 0; place < rows_.size(); ++place) {
            const auto [group, is_new] =
                numbers.try_emplace(table_.text(rows_[place], *query_.diff), groups.size());
            if (is_new)
                groups.emplace_back();
            groups[group->second].push_back(place);
        }
        return groups;
    }

    void find_in(const Rows& group, const std::function<void(double)>& show) {
        skyline::Options options = query_.options;
        // Small groups get fewer threads.
        const auto worth =
            std::max<std::int64_t>(static_cast<std::int64_t>(group.size()) / cpu::items_of_a_thread, 1);
        options.cpu.threads = static_cast<int>(std::min<std::int64_t>(options.cpu.threads, worth));
        const skyline::Keys keys = skyline::keys_of_numbers(values_of(group), directions_, options.cpu);
        if (query_.layers) {
            const skyline::Layers layers = skyline::find_layers(keys, *query_.layers, options, show);
            for (std::size_t i = 0; i < group.size(); ++i)
                if (layers.of_row[i] > 0) {
                    answer_.rows.push_back(rows_[group[i]]);
                    answer_.layers.push_back(layers.of_row[i]);
                }
            return count(group.size(), layers.counters, layers.how);
        }
        const skyline::Skyline found = skyline::find(keys, options);
        for (const std::uint32_t id : found.ids)
            answer_.rows.push_back(rows_[group[id]]);
        count(group.size(), found.counters,
              options.algorithm == skyline::Algorithm::automatic
                  ? skyline::choose(keys.size(), keys.dimensions).reason
                  : fmt::format("{}, as asked", to_string(options.algorithm)));
    }

    std::vector<double> values_of(const Rows& group) {
        if (group.size() == rows_.size())
            return std::move(values_);
        const std::size_t columns = directions_.size();
        std::vector<double> values;
        values.reserve(group.size() * columns);
        for (const std::uint32_t place : group)
            values.insert(values.end(), values_.begin() + static_cast<std::ptrdiff_t>(place * columns),
                          values_.begin() + static_cast<std::ptrdiff_t>((place + 1) * columns));
        return values;
    }

    // The report names the algorithm of the largest group.
    void count(std::size_t rows, const skyline::Counters& counters, std::string how) {
        answer_.counters.dominance_tests += counters.dominance_tests;
        answer_.counters.mask_tests += counters.mask_tests;
        if (answer_.how.empty() || rows > largest_)
            answer_.how = std::move(how);
        largest_ = std::max(largest_, rows);
    }

    // Groups interleave, so their rows are out of order.
    void sort_rows() {
        Rows order(answer_.rows.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return answer_.rows[i]; });
        const auto sort = [&](Rows& numbers) {
            Rows sorted;
            for (const std::uint32_t i : order)
                sorted.push_back(numbers[i]);
            numbers = std::move(sorted);
        };
        sort(answer_.rows);
        if (query_.layers)
            sort(answer_.layers);
    }

    const data::Table& table_;
    const SkylineQuery& query_;
    const std::function<void(double, const std::string&)>& progress_;
    CancelPoll poll_;
    std::vector<skyline::Direction> directions_;
    Rows rows_;
    std::vector<double> values_; ///< of rows_, row by row
    std::size_t largest_ = 0;
    SkylineAnswer answer_;
};

} // namespace

Condition parse_condition(const data::Table& table, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const RelationText& relation : relations) {
            if (!text.substr(at).starts_with(relation.text))
                continue;
            const std::string_view value = trimmed(text.substr(at + relation.text.size()));
            Condition condition{table.column("--where", trimmed(text.substr(0, at))), relation.relation,
                                std::string(value)};
            condition.number = read_number<double>(value, all_numbers);
            if (!condition.number && !is_of_equality(relation.relation))
                throw usage_error(fmt::format(
                    "--where {}: {} is no number, and texts are only compared by = and !=", printable(text),
                    printable(value)));
            return condition;
        }
    throw usage_error(fmt::format("--where {} is no condition: give COL<=X, with one of <=, >=, <, >, =, !=",
                                  printable(text)));
}

SkylineAnswer answer(const data::Table& table, const SkylineQuery& query,
                     const std::function<void(double part, const std::string& what)>& progress) {
    if (table.rows() > std::size_t{points::max_points})
        throw usage_error(fmt::format("skyline: {} rows cannot be searched: there are at most {}",
                                      table.rows(), points::max_points));
    return Answering(table, query, progress)();
}

} // namespace scanline::cli
