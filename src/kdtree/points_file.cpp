#include "scanline/kdtree/points_file.h"

#include "scanline/core/error.h"
#include "scanline/data/csv.h"
#include "scanline/data/npy.h"
#include "scanline/data/ply.h"
#include "scanline/data/read_file.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace scanline::kdtree {
namespace {

namespace fs = std::filesystem;

bool is_float(data::ElementType type) {
    return type == data::ElementType::f32 || type == data::ElementType::f64;
}

template <class C>
PointCloud<C> convert(const data::NpyArray& array, int dimensions, const fs::path& path) {
    try {
        return {array.convert<C>(), dimensions};
    } catch (const Error& error) {
        throw data::read_error(path, error.what());
    }
}

AnyPointCloud read_npy_points(const fs::path& path) {
    const data::NpyArray array = data::read_npy(path);
    if (array.shape.empty() || array.shape.size() > 2)
        throw data::read_error(path,
                               fmt::format("it is an array of {} dimensions, not of 2: give it a row for "
                                           "each point, by reshape(-1, coordinates)",
                                           array.shape.size()));
    const std::size_t columns = array.shape.size() == 2 ? array.shape[1] : 1;
    if (columns < 1 || columns > std::size_t{max_dimensions})
        throw data::read_error(path, fmt::format("its rows have {} columns: points have 1 to {} coordinates",
                                                 columns, max_dimensions));
    const int dimensions = static_cast<int>(columns);
    if (is_float(array.type))
        return convert<float>(array, dimensions, path);
    return convert<std::int32_t>(array, dimensions, path);
}

bool is_number(const std::string& field) {
    double number = 0;
    const char* const end = field.data() + field.size();
    const auto [rest, error] = std::from_chars(field.data(), end, number);
    return error == std::errc{} && rest == end;
}

// A file without a header begins with a point. Names of our own, because those of a header may be alike.
data::CsvTable read_table(const fs::path& path) {
    data::CsvTable table = data::read_csv(path);
    if (std::ranges::all_of(table.header, is_number))
        table.rows.insert(table.rows.begin(), table.header);
    for (std::size_t column = 0; column < table.header.size(); ++column)
        table.header[column] = fmt::format("column {}", column);
    return table;
}

AnyPointCloud read_csv_points(const fs::path& path) {
    const data::CsvTable table = read_table(path);
    if (table.header.size() > std::size_t{max_dimensions})
        throw data::read_error(path, fmt::format("it has {} columns: points have 1 to {} coordinates",
                                                 table.header.size(), max_dimensions));
    PointCloud<float> cloud{std::vector<float>(table.rows.size() * table.header.size()),
                            static_cast<int>(table.header.size())};
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        std::vector<double> numbers;
        try {
            numbers = table.numbers(table.header[column]);
        } catch (const Error& error) {
            throw data::read_error(path, error.what());
        }
        for (std::size_t row = 0; row < numbers.size(); ++row)
            cloud.coordinates[row * table.header.size() + column] = static_cast<float>(numbers[row]);
    }
    return cloud;
}

} // namespace

AnyPointCloud read_points(const fs::path& path) {
    const std::string ending = path.extension().string();
    if (ending == ".npy")
        return read_npy_points(path);
    if (ending == ".csv")
        return read_csv_points(path);
    if (ending == ".ply")
        return PointCloud<float>{data::read_ply_vertices(path), 3};
    throw usage_error(fmt::format("points are read from .npy, .csv and .ply, not from {}", path.string()));
}

} // namespace scanline::kdtree
