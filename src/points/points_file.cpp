#include "scanline/points/points_file.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "scanline/data/number_table.h"
#include "scanline/data/ply.h"
#include "scanline/points/convert.h"
#include "scanline/points/points.h"

#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace scanline::points {
namespace {

namespace fs = std::filesystem;

/// The types in which a file's coordinates are read.
using Numbers = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<float>,
                             std::vector<double>>;

template <Coordinate C, class T>
std::string not_held_text(T number) {
    if constexpr (std::floating_point<T>) {
        if (std::floating_point<C> || std::isnan(number))
            return range_text<std::conditional_t<std::floating_point<C>, C, double>>(number);
    }
    return fmt::format("is {}, which {} does not hold: subtract an offset, or scale", number,
                       to_string(data::element_type_of<C>()));
}

/// Makes points from file contents, and reports where these are invalid.
class CloudMaker {
public:
    /// names: of the columns; empty if unnamed.
    CloudMaker(const fs::path& path, std::size_t columns, std::vector<std::string> names = {})
        : path_(path), columns_(columns), names_(std::move(names)) {
        if (columns < 1 || columns > std::size_t{max_dimensions})
            throw data::read_error(path, fmt::format("it has {} columns: points have 1 to {} coordinates",
                                                     columns, max_dimensions));
    }

    /// Points with these coordinates, in the first type that holds all of them.
    template <Coordinate C, Coordinate... Wider, class T>
    AnyPointCloud make_exact(std::vector<T> numbers) const {
        const auto unheld = std::ranges::find_if_not(numbers, holds<C, T>);
        if (unheld == numbers.end()) {
            if constexpr (std::same_as<C, T>)
                return cloud(std::move(numbers));
            else
                return cloud(std::vector<C>(numbers.begin(), numbers.end()));
        }
        if constexpr (sizeof...(Wider) > 0)
            return make_exact<Wider...>(std::move(numbers));
        else
            throw wrong(static_cast<std::size_t>(unheld - numbers.begin()), not_held_text<C>(*unheld));
    }

    template <Coordinate C, class T>
    RoundedPoints make_rounded(const std::vector<T>& numbers) const {
        std::vector<C> coordinates;
        coordinates.reserve(numbers.size());
        RoundedPoints made;
        for (const T number : numbers) {
            const std::optional<C> nearest = nearest_coordinate<C>(number);
            if (!nearest)
                throw wrong(coordinates.size(), not_held_text<C>(number));
            coordinates.push_back(*nearest);
            if (holds<C>(number))
                continue;
            ++made.changed;
            const double change = std::abs(static_cast<double>(*nearest) - static_cast<double>(number));
            made.largest_change = std::max(made.largest_change, change);
        }
        made.points = cloud(std::move(coordinates));
        return made;
    }

    Error wrong(std::size_t coordinate, std::string_view what) const {
        const std::size_t column = coordinate % columns_;
        const std::string name = names_.empty() ? "" : fmt::format(" ({})", printable(names_[column]));
        return data::read_error(
            path_, fmt::format("row {}, column {}{} {}", coordinate / columns_, column, name, what));
    }

private:
    template <Coordinate C>
    PointCloud<C> cloud(std::vector<C> coordinates) const {
        return {std::move(coordinates), static_cast<int>(columns_)};
    }

    const fs::path& path_;
    const std::size_t columns_;
    const std::vector<std::string> names_;
};

struct FilePoints {
    CloudMaker maker;
    Numbers numbers;
};

std::vector<std::int64_t> whole_numbers(const data::NpyArray& array, const fs::path& path) {
    try {
        return array.convert<std::int64_t>();
    } catch (const Error& error) {
        throw data::read_error(path, error.what());
    }
}

FilePoints read_npy_points(const fs::path& path) {
    const data::NpyArray array = data::read_npy(path);
    if (array.shape.empty() || array.shape.size() > 2)
        throw data::read_error(path,
                               fmt::format("it is an array of {} dimensions, not of 2: give it a row for "
                                           "each point, by reshape(-1, coordinates)",
                                           array.shape.size()));
    const CloudMaker maker(path, array.shape.size() == 2 ? array.shape[1] : 1);
    switch (array.type) {
    case data::ElementType::f16:
    case data::ElementType::f32: return {maker, array.convert<float>()};
    case data::ElementType::f64: return {maker, array.convert<double>()};
    case data::ElementType::boolean:
    case data::ElementType::u8:
    case data::ElementType::i8:
    case data::ElementType::u16:
    case data::ElementType::i16:
    case data::ElementType::i32: return {maker, array.convert<std::int32_t>()};
    case data::ElementType::u32:
    case data::ElementType::u64:
    case data::ElementType::i64:
    case data::ElementType::datetime: // these refuse to be numbers
    case data::ElementType::unicode:
    case data::ElementType::bytes: break;
    }
    return {maker, whole_numbers(array, path)};
}

FilePoints read_csv_points(const fs::path& path) {
    data::NumberTable table = data::read_number_table(path);
    return {CloudMaker(path, table.columns, std::move(table.names)), std::move(table.numbers)};
}

FilePoints read_ply_points(const fs::path& path) {
    return {CloudMaker(path, 3, {"x", "y", "z"}), data::read_ply_vertices(path)};
}

FilePoints read_file_points(const fs::path& path) {
    const std::string ending = data::ending_of(path);
    if (ending == ".npy")
        return read_npy_points(path);
    if (ending == ".csv")
        return read_csv_points(path);
    if (ending == ".ply")
        return read_ply_points(path);
    throw usage_error(
        fmt::format("points are read from .npy, .csv and .ply, not from {}", printable_path(path)));
}

} // namespace

AnyPointCloud read_points(const fs::path& path) {
    FilePoints file = read_file_points(path);
    return std::visit(
        [&]<class T>(std::vector<T>& numbers) {
            if constexpr (std::integral<T>)
                return file.maker.make_exact<std::int32_t, double>(std::move(numbers));
            else
                return file.maker.make_exact<float, double>(std::move(numbers));
        },
        file.numbers);
}

RoundedPoints read_rounded_points(const fs::path& path, CoordinateType type) {
    const FilePoints file = read_file_points(path);
    return std::visit(
        [&](const auto& numbers) {
            switch (type) {
            case CoordinateType::int32: return file.maker.make_rounded<std::int32_t>(numbers);
            case CoordinateType::float32: return file.maker.make_rounded<float>(numbers);
            case CoordinateType::float64: break;
            }
            return file.maker.make_rounded<double>(numbers);
        },
        file.numbers);
}

} // namespace scanline::points
