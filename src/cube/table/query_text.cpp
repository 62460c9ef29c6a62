#include "scanline/core/text.h"
#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <vector>

namespace scanline::cube {

namespace {

/// Quotes a text that would otherwise be read as something else.
std::string as_word(const std::string& text) {
    if (!text.empty() && trimmed(text) == text && text.find_first_of(",;{}*\"=<>!") == std::string::npos &&
        text.find("..") == std::string::npos && text.back() != '.')
        return text;
    std::string word = "\"";
    for (const char c : text)
        word.append(c == '"' ? 2 : 1, c);
    return word + '"';
}

bool is_bin(const Dimension& dimension, std::uint32_t code) {
    return dimension.derivation == tables::Derivation::bin && code < dimension.bins();
}

/// Texts that mean single values: of a bin its lower edge, and of a date that is also the span of others,
/// "2024-07-03" beside "2024-07-03T10:00", its instant.
class ValueTexts {
public:
    explicit ValueTexts(const Dimension& dimension) : dimension_(dimension) {
        for (std::uint32_t code = 0; has_dates() && code < dimension.dictionary.size(); ++code)
            if (const auto date = date_of(code))
                dates_.push_back(*date);
        std::ranges::sort(dates_);
    }

    std::string operator()(std::uint32_t code) const {
        if (is_bin(dimension_, code))
            return edge_text(dimension_.edges[code]);
        std::string text = dimension_.dictionary.text(code);
        const auto date = has_dates() ? date_of(code) : std::nullopt;
        if (!date || means_only(text, *date))
            return text;
        text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", date->year, date->month, date->day,
                           date->hour, date->minute, date->second);
        return means_only(text, *date) ? text : fmt::format("{}.{:09}", text, date->nanosecond);
    }

private:
    bool has_dates() const { return dimension_.type.kind == tables::Kind::date && dimension_.type.dates; }
    std::optional<tables::Date> date_of(std::uint32_t code) const {
        return dimension_.type.dates->read(dimension_.dictionary.text(code));
    }
    bool means_only(const std::string& text, const tables::Date& date) const {
        const auto span = span_of(text, *dimension_.type.dates);
        const auto first = span ? std::ranges::lower_bound(dates_, span->first) : dates_.end();
        return first != dates_.end() && *first == date &&
               *std::prev(std::ranges::upper_bound(dates_, span->last)) == date;
    }

    const Dimension& dimension_;
    std::vector<tables::Date> dates_{}; ///< of all values, ascending; none in columns of other types
};

/// True if these words mean exactly these codes, which ascend: a date may mean others within its span, too.
bool means(const Dimension& dimension, const tables::Condition& condition,
           const std::vector<std::uint32_t>& codes) {
    try {
        return dimension.ascending(codes_that_meet(condition, dimension, "cube query")) == codes;
    } catch (const Error&) {
        return false;
    }
}

std::string set_text(const ValueTexts& texts, const std::vector<std::uint32_t>& codes) {
    std::string list;
    for (const std::uint32_t code : codes)
        list += (list.empty() ? "" : ",") + as_word(texts(code));
    return '{' + list + '}';
}

/// Returns the range that matches exactly these codes, which ascend; empty if no range does.
std::string range_text(const Dimension& dimension, const ValueTexts& texts,
                       const std::vector<std::uint32_t>& codes) {
    if (codes.size() < 2)
        return {};
    tables::Condition range{.column = dimension.name, .is_range = true};
    range.low = texts(codes.front());
    range.high = texts(codes.back());
    if (dimension.derivation == tables::Derivation::bin) {
        if (!is_bin(dimension, codes.front()) || !is_bin(dimension, codes.back()))
            return {};
        range.high = edge_text(dimension.edges[codes.back() + 1]);
    }
    return means(dimension, range, codes) ? as_word(*range.low) + ".." + as_word(*range.high) : "";
}

std::string condition_text(const Dimension& dimension, std::vector<std::uint32_t> codes) {
    const ValueTexts texts(dimension);
    codes = dimension.ascending(std::move(codes));
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (codes.size() == 1)
        return as_word(texts(codes.front()));
    const std::string set = set_text(texts, codes), range = range_text(dimension, texts, codes);
    return range.empty() || set.size() <= range.size() ? set : range;
}

/// Names the measure that a stored array ranks groups by.
std::string ranking_text(const Cube& cube, std::optional<int> stored) {
    if (!stored)
        return "count";
    Measure measure = *std::ranges::find(cube.measures, *stored, &Measure::stored);
    if (measure.aggregate == Aggregate::avg)
        measure.aggregate = Aggregate::sum;
    return as_word(measure.name());
}

std::string name_of(const Measure& measure) {
    return measure.aggregate == Aggregate::count ? "count" : as_word(measure.name());
}

} // namespace

std::string question_text(const Cube& cube, const Question& query) {
    std::string text;
    const auto add = [&](int number, const auto& value) {
        const Dimension& dimension = cube.dimensions[static_cast<std::size_t>(number)];
        text += (text.empty() ? "" : ", ") + as_word(dimension.name) + '=' + value(dimension);
    };
    for (const Condition& condition : query.where)
        add(condition.dimension,
            [&](const Dimension& dimension) { return condition_text(dimension, condition.codes); });
    for (const int dimension : query.group_by)
        add(dimension, [](const Dimension& /*unused*/) { return "*"; });
    if (query.having != 1)
        text += fmt::format("; having count >= {}", query.having);
    for (const MeasureLimit& limit : query.limits)
        text += fmt::format("; having {} {} {}", name_of(limit.measure), to_string(limit.relation),
                            tables::text_of(limit.limit));
    if (query.ranking)
        text += fmt::format("; {} {} by {}", query.ranking->smallest ? "bottom" : "top",
                            query.ranking->groups, name_of(query.ranking->measure));
    if (query.top)
        text += fmt::format("; {} {} by {}", query.top->smallest ? "bottom" : "top", query.top->groups,
                            ranking_text(cube, query.top->measure));
    return text;
}

} // namespace scanline::cube
