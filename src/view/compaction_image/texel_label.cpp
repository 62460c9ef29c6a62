#include "compaction_image/texel_label.h"

#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

// "-0" and zeros that say nothing: "0.50", "3."
std::string trimmed(std::string text) {
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0')
            text.pop_back();
        if (text.back() == '.')
            text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

} // namespace

std::string texel_label(float value, const std::function<bool(const std::string&)>& fits) {
    if (!std::isfinite(value)) {
        std::string text = fmt::format("{}", value);
        return fits(text) ? text : "";
    }
    constexpr int most_decimals = 6; // of a float there are no more to tell
    for (int decimals = most_decimals; decimals >= 0; --decimals) {
        std::string text = trimmed(fmt::format("{:.{}f}", value, decimals));
        if (fits(text))
            return text;
    }
    return "";
}

std::string value_text(float value) {
    if (std::isfinite(value) && std::trunc(value) == value && std::abs(value) < 1e9f)
        return fmt::format("{:.0f}", value == 0.0f ? 0.0f : value);
    return fmt::format("{}", value);
}

std::string scale_text(float value) {
    const bool whole = std::trunc(value) == value && std::abs(value) < 1e9f;
    return whole ? value_text(value) : fmt::format("{:.5g}", value);
}

} // namespace scanline::view
