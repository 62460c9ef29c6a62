#include "scenes/cube/drawing.h"
#include "scenes/kdtree/drawing.h"
#include "scenes/skyline/drawing.h"

#include <algorithm>
#include <array>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <initializer_list>
#include <vector>

namespace scanline::view::marks_test {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency",
// 2009, at full severity: of linear light.
constexpr Matrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    deuteranopia{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    to_xyz{{{0.43394, 0.37622, 0.18984},
            {0.21267, 0.71515, 0.07218},
            {0.01776, 0.10947, 0.87277}}}; // of white: 1

Triple product(const Matrix& matrix, const Triple& vector) {
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            result[row] += matrix[row][column] * vector[column];
    return result;
}

/// CIE L*a*b* of a colour as it is seen.
Triple seen(ImU32 colour, const Matrix& by) {
    const ImVec4 rgb = ImGui::ColorConvertU32ToFloat4(colour);
    Triple light{static_cast<double>(rgb.x), static_cast<double>(rgb.y), static_cast<double>(rgb.z)};
    for (double& part : light)
        part = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    light = product(by, light);
    for (double& part : light)
        part = std::clamp(part, 0.0, 1.0);
    Triple xyz = product(to_xyz, light);
    for (double& part : xyz)
        part = part > 216.0 / 24389 ? std::cbrt(part) : (24389.0 / 27 * part + 16) / 116;
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double distance(ImU32 a, ImU32 b, const Matrix& by) {
    const Triple one = seen(a, by), other = seen(b, by);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

void check_apart(const std::vector<ImU32>& colours) {
    for (std::size_t i = 0; i < colours.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            CAPTURE(i, j);
            CHECK(distance(colours[i], colours[j], protanopia) > 20);
            CHECK(distance(colours[i], colours[j], deuteranopia) > 20);
        }
    }
}

} // namespace

TEST_CASE("Marks and splits of k-d trees are told apart without colour vision") {
    for (const Theme theme : enumerators<Theme>) {
        const Look look{.theme = theme, .scale = 1};
        CAPTURE(std::string(to_string(theme)));
        const auto colours = [&](std::initializer_list<kdtree_scene::Role> roles) {
            std::vector<ImU32> list;
            for (const kdtree_scene::Role role : roles)
                list.push_back(kdtree_scene::colour_of(look, role));
            return list;
        };
        check_apart(
            colours({kdtree_scene::Role::less, kdtree_scene::Role::median, kdtree_scene::Role::greater}));
        check_apart(
            colours({kdtree_scene::Role::found, kdtree_scene::Role::waiting, kdtree_scene::Role::pruned}));
        check_apart({kdtree_scene::axis_colour(look, 0), kdtree_scene::axis_colour(look, 1),
                     kdtree_scene::axis_colour(look, 2)});
    }
}

TEST_CASE("Rows of skylines and their lines are told apart without colour vision") {
    for (const Theme theme : enumerators<Theme>) {
        const Look look{.theme = theme, .scale = 1};
        CAPTURE(std::string(to_string(theme)));
        std::vector<ImU32> colours;
        for (const skyline_scene::Role role : skyline_scene::all_roles)
            colours.push_back(skyline_scene::colour_of(look, role));
        check_apart(colours);
    }
}

TEST_CASE("The codes of cubes are told apart without colour vision, and read on their colours") {
    std::vector<ImU32> colours;
    for (std::uint32_t code = 0; code < cube_scene::Setup::max_codes; ++code)
        colours.push_back(cube_scene::colour_of_code(code));
    check_apart(colours);
    for (const ImU32 colour : colours)
        check_apart({colour, cube_scene::ink_on(colour)});
}

} // namespace scanline::view::marks_test
