#pragma once
#include <filesystem>
#include <vector>

namespace scanline::data {

/// The coordinates x, y, z of the vertices of a PLY file, one vertex after the other: of text or binary
/// files, of any type of number, each of which double precision holds, whatever other properties and elements
/// there are. A row of a text file is one line.
///
/// Errors name the path and what is wrong, of a text file with the line: no PLY file, a header that does not
/// parse or names no format, no vertices with x, y and z, fewer or more rows than the header declares, a line
/// with fewer or more numbers than its element has properties, a number that is none, a list whose length is
/// no whole number from 0 on. Source: Turk, "The PLY Polygon File Format", 1994.
///
///     "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
///     "end_header\n3 1 7\n": 3 1 7
std::vector<double> read_ply_vertices(const std::filesystem::path& path);

} // namespace scanline::data
