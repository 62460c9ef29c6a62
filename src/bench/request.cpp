#include "scanline/bench/request.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <limits>

namespace scanline::bench {

std::string Axis::key() const {
    std::string key = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    std::ranges::transform(key, key.begin(), [](unsigned char c) { return std::tolower(c); });
    return key;
}

std::string Axis::values_text() const {
    switch (type) {
    case Type::whole:
        return fmt::format("{} from {} to {}", several ? "numbers" : "a number", whole.least, whole.most);
    case Type::real:
        return fmt::format("{} from {} to {}", several ? "numbers" : "a number", real.least, real.most);
    case Type::name: return names_of(choices);
    case Type::image: return "hand, bunny, finger or paths";
    case Type::flag: return "true, false";
    }
    return {};
}

void Axis::check(std::span<const std::string> given) const {
    for (const std::string& value : given) {
        if (type == Type::whole)
            parse_number<std::uint64_t>(option, value, whole);
        else if (type == Type::real)
            parse_number<double>(option, value, real);
        else if (type == Type::name && !check_value)
            parse_choice(option, value, choices);
        if (check_value)
            check_value(value);
    }
}

Axis axis_of_sizes() {
    constexpr std::uint64_t most_elements = std::uint64_t{1} << 30;
    return {.option = "--sizes",
            .text = "numbers of elements, as 1048576 or 2^20",
            .type = Axis::Type::whole,
            .whole = {1, most_elements},
            .several = true};
}

Axis axis_of_threads(const std::string& usual) {
    return {.option = "--threads",
            .text = fmt::format("numbers of threads (default: {})", usual),
            .type = Axis::Type::whole,
            .whole = {1, cpu::ThreadTeam::max_threads},
            .several = true};
}

const std::vector<std::string>& Request::names(std::string_view option) const {
    static const std::vector<std::string> none;
    const auto found = values.find(option);
    return found == values.end() ? none : found->second;
}

template <class T>
std::vector<T> Request::numbers(std::string_view option) const {
    using Limits = std::numeric_limits<T>;
    std::vector<T> parsed;
    for (const std::string& value : names(option))
        parsed.push_back(parse_number<T>(option, value, {Limits::lowest(), Limits::max()}));
    return parsed;
}

template std::vector<int> Request::numbers(std::string_view) const;
template std::vector<std::int64_t> Request::numbers(std::string_view) const;
template std::vector<std::uint64_t> Request::numbers(std::string_view) const;
template std::vector<double> Request::numbers(std::string_view) const;

} // namespace scanline::bench
