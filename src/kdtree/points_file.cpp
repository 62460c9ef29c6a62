#include "scanline/kdtree/points_file.h"

#include "first_nan.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/npy.h"
#include "scanline/data/number_table.h"
#include "scanline/data/ply.h"
#include "scanline/data/read_file.h"

#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace scanline::kdtree {
namespace {

namespace fs = std::filesystem;

/// Makes points of what a file holds, and tells where it holds something else.
class CloudMaker {
public:
    /// names: of the columns; empty where they have none.
    CloudMaker(const fs::path& path, std::size_t columns, std::vector<std::string> names = {})
        : path_(path), columns_(columns), names_(std::move(names)) {
        if (columns < 1 || columns > std::size_t{max_dimensions})
            throw data::read_error(path, fmt::format("it has {} columns: points have 1 to {} coordinates",
                                                     columns, max_dimensions));
    }

    template <Coordinate C>
    PointCloud<C> make(std::vector<C> coordinates) const {
        if (const std::optional<std::size_t> at = first_nan<C>(coordinates))
            throw wrong(*at, "is not a number: leave such points out");
        return {std::move(coordinates), static_cast<int>(columns_)};
    }

    PointCloud<float> make_rounded(const std::vector<double>& numbers) const {
        std::vector<float> coordinates(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            coordinates[i] = static_cast<float>(numbers[i]);
            if (std::isinf(coordinates[i]) && !std::isinf(numbers[i]))
                throw wrong(
                    i, fmt::format("is {}, which float32 cannot hold: scale the coordinates", numbers[i]));
        }
        return make(std::move(coordinates));
    }

    Error wrong(std::size_t coordinate, std::string_view what) const {
        const std::size_t column = coordinate % columns_;
        const std::string name = names_.empty() ? "" : fmt::format(" ({})", printable(names_[column]));
        return data::read_error(
            path_, fmt::format("row {}, column {}{} {}", coordinate / columns_, column, name, what));
    }

private:
    const fs::path& path_;
    const std::size_t columns_;
    const std::vector<std::string> names_;
};

PointCloud<std::int32_t> whole_points(const data::NpyArray& array, const CloudMaker& maker,
                                      const fs::path& path) {
    try {
        return maker.make(array.convert<std::int32_t>());
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
    const CloudMaker maker(path, array.shape.size() == 2 ? array.shape[1] : 1);
    if (array.type == data::ElementType::f32)
        return maker.make(array.convert<float>());
    if (array.type == data::ElementType::f64)
        return maker.make_rounded(array.convert<double>());
    return whole_points(array, maker, path);
}

AnyPointCloud read_csv_points(const fs::path& path) {
    data::NumberTable table = data::read_number_table(path);
    return CloudMaker(path, table.columns, std::move(table.names)).make_rounded(table.numbers);
}

AnyPointCloud read_ply_points(const fs::path& path) {
    return CloudMaker(path, 3, {"x", "y", "z"}).make_rounded(data::read_ply_vertices(path));
}

} // namespace

AnyPointCloud read_points(const fs::path& path) {
    const std::string ending = path.extension().string();
    if (ending == ".npy")
        return read_npy_points(path);
    if (ending == ".csv")
        return read_csv_points(path);
    if (ending == ".ply")
        return read_ply_points(path);
    throw usage_error(
        fmt::format("points are read from .npy, .csv and .ply, not from {}", printable_path(path)));
}

} // namespace scanline::kdtree
