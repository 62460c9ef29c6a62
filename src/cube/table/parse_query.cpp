#include "grouping.h"

#include "scanline/core/choice.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::cube {

namespace {

using tables::Relation;
using tables::Scanner;

class QueryParser {
public:
    QueryParser(const Cube& cube, std::string_view text)
        : cube_(cube),
          scanner_(text.empty() ? "cube query" : fmt::format("cube query {}", printable(text)), text) {}

    Question parse() {
        if (!scanner_.at_end() && !scanner_.is_at(";")) {
            parse_condition();
            while (scanner_.take(","))
                parse_condition();
        }
        while (!scanner_.at_end()) {
            scanner_.require(";", "before the next clause, or a comma before the next condition");
            parse_clause();
        }
        return std::move(query_);
    }

private:
    std::string word(std::string_view missing, std::string_view ends) {
        if (std::optional<std::string> word = scanner_.word(ends))
            return *word;
        throw scanner_.error(missing);
    }

    int dimension_called(const std::string& name) const {
        const auto found = std::ranges::find(cube_.dimensions, name, &Dimension::name);
        if (found == cube_.dimensions.end())
            throw scanner_.error(fmt::format("no dimension is called {}: there are {}", printable(name),
                                             names_of(cube_.dimensions)));
        return static_cast<int>(found - cube_.dimensions.begin());
    }

    void require_once(bool is_known, std::string_view name, const char* remedy) const {
        if (is_known)
            throw scanner_.error(fmt::format("{} is given twice: {}", printable(name), remedy));
    }

    void parse_condition() {
        constexpr const char* form = "write DIMENSION=VALUE, or DIMENSION=* for each";
        tables::Condition condition{.column =
                                        word(fmt::format("a condition is missing: {}", form), ",;{}*\"=<>!")};
        const int number = dimension_called(condition.column);
        const std::optional<Relation> relation = scanner_.relation();
        if (!relation)
            throw scanner_.error(
                fmt::format("a relation is expected after {}: {}", printable(condition.column), form));
        condition.relation = *relation;
        if (relation == Relation::equal && scanner_.take("*")) {
            require_once(std::ranges::count(query_.group_by, number) > 0, condition.column + "=*",
                         "group by it once");
            query_.group_by.push_back(number);
            return;
        }
        require_once(std::ranges::count(query_.where, number, &Condition::dimension) > 0, condition.column,
                     "give one condition, with several values as {A,B} or A..B");
        scan_values(scanner_, ",;{}*\"", condition);
        query_.where.push_back(
            {number, codes_that_meet(condition, cube_.dimensions[static_cast<std::size_t>(number)],
                                     scanner_.what())});
    }

    void parse_clause() {
        constexpr std::string_view form =
            "write having MEASURE >= X, top N by MEASURE, or bottom N by MEASURE";
        const std::string name = word(fmt::format("a clause is missing: {}", form), blank_or_relation);
        if (name == "having")
            return parse_having();
        if (name == "top" || name == "bottom")
            return parse_top(name == "bottom");
        throw scanner_.error(fmt::format("no clause begins with {}: {}", printable(name), form));
    }

    std::int64_t parse_count(std::string_view name, std::string_view text) const {
        return parse_number<std::int64_t>(fmt::format("{}: {}", scanner_.what(), name), text,
                                          {0, std::numeric_limits<std::int64_t>::max()});
    }

    void parse_having() {
        constexpr const char* form = "having needs a measure and a limit: write having count >= N, or having "
                                     "price:sum >= X";
        const Measure measure = measure_called(word(form, blank_or_relation));
        const std::optional<Relation> relation = scanner_.relation();
        const std::string limit = word(form, ";, \t");
        if (!relation)
            throw scanner_.error(form);
        if (measure.aggregate == Aggregate::count && relation == Relation::greater_equal) {
            require_once(has_having_, "having count", "give it once");
            has_having_ = true;
            query_.having = parse_count("having count >=", limit);
            return;
        }
        constexpr int max_digits = 18;
        const std::optional<Decimal> number = tables::read_decimal(limit);
        if (!number ||
            tables::text_of(number->units < 0 ? -number->units : number->units).size() > max_digits)
            throw scanner_.error(fmt::format("having {} needs a number of up to {} digits, not {}",
                                             measure.name(), max_digits, printable(limit)));
        query_.limits.push_back({measure, *relation, *number});
    }

    void parse_top(bool smallest) {
        constexpr const char* form = "top and bottom need a number of groups: write top N by MEASURE";
        require_once(query_.top || query_.ranking, "top or bottom", "give one of them, once");
        const std::int64_t groups = parse_count(smallest ? "bottom" : "top", word(form, "; \t"));
        Measure measure;
        if (!scanner_.at_end() && !scanner_.is_at(";")) {
            if (word(form, "; \t") != "by")
                throw scanner_.error(form);
            measure = measure_called(word("a measure is missing after by", ";"));
        }
        query_.ranking = MeasureTop{measure, groups, smallest};
    }

    Measure measure_called(const std::string& name) const {
        if (name == "count")
            return {};
        std::vector<std::string> names{"count"};
        for (Measure measure : cube_.measures) {
            if (measure.aggregate != Aggregate::count)
                names.push_back(measure.name());
            if (measure.name() == name)
                return measure;
            if (measure.aggregate == Aggregate::avg) // its sum is stored
                measure.aggregate = Aggregate::sum;
            if (measure.name() == name)
                return measure;
        }
        throw scanner_.error(fmt::format("no measure is called {}: choose one of {}", printable(name),
                                         printable(names_of(names), 200)));
    }

    static constexpr std::string_view blank_or_relation = ";,=<>! \t";

    const Cube& cube_;
    Scanner scanner_;
    Question query_;
    bool has_having_ = false;
};

} // namespace

Question parse_question(const Cube& cube, std::string_view text) {
    Question question = QueryParser(cube, text).parse();
    // The tree ranks groups by one stored array, and by the number of rows.
    if (question.ranking && question.limits.empty()) {
        const Measure& measure = question.ranking->measure;
        const bool is_count = measure.aggregate == Aggregate::count;
        if (is_count || (measure.aggregate != Aggregate::avg && measure.words == 1 && measure.present < 0)) {
            question.top = Top{question.ranking->groups, std::nullopt, question.ranking->smallest};
            if (!is_count)
                question.top->measure = measure.stored;
            question.ranking.reset();
        }
    }
    return question;
}

void keep_asked(const Question& question, Groups& groups) {
    if (question.limits.empty() && !question.ranking)
        return;
    std::vector<std::size_t> order;
    for (std::size_t group = 0; group < groups.count.size(); ++group)
        if (std::ranges::all_of(question.limits, [&](const MeasureLimit& limit) {
                return limit.holds(aggregated(limit.measure, groups.count[group], groups.values, group));
            }))
            order.push_back(group);
    if (question.ranking) {
        const MeasureTop& top = *question.ranking;
        const auto value = [&](std::size_t group) {
            return aggregated(top.measure, groups.count[group], groups.values, group);
        };
        const auto kept = static_cast<std::ptrdiff_t>(std::min(top.groups, std::ssize(order)));
        std::partial_sort(order.begin(), order.begin() + kept, order.end(),
                          [&](std::size_t a, std::size_t b) {
                              const Aggregated x = value(a), y = value(b);
                              const bool has_x = x.count > 0, has_y = y.count > 0;
                              if (has_x != has_y)
                                  return has_x;
                              const std::strong_ordering compared = compare(top.measure, x, y);
                              return compared == 0 ? a < b : top.smallest ? compared < 0 : compared > 0;
                          });
        order.resize(static_cast<std::size_t>(kept));
    }
    pick(groups, order);
}

} // namespace scanline::cube
