#include "text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace scanline::view {

std::string elided(const std::string& text, const std::function<bool(const std::string&)>& fits) {
    std::string cut = text;
    std::size_t end = text.size();
    while (end > 0 && !fits(cut)) {
        do
            --end;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u);
        cut = end == 0 ? "" : text.substr(0, end) + "...";
    }
    return cut;
}

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string capitalized(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

std::string number_text(double number) {
    return fmt::format("{}", number);
}

} // namespace scanline::view
