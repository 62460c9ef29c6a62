#include "scanline/chart/drawing.h"

#include "scanline/core/text.h"
#include "text_layout.h"

#include <array>
#include <fmt/format.h>
#include <vector>

namespace scanline::chart {

std::string svg_number(double number) {
    std::string text = fmt::format("{:.2f}", number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string xml_text(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    const std::string valid = valid_utf8(text);
    std::string escaped;
    for (std::size_t at = 0; at < valid.size(); ++at) {
        const char byte = valid[at];
        const std::string_view rest = std::string_view(valid).substr(at);
        switch (byte) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        case '\'': escaped += "&apos;"; break;
        // A newline in an attribute would be read as a space; labels have one line.
        case '\t':
        case '\n':
        case '\r': escaped += ' '; break;
        default:
            // XML excludes U+FFFE and U+FFFF, and control characters.
            if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
                escaped += replacement;
                at += 2;
            } else if (static_cast<unsigned char>(byte) < 0x20) {
                escaped += replacement;
            } else {
                escaped += byte;
            }
        }
    }
    return escaped;
}

namespace {

// The palette of Okabe and Ito, distinguishable without colour vision, ordered so that dark and light
// alternate.
constexpr std::array<const char*, series_colours> series_names{"#0072b2", "#e69f00", "#009e73", "#56b4e9",
                                                               "#d55e00", "#333333", "#cc79a7", "#ababab"};

const char* name_of(const Colour& colour) {
    switch (colour.ink) {
    case Ink::background: return "#ffffff";
    case Ink::text: return "#222222";
    case Ink::dim: return "#555555";
    case Ink::faint: return "#777777";
    case Ink::axis: return "#444444";
    case Ink::grid: return "#e2e2e2";
    case Ink::fine_grid: return "#f0f0f0";
    case Ink::series: return series_names[colour.place % series_names.size()];
    }
    return "";
}

// Attributes, each with a leading space.

std::string attribute(std::string_view name, std::string_view value) {
    return fmt::format(" {}=\"{}\"", name, value);
}

std::string attribute(std::string_view name, double number) {
    return attribute(name, svg_number(number));
}

std::string fill_of(const Colour& colour) {
    return attribute("fill", name_of(colour)) +
           (colour.opacity < 1 ? attribute("fill-opacity", colour.opacity) : "");
}

std::string stroke_of(const Stroke& stroke) {
    return attribute("stroke", name_of(stroke.colour)) + attribute("stroke-width", stroke.width) +
           (stroke.colour.opacity < 1 ? attribute("stroke-opacity", stroke.colour.opacity) : "") +
           (stroke.dashed ? attribute("stroke-dasharray", "6 4") : "");
}

std::string area_of(const Rect& area) {
    return attribute("x", area.left) + attribute("y", area.top) + attribute("width", area.width()) +
           attribute("height", area.height());
}

std::string path_through(std::span<const Point> points) {
    std::string path;
    for (const Point& point : points)
        path += (path.empty() ? "M" : "L") + svg_number(point.x) + " " + svg_number(point.y);
    return path;
}

template <class Chart>
std::string svg_of(const Chart& chart, const ChartOptions& options) {
    SvgCanvas canvas;
    const ChartGeometry geometry = draw(canvas, chart, {}, options);
    return canvas.finish(geometry.width, geometry.height, chart.title, chart.subtitle);
}

} // namespace

double SvgCanvas::text_width(std::string_view utf8, double size, bool bold) const {
    // Bold text is about a tenth wider.
    return (bold ? 1.1 : 1) * chart::text_width(utf8, size);
}

void SvgCanvas::line(Point from, Point to, const Stroke& stroke) {
    body_ += "  <line" + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
             attribute("y2", to.y) + stroke_of(stroke) + "/>\n";
}

void SvgCanvas::polyline(std::span<const Point> points, const Stroke& stroke) {
    body_ += "  <path" + attribute("d", path_through(points)) + attribute("fill", "none") +
             stroke_of(stroke) + attribute("stroke-linejoin", "round") + "/>\n";
}

void SvgCanvas::band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) {
    std::vector<Point> outline(upper.begin(), upper.end());
    outline.insert(outline.end(), lower.rbegin(), lower.rend());
    shape(outline, {}, colour, {{}, 0});
}

void SvgCanvas::shape(std::span<const Point> outline, Point /*centre*/, const Colour& fill,
                      const Stroke& edge) {
    body_ += "  <path" + attribute("d", path_through(outline) + "Z") + fill_of(fill) +
             (edge.width > 0 ? stroke_of(edge) : "") + "/>\n";
}

void SvgCanvas::rectangle(const Rect& area, const Colour& fill) {
    body_ += "  <rect" + area_of(area) + fill_of(fill) + "/>\n";
}

void SvgCanvas::hatching(const Rect& area) {
    if (!hatching_defined_)
        body_ += R"svg(  <defs>
    <pattern id="hatching" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="2" height="5" fill="#ffffff"/>
    </pattern>
  </defs>
)svg";
    hatching_defined_ = true;
    body_ += "  <rect" + area_of(area) + attribute("fill", "url(#hatching)") + "/>\n";
}

void SvgCanvas::text(Point base, std::string_view utf8, const TextStyle& style) {
    const std::string x = svg_number(base.x), y = svg_number(base.y);
    body_ += "  <text" + attribute("x", x) + attribute("y", y) + attribute("font-size", style.size);
    // Inherited from the whole document.
    if (style.colour.ink != Ink::text || style.colour.opacity < 1)
        body_ += fill_of(style.colour);
    if (style.bold)
        body_ += attribute("font-weight", "bold");
    if (style.anchor != Anchor::start)
        body_ += attribute("text-anchor", style.anchor == Anchor::end ? "end" : "middle");
    if (style.degrees != 0)
        body_ += attribute("transform", fmt::format("rotate({} {} {})", svg_number(style.degrees), x, y));
    body_ += ">" + xml_text(utf8) + "</text>\n";
}

std::string SvgCanvas::finish(double width, double height, std::string_view title,
                              std::string_view description) const {
    // Draws the background, because a viewer's own may be dark.
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n"
        "  <title>{2}</title>\n"
        "  <desc>{3}</desc>\n"
        "  <rect x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "{4}</svg>\n",
        svg_number(width), svg_number(height), xml_text(title), xml_text(description), body_);
}

std::string svg(const LineChart& chart, const ChartOptions& options) {
    return svg_of(chart, options);
}

std::string svg(const StackedBarChart& chart, const ChartOptions& options) {
    return svg_of(chart, options);
}

std::string svg(const GroupedBarChart& chart, const ChartOptions& options) {
    return svg_of(chart, options);
}

} // namespace scanline::chart
