#include "values.h"

#include "scanline/core/choice.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::cube {

namespace {

/// Splits a query into words and punctuation.
class QueryScanner {
public:
    explicit QueryScanner(std::string_view text) : text_(text), rest_(trimmed(text)) {}

    bool at_end() const { return rest_.empty(); }
    bool is_at(std::string_view sign) const { return rest_.starts_with(sign); }

    bool take(std::string_view sign) {
        if (!is_at(sign))
            return false;
        pass(sign.size());
        return true;
    }

    void require(std::string_view sign, std::string_view why) {
        if (!take(sign))
            throw error(fmt::format("found {} where {} is expected {}",
                                    at_end() ? "nothing" : printable(rest_, 20), sign, why));
    }

    /// Takes a word, which ends before punctuation or any of these further characters; none if it is empty.
    std::optional<std::string> word(std::string_view further = "") {
        if (is_at("\""))
            return quoted();
        std::size_t end = 0;
        while (end < rest_.size() && std::string_view(",;{}*\"").find(rest_[end]) == std::string_view::npos &&
               !rest_.substr(end).starts_with("..") && further.find(rest_[end]) == std::string_view::npos)
            ++end;
        const std::string word(trimmed(rest_.substr(0, end)));
        pass(end);
        return word.empty() ? std::nullopt : std::optional(word);
    }

    /// The prefix of messages.
    std::string what() const {
        return text_.empty() ? "cube query" : fmt::format("cube query {}", printable(text_));
    }
    Error error(std::string_view why) const { return usage_error(fmt::format("{}: {}", what(), why)); }

private:
    void pass(std::size_t size) { rest_ = trimmed(rest_.substr(size)); }

    std::string quoted() {
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

    std::string_view text_, rest_;
};

class QueryParser {
public:
    QueryParser(const Cube& cube, std::string_view text) : cube_(cube), scanner_(text) {}

    Query parse() {
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
    std::string word(std::string_view missing, std::string_view further = "") {
        if (std::optional<std::string> word = scanner_.word(further))
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
        const std::string name =
            word("a condition is missing: write DIMENSION=VALUE, or DIMENSION=* for each", "=");
        const int dimension = dimension_called(name);
        scanner_.require("=", "after a dimension: write DIMENSION=VALUE, or DIMENSION=* for each");
        if (scanner_.take("*")) {
            require_once(std::ranges::count(query_.group_by, dimension) > 0, name + "=*", "group by it once");
            query_.group_by.push_back(dimension);
            return;
        }
        require_once(std::ranges::count(query_.where, dimension, &Condition::dimension) > 0, name,
                     "give one condition, with several values as {A,B} or A..B");
        std::vector<std::uint32_t> codes = parse_codes(cube_.dimensions[static_cast<std::size_t>(dimension)]);
        query_.where.push_back({dimension, std::move(codes)});
    }

    std::vector<std::uint32_t> parse_codes(const Dimension& dimension) {
        if (scanner_.take("{"))
            return parse_set(dimension);
        const std::optional<std::string> first = scanner_.word();
        if (scanner_.take("..")) {
            const std::optional<std::string> last = scanner_.word();
            return codes_of_range(dimension, first, last, scanner_.what());
        }
        if (!first)
            throw scanner_.error(
                fmt::format("the value of {} is missing: write a value, {{A,B}}, A..B, * for "
                            "each, or \"\" for the empty text",
                            printable(dimension.name)));
        return codes_of_value(dimension, *first, scanner_.what());
    }

    std::vector<std::uint32_t> parse_set(const Dimension& dimension) {
        std::vector<std::uint32_t> codes;
        if (scanner_.take("}"))
            return codes;
        do {
            const std::string value =
                word("a value of a set is missing: write {A,B}, and \"\" for the empty text");
            const std::vector<std::uint32_t> more = codes_of_value(dimension, value, scanner_.what());
            codes.insert(codes.end(), more.begin(), more.end());
        } while (scanner_.take(","));
        scanner_.require("}", "at the end of a set, or a comma before its next value");
        return codes;
    }

    void parse_clause() {
        constexpr std::string_view between = " \t=>";
        constexpr std::string_view form = "write having count >= N, top N by MEASURE, or bottom N by MEASURE";
        const std::string name = word(fmt::format("a clause is missing: {}", form), between);
        if (name == "having")
            return parse_having();
        if (name == "top" || name == "bottom")
            return parse_top(name == "bottom");
        throw scanner_.error(fmt::format("no clause begins with {}: {}", printable(name), form));
    }

    std::int64_t parse_count(std::string_view name, std::string_view form) {
        const std::string number = word(form, " \t");
        return parse_number<std::int64_t>(fmt::format("{}: {}", scanner_.what(), name), number,
                                          {0, std::numeric_limits<std::int64_t>::max()});
    }

    void parse_having() {
        constexpr const char* form = "having needs a number of rows: write having count >= N";
        require_once(has_having_, "having", "give it once");
        has_having_ = true;
        if (word(form, " \t>") != "count" || !scanner_.take(">="))
            throw scanner_.error(form);
        query_.having = parse_count("having count >=", form);
    }

    void parse_top(bool smallest) {
        constexpr const char* form = "top and bottom need a number of groups: write top N by MEASURE";
        require_once(query_.top.has_value(), "top or bottom", "give one of them, once");
        query_.top = Top{.groups = parse_count(smallest ? "bottom" : "top", form), .smallest = smallest};
        if (scanner_.at_end() || scanner_.is_at(";"))
            return;
        if (word(form, " \t") != "by")
            throw scanner_.error(form);
        query_.top->measure = ranking_measure(word("a measure is missing after by"));
    }

    /// Finds the stored measure to rank groups by; none to rank by the number of rows.
    std::optional<int> ranking_measure(const std::string& name) const {
        if (name == "count" || name == ":count")
            return std::nullopt;
        std::vector<std::string> names{"count"};
        for (Measure measure : cube_.measures) {
            if (measure.aggregate == Aggregate::count)
                continue;
            if (measure.aggregate == Aggregate::avg) // only its sum is stored
                measure.aggregate = Aggregate::sum;
            if (measure.name() == name)
                return measure.stored;
            if (std::ranges::count(names, measure.name()) == 0)
                names.push_back(measure.name());
        }
        throw scanner_.error(fmt::format("groups cannot be ranked by {}: choose one of {}", printable(name),
                                         printable(names_of(names), 200)));
    }

    const Cube& cube_;
    QueryScanner scanner_;
    Query query_;
    bool has_having_ = false;
};

} // namespace

Query parse_query(const Cube& cube, std::string_view text) {
    return QueryParser(cube, text).parse();
}

} // namespace scanline::cube
