#pragma once
#include "scanline/chart/drawing.h"

#include <algorithm>
#include <string>
#include <vector>

namespace scanline::chart::test {

/// Records drawing calls. Every character is half as wide as the font is high.
class RecordingCanvas final : public Canvas {
public:
    struct Text {
        Point base;
        std::string text;
        TextStyle style;
    };
    struct Line {
        Point from, to;
        Stroke stroke;
    };
    struct Filled {
        std::vector<Point> outline;
        Colour fill;
    };

    double text_width(std::string_view utf8, double size, bool bold) const override {
        return (bold ? 0.6 : 0.5) * size * static_cast<double>(utf8.size());
    }
    void line(Point from, Point to, const Stroke& stroke) override {
        points.insert(points.end(), {from, to});
        lines.push_back({from, to, stroke});
    }
    void polyline(std::span<const Point> line, const Stroke& stroke) override {
        points.insert(points.end(), line.begin(), line.end());
        polylines.push_back({{line.begin(), line.end()}, stroke.colour});
    }
    void band(std::span<const Point> upper, std::span<const Point> lower, const Colour& colour) override {
        bands.push_back({{upper.begin(), upper.end()}, colour});
        points.insert(points.end(), lower.begin(), lower.end());
    }
    void shape(std::span<const Point> outline, Point centre, const Colour& fill, const Stroke&) override {
        points.push_back(centre);
        shapes.push_back({{outline.begin(), outline.end()}, fill});
    }
    void rectangle(const Rect& area, const Colour& fill) override {
        points.insert(points.end(), {{area.left, area.top}, {area.right, area.bottom}});
        rectangles.push_back({{{area.left, area.top}, {area.right, area.bottom}}, fill});
    }
    void hatching(const Rect&) override { ++hatchings; }
    void text(Point base, std::string_view utf8, const TextStyle& style) override {
        points.push_back(base);
        texts.push_back({base, std::string(utf8), style});
    }

    const Text* find(std::string_view wanted) const {
        const auto at = std::ranges::find(texts, wanted, &Text::text);
        return at == texts.end() ? nullptr : &*at;
    }

    std::vector<Point> points; ///< all points received
    std::vector<Line> lines;
    std::vector<Filled> polylines, bands, shapes, rectangles;
    std::vector<Text> texts;
    int hatchings = 0;
};

} // namespace scanline::chart::test
