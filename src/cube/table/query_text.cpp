#include "bins.h"
#include "values.h"

#include "scanline/core/text.h"
#include "scanline/cube/question.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

/// Quotes a text that would otherwise be read as something else.
std::string as_word(const std::string& text) {
    if (!text.empty() && trimmed(text) == text && text.find_first_of(",;{}*\"=") == std::string::npos &&
        text.find("..") == std::string::npos && text.back() != '.')
        return text;
    std::string word = "\"";
    for (const char c : text)
        word.append(c == '"' ? 2 : 1, c);
    return word + '"';
}

bool is_bin(const Dimension& dimension, std::uint32_t code) {
    return dimension.derivation == Derivation::bin && code + 1 < dimension.edges.size();
}

/// Names a single value; a bin by its lower edge.
std::string value_text(const Dimension& dimension, std::uint32_t code) {
    return is_bin(dimension, code) ? edge_text(dimension.edges[code])
                                   : as_word(dimension.dictionary.text(code));
}

std::string set_text(const Dimension& dimension, const std::vector<std::uint32_t>& codes) {
    std::string list;
    for (const std::uint32_t code : codes)
        list += (list.empty() ? "" : ",") + value_text(dimension, code);
    return '{' + list + '}';
}

/// Returns the range that matches exactly these codes, which ascend; empty if no range does.
std::string range_text(const Dimension& dimension, const std::vector<std::uint32_t>& codes) {
    if (codes.size() < 2 || dimension.dictionary.text(codes.front()).empty())
        return {};
    std::string low = dimension.dictionary.text(codes.front()),
                high = dimension.dictionary.text(codes.back());
    if (dimension.derivation == Derivation::bin) {
        low = edge_text(dimension.edges[codes.front()]);
        high = edge_text(dimension.edges[codes.back() + 1]);
    }
    if (dimension.ascending(codes_of_range(dimension, low, high, "cube query")) != codes)
        return {};
    return as_word(low) + ".." + as_word(high);
}

std::string condition_text(const Dimension& dimension, std::vector<std::uint32_t> codes) {
    codes = dimension.ascending(std::move(codes));
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (codes.size() == 1)
        return value_text(dimension, codes.front());
    const std::string set = set_text(dimension, codes), range = range_text(dimension, codes);
    return range.empty() || set.size() <= range.size() ? set : range;
}

/// Names a stored measure to rank groups by.
std::string ranking_text(const Cube& cube, std::optional<int> stored) {
    if (!stored)
        return "count";
    Measure measure = *std::ranges::find(cube.measures, *stored, &Measure::stored);
    if (measure.aggregate == Aggregate::avg)
        measure.aggregate = Aggregate::sum;
    return as_word(measure.name());
}

} // namespace

std::string query_text(const Cube& cube, const Query& query) {
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
    if (query.top)
        text += fmt::format("; {} {} by {}", query.top->smallest ? "bottom" : "top", query.top->groups,
                            ranking_text(cube, query.top->measure));
    return text;
}

} // namespace scanline::cube
