#pragma once
#include <filesystem>
#include <vector>

namespace scanline::data {

/// Reads the vertex coordinates x, y, z of a PLY file, vertex by vertex: text or binary, any number type
/// (double holds each of them), ignoring other properties and elements. A row of a text file is one line.
///
/// Errors name the path and the problem, for text files also the line: not a PLY file, a header that does not
/// parse or names no format, no vertices with x, y and z, fewer or more rows than the header declares, a line
/// with fewer or more numbers than its element has properties, a malformed number, a list length that is not
/// a whole number from 0 on. Source: Turk, "The PLY Polygon File Format", 1994.
///
///     "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
///     "end_header\n3 1 7\n": 3 1 7
std::vector<double> read_ply_vertices(const std::filesystem::path& path);

} // namespace scanline::data
