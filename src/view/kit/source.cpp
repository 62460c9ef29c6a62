#include "kit/source.h"

#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <filesystem>
#include <fmt/format.h>
#include <ranges>

namespace scanline::view {

bool is_points_text(std::string_view text) {
    if (text.find_first_of(",;") == text.npos)
        return false;
    const std::string ending = std::filesystem::path(text).extension().string();
    const bool is_file =
        text.find('/') != text.npos || (ending.size() > 1 && ending.find_first_not_of("0123456789", 1) == 1);
    return text.find_first_not_of("+-.0123456789eE^,; ") == text.npos ||
           (!is_file && text.find_first_of("(+-.0123456789") == 0);
}

points::PointCloud<float> parse_points(std::string_view text) {
    points::PointCloud<float> cloud{{}, 2};
    for (const auto part : text | std::views::split(';')) {
        const std::string_view point(part.begin(), part.end());
        const std::vector<std::string> numbers = split_list("points", point);
        if (numbers.size() != 2)
            throw usage_error(fmt::format("points: '{}' has {} coordinates, not 2: they look like 1,2; 3,4",
                                          printable(trimmed(point)), numbers.size()));
        for (const std::string& number : numbers)
            cloud.coordinates.push_back(
                static_cast<float>(parse_number<double>("points", number, {-1e30, 1e30})));
    }
    if (cloud.coordinates.empty() || cloud.coordinates.size() > 2 * max_drawn_points)
        throw usage_error(fmt::format("points: there may be 1 to {}, or a file of more", max_drawn_points));
    return cloud;
}

std::string draw_point(Gesture gesture, const std::string& source, std::vector<float> shown, double x,
                       double y, std::int64_t nearest) {
    if (shown.size() > 2 * max_drawn_points)
        shown.clear();
    if (is_points_text(source))
        shown = parse_points(source).coordinates;
    if (gesture == Gesture::pin && shown.size() < 2 * max_drawn_points)
        shown.insert(shown.end(), {static_cast<float>(x), static_cast<float>(y)});
    else if (gesture == Gesture::unpin && nearest >= 0 && 2 * nearest < std::ssize(shown))
        shown.erase(shown.begin() + 2 * nearest, shown.begin() + 2 * nearest + 2);
    else
        return source;
    std::string text;
    for (std::size_t i = 0; i < shown.size(); i += 2)
        text += fmt::format("{}{:.4g},{:.4g}", text.empty() ? "" : "; ", shown[i], shown[i + 1]);
    return text.empty() ? source : text;
}

Property drawing_row(bool& drawing) {
    return toggle_row("draw", "Draw points", drawing, "Clicks in the plane add and remove points.");
}

void draw_points_input(const Look& look, const std::vector<Property>& rows, std::string& source, bool drawing,
                       const char* remark, std::string& problem) {
    draw_rows(look, rows, {"draw"});
    if (!drawing && !is_points_text(source))
        return;
    note(look, remark ? remark : "A click adds a point, a right click removes the nearest.");
    const auto set = [&source](const std::string& text) {
        parse_points(text);
        source = text;
    };
    const auto typed = [&source] { return is_points_text(source) ? source : ""; };
    draw_own_row(look, {typed, set}, "Type points, such as 0.2,0.3; 0.5,0.7, and Enter.", problem);
}

} // namespace scanline::view
