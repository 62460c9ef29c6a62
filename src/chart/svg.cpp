#include "svg.h"

#include "scanline/chart/drawing.h"
#include "scanline/core/utf8.h"
#include "text_layout.h"

#include <array>
#include <cassert>
#include <fmt/format.h>

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
        // A line end in an attribute would be read as a space, and a label has one line.
        case '\t':
        case '\n':
        case '\r': escaped += ' '; break;
        default:
            // U+FFFE and U+FFFF are no characters of XML, nor are those below the space.
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

void SvgDocument::start(std::string_view name, const Attributes& attributes, std::string_view end) {
    body_ += fmt::format("{:{}}<{}", "", 2 * (open_.size() + 1), name);
    for (const auto& [key, value] : attributes)
        body_ += fmt::format(" {}=\"{}\"", key, xml_text(value.text()));
    body_ += end;
}

void SvgDocument::add(std::string_view name, const Attributes& attributes) {
    start(name, attributes, "/>\n");
}

void SvgDocument::add_text(std::string_view name, const Attributes& attributes, std::string_view text) {
    start(name, attributes, ">");
    body_ += fmt::format("{}</{}>\n", xml_text(text), name);
}

void SvgDocument::open(std::string_view name, const Attributes& attributes) {
    start(name, attributes, ">\n");
    open_.emplace_back(name);
}

void SvgDocument::close() {
    assert(!open_.empty());
    const std::string name = std::move(open_.back());
    open_.pop_back();
    body_ += fmt::format("{:{}}</{}>\n", "", 2 * (open_.size() + 1), name);
}

std::string SvgDocument::finish(double width, double height, std::string_view title,
                                std::string_view description) const {
    assert(open_.empty());
    const std::string w = svg_number(width), h = svg_number(height);
    // The background is drawn, because a viewer's own may be dark.
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n"
        "  <title>{2}</title>\n"
        "  <desc>{3}</desc>\n"
        "  <rect x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "{4}</svg>\n",
        w, h, xml_text(title), xml_text(description), body_);
}

namespace {

// The colours of Okabe and Ito, which are told apart without colour vision, in an order that alternates dark
// and light.
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

std::string path_through(std::span<const Point> points) {
    std::string path;
    for (const Point& point : points)
        path += (path.empty() ? "M" : "L") + svg_number(point.x) + " " + svg_number(point.y);
    return path;
}

void add_fill(SvgDocument::Attributes& attributes, const Colour& colour) {
    attributes.emplace_back("fill", name_of(colour));
    if (colour.opacity < 1)
        attributes.emplace_back("fill-opacity", colour.opacity);
}

void add_stroke(SvgDocument::Attributes& attributes, const Stroke& stroke) {
    attributes.emplace_back("stroke", name_of(stroke.colour));
    attributes.emplace_back("stroke-width", stroke.width);
    if (stroke.colour.opacity < 1)
        attributes.emplace_back("stroke-opacity", stroke.colour.opacity);
    if (stroke.dashed)
        attributes.emplace_back("stroke-dasharray", "6 4");
}

SvgDocument::Attributes attributes_of(const Rect& area) {
    return {{"x", area.left}, {"y", area.top}, {"width", area.width()}, {"height", area.height()}};
}

template <class Chart>
std::string svg_of(const Chart& chart, const ChartOptions& options) {
    SvgCanvas canvas;
    const ChartGeometry geometry = draw(canvas, chart, {}, options);
    return canvas.finish(geometry.width, geometry.height, chart.title, chart.subtitle);
}

} // namespace

double SvgCanvas::text_width(std::string_view utf8, double size, bool bold) const {
    // Bold letters are about a tenth wider.
    return (bold ? 1.1 : 1) * chart::text_width(utf8, size);
}

void SvgCanvas::line(Point from, Point to, const Stroke& stroke) {
    SvgDocument::Attributes attributes{{"x1", from.x}, {"y1", from.y}, {"x2", to.x}, {"y2", to.y}};
    add_stroke(attributes, stroke);
    document_.add("line", attributes);
}

void SvgCanvas::polyline(std::span<const Point> points, const Stroke& stroke) {
    SvgDocument::Attributes attributes{{"d", path_through(points)}, {"fill", "none"}};
    add_stroke(attributes, stroke);
    attributes.emplace_back("stroke-linejoin", "round");
    document_.add("path", attributes);
}

void SvgCanvas::band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) {
    std::vector<Point> outline(upper.begin(), upper.end());
    outline.insert(outline.end(), lower.rbegin(), lower.rend());
    SvgDocument::Attributes attributes{{"d", path_through(outline) + "Z"}};
    add_fill(attributes, colour);
    document_.add("path", attributes);
}

void SvgCanvas::shape(std::span<const Point> outline, Point /*centre*/, const Colour& fill,
                      const Stroke& edge) {
    SvgDocument::Attributes attributes{{"d", path_through(outline) + "Z"}};
    add_fill(attributes, fill);
    if (edge.width > 0)
        add_stroke(attributes, edge);
    document_.add("path", attributes);
}

void SvgCanvas::rectangle(const Rect& area, const Colour& fill) {
    SvgDocument::Attributes attributes = attributes_of(area);
    add_fill(attributes, fill);
    document_.add("rect", attributes);
}

void SvgCanvas::hatching(const Rect& area) {
    define_hatching();
    SvgDocument::Attributes attributes = attributes_of(area);
    attributes.emplace_back("fill", "url(#hatching)");
    document_.add("rect", attributes);
}

void SvgCanvas::define_hatching() {
    if (hatching_defined_)
        return;
    hatching_defined_ = true;
    document_.open("defs", {});
    document_.open("pattern", {{"id", "hatching"},
                               {"width", 5},
                               {"height", 5},
                               {"patternUnits", "userSpaceOnUse"},
                               {"patternTransform", "rotate(45)"}});
    document_.add("rect", {{"width", 2}, {"height", 5}, {"fill", name_of({Ink::background})}});
    document_.close();
    document_.close();
}

void SvgCanvas::text(Point base, std::string_view utf8, const TextStyle& style) {
    SvgDocument::Attributes attributes{{"x", base.x}, {"y", base.y}, {"font-size", style.size}};
    // That of the whole document.
    if (style.colour.ink != Ink::text || style.colour.opacity < 1)
        add_fill(attributes, style.colour);
    if (style.bold)
        attributes.emplace_back("font-weight", "bold");
    if (style.anchor != Anchor::start)
        attributes.emplace_back("text-anchor", style.anchor == Anchor::end ? "end" : "middle");
    if (style.degrees != 0)
        attributes.emplace_back("transform", "rotate(" + svg_number(style.degrees) + " " +
                                                 svg_number(base.x) + " " + svg_number(base.y) + ")");
    document_.add_text("text", attributes, utf8);
}

std::string SvgCanvas::finish(double width, double height, std::string_view title,
                              std::string_view description) const {
    return document_.finish(width, height, title, description);
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
