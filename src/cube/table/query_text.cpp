#include "scanline/core/text.h"
#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>

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

/// Names a single value; a bin by its lower edge.
std::string value_text(const Dimension& dimension, std::uint32_t code) {
    return is_bin(dimension, code) ? edge_text(dimension.edges[code])
                                   : as_word(dimension.dictionary.text(code));
}

/// True if these words mean exactly these codes, which ascend: a date may mean others within its span, too.
bool means(const Dimension& dimension, const tables::Condition& condition,
           const std::vector<std::uint32_t>& codes) {
    try {
        return dimension.ascending(codes_that_meet(condition, dimension, "cube query")) == codes;
    } catch (const Error&) {
        return false;
    }
}

std::string set_text(const Dimension& dimension, const std::vector<std::uint32_t>& codes) {
    std::string list;
    for (const std::uint32_t code : codes)
        list += (list.empty() ? "" : ",") + value_text(dimension, code);
    return '{' + list + '}';
}

/// Returns the range that matches exactly these codes, which ascend; empty if no range does.
std::string range_text(const Dimension& dimension, const std::vector<std::uint32_t>& codes) {
    if (codes.size() < 2)
        return {};
    tables::Condition range{.column = dimension.name, .is_range = true};
    range.low = dimension.dictionary.text(codes.front());
    range.high = dimension.dictionary.text(codes.back());
    if (dimension.derivation == tables::Derivation::bin) {
        if (!is_bin(dimension, codes.front()) || !is_bin(dimension, codes.back()))
            return {};
        range.low = edge_text(dimension.edges[codes.front()]);
        range.high = edge_text(dimension.edges[codes.back() + 1]);
    }
    return means(dimension, range, codes) ? as_word(*range.low) + ".." + as_word(*range.high) : "";
}

std::string condition_text(const Dimension& dimension, std::vector<std::uint32_t> codes) {
    codes = dimension.ascending(std::move(codes));
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (codes.size() == 1)
        return value_text(dimension, codes.front());
    const std::string set = set_text(dimension, codes), range = range_text(dimension, codes);
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
