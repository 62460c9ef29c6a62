#include "values.h"

#include "bins.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/tables/decimal.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::cube {

using tables::finite_number;

namespace {

/// Returns the codes with keep(text), except that of the empty text.
template <class Keep>
std::vector<std::uint32_t> codes_where(const Dictionary& dictionary, Keep keep) {
    std::vector<std::uint32_t> codes;
    for (std::uint32_t code = 0; code < dictionary.size(); ++code)
        if (const std::string& text = dictionary.text(code); !text.empty() && keep(text))
            codes.push_back(code);
    return codes;
}

std::vector<std::uint32_t> codes_of_numbers(const Dictionary& dictionary, double low, double high) {
    return codes_where(dictionary, [&](const std::string& text) {
        const std::optional<double> number = finite_number(text);
        return number && *number >= low && *number <= high;
    });
}

/// Lists some values of a dimension, "Bergen, Oslo ...".
std::string examples(const Dimension& dimension) {
    constexpr std::uint32_t most = 5;
    std::string list;
    for (std::uint32_t code = 0; code < std::min<std::int64_t>(most, dimension.dictionary.size()); ++code) {
        const std::string& text = dimension.dictionary.text(code);
        list += (list.empty() ? "" : ", ") + (text.empty() ? "\"\"" : printable(text));
    }
    if (list.empty())
        return "no values, since the cube has no rows";
    return list + (dimension.dictionary.size() > most ? " ..." : "");
}

double number_of_end(const std::optional<std::string>& end, double if_open, const Dimension& dimension,
                     const std::string& what) {
    if (!end)
        return if_open;
    if (const std::optional<double> number = finite_number(*end))
        return *number;
    throw usage_error(fmt::format("{}: {} has numbers, and {} is not a number", what,
                                  printable(dimension.name), printable(*end)));
}

/// Returns the index of an edge.
std::uint32_t edge_number(const Dimension& dimension, const std::optional<std::string>& end, bool is_low,
                          const std::string& what) {
    const std::vector<double>& edges = dimension.edges;
    const double edge = number_of_end(end, is_low ? edges.front() : edges.back(), dimension, what);
    // The bin of a single value has two equal edges.
    const auto [first, last] = std::equal_range(edges.begin(), edges.end(), edge);
    if (first != last)
        return static_cast<std::uint32_t>((is_low ? first : last - 1) - edges.begin());
    const auto above = std::clamp<std::ptrdiff_t>(first - edges.begin(), 1, std::ssize(edges) - 1);
    const auto near = static_cast<std::size_t>(above);
    throw usage_error(fmt::format("{}: {} is not an edge of the bins of {}: choose {} or {}", what,
                                  printable(*end), printable(dimension.name), edge_text(edges[near - 1]),
                                  edge_text(edges[near])));
}

std::vector<std::uint32_t> codes_of_edges(const Dimension& dimension, const std::optional<std::string>& low,
                                          const std::optional<std::string>& high, const std::string& what) {
    std::vector<std::uint32_t> codes;
    if (dimension.edges.empty())
        return codes;
    const std::uint32_t end = edge_number(dimension, high, false, what);
    for (std::uint32_t bin = edge_number(dimension, low, true, what); bin < end; ++bin)
        codes.push_back(bin);
    return codes;
}

} // namespace

std::vector<std::uint32_t> codes_of_value(const Dimension& dimension, const std::string& text,
                                          const std::string& what) {
    const Dictionary& dictionary = dimension.dictionary;
    if (const std::optional<std::uint32_t> code = dictionary.find(text))
        return {*code};
    const bool has_bins = dimension.derivation == Derivation::bin && !dimension.edges.empty();
    if (has_bins || dictionary.is_numeric())
        if (const std::optional<double> number = finite_number(text)) {
            if (has_bins)
                return {bin_of(dimension, *number)};
            if (std::vector<std::uint32_t> codes = codes_of_numbers(dictionary, *number, *number);
                !codes.empty())
                return codes;
        }
    throw usage_error(fmt::format("{}: {} has no value {}: it has {}", what, printable(dimension.name),
                                  text.empty() ? "\"\"" : printable(text), examples(dimension)));
}

std::vector<std::uint32_t> codes_of_range(const Dimension& dimension, const std::optional<std::string>& low,
                                          const std::optional<std::string>& high, const std::string& what) {
    if (dimension.derivation == Derivation::bin)
        return codes_of_edges(dimension, low, high, what);
    if (!dimension.dictionary.is_numeric())
        return codes_where(dimension.dictionary, [&](const std::string& text) {
            return (!low || text >= *low) && (!high || text <= *high);
        });
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return codes_of_numbers(dimension.dictionary, number_of_end(low, -infinity, dimension, what),
                            number_of_end(high, infinity, dimension, what));
}

} // namespace scanline::cube
