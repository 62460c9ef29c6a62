#include "scanline/points/points_file.h"

#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "scanline/data/ply.h"
#include "scanline/data/table.h"
#include "scanline/points/convert.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <numeric>
#include <set>
#include <string_view>
#include <variant>

namespace scanline::points {
namespace {

namespace fs = std::filesystem;

/// The types in which a file's coordinates are read.
using Numbers = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<float>,
                             std::vector<double>>;

template <Coordinate C, class T>
std::string not_held_text(T number) {
    if constexpr (std::floating_point<T>) {
        if (std::floating_point<C>)
            return range_text<std::conditional_t<std::floating_point<C>, C, double>>(number);
    }
    return fmt::format("is {}, which {} does not hold: subtract an offset, or scale", number,
                       to_string(data::element_type_of<C>()));
}

/// The index of the first number that meets a test; their number if none does.
template <class T, class Test>
std::size_t first_index(const std::vector<T>& numbers, Test test) {
    return cpu::first_where<std::uint32_t>(0, numbers.size(),
                                           [&](std::size_t i) { return std::uint32_t{test(numbers[i])}; });
}

/// Makes points from numbers. wrong(coordinate, what) makes the error for one of them.
class CloudMaker {
public:
    using Wrong = std::function<Error(std::size_t, const std::string&)>;

    CloudMaker(int dimensions, std::optional<CoordinateType> type, Wrong wrong)
        : dimensions_(dimensions), type_(type), wrong_(std::move(wrong)) {}

    FilePoints make(Numbers numbers) const {
        return std::visit([this](auto& found) { return make_of(std::move(found)); }, numbers);
    }

private:
    template <class T>
    FilePoints make_of(std::vector<T> numbers) const {
        if (!type_)
            return {std::integral<T> ? make_exact<std::int32_t, double>(std::move(numbers))
                                     : make_exact<float, double>(std::move(numbers))};
        switch (*type_) {
        case CoordinateType::int32: return make_rounded<std::int32_t>(numbers);
        case CoordinateType::float32: return make_rounded<float>(numbers);
        case CoordinateType::float64: break;
        }
        return make_rounded<double>(numbers);
    }

    /// Points with these coordinates, in the first type that holds all of them.
    template <Coordinate C, Coordinate... Wider, class T>
    AnyPointCloud make_exact(std::vector<T> numbers) const {
        const std::size_t unheld = first_index(numbers, [](T number) { return !holds<C, T>(number); });
        if (unheld == numbers.size()) {
            if constexpr (std::same_as<C, T>)
                return cloud(std::move(numbers));
            else
                return cloud(std::vector<C>(numbers.begin(), numbers.end()));
        }
        if constexpr (sizeof...(Wider) > 0)
            return make_exact<Wider...>(std::move(numbers));
        else
            throw wrong_(unheld, not_held_text<C>(numbers[unheld]));
    }

    template <Coordinate C, class T>
    FilePoints make_rounded(const std::vector<T>& numbers) const {
        std::vector<C> coordinates;
        coordinates.reserve(numbers.size());
        FilePoints made;
        for (const T number : numbers) {
            const std::optional<C> nearest = nearest_coordinate<C>(number);
            if (!nearest)
                throw wrong_(coordinates.size(), not_held_text<C>(number));
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

    template <Coordinate C>
    PointCloud<C> cloud(std::vector<C> coordinates) const {
        return {std::move(coordinates), dimensions_};
    }

    int dimensions_;
    std::optional<CoordinateType> type_;
    Wrong wrong_;
};

Numbers numbers_of(const data::NpyArray& array, const fs::path& path) {
    switch (array.type) {
    case data::ElementType::f16:
    case data::ElementType::f32: return array.convert<float>();
    case data::ElementType::f64: return array.convert<double>();
    case data::ElementType::boolean:
    case data::ElementType::u8:
    case data::ElementType::i8:
    case data::ElementType::u16:
    case data::ElementType::i16:
    case data::ElementType::i32: return array.convert<std::int32_t>();
    case data::ElementType::u32:
    case data::ElementType::u64:
    case data::ElementType::i64:
    case data::ElementType::datetime: // these refuse to be numbers
    case data::ElementType::unicode:
    case data::ElementType::bytes: break;
    }
    try {
        return array.convert<std::int64_t>();
    } catch (const Error& error) {
        throw data::read_error(path, error.what());
    }
}

/// True for a malformed number, which must not pass for a name: "1.5D3", "$5", also after a typographic minus
/// or a no-break space.
bool begins_like_number(std::string_view name) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    for (const std::string_view ignored : {"\xe2\x88\x92", "\xc2\xa0"})
        if (name.starts_with(ignored))
            name.remove_prefix(ignored.size());
    const auto first =
        std::ranges::find_if(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
    return first != name.end() && !is_letter(*first);
}

/// Reads the points of a file: chooses columns, takes their numbers, and leaves out rows.
class PointsReader {
public:
    PointsReader(const fs::path& path, const PointsReading& reading) : path_(path), reading_(reading) {
        if (data::ending_of(path) == ".ply") {
            names_ = {"x", "y", "z"};
            width_ = names_.size();
            whole_ = data::read_ply_vertices(path);
        } else {
            table_ = data::read_table(path, reading.text);
            names_ = table_->names();
            width_ = table_->columns();
            const data::NpyArray* const array = table_->whole_array();
            if (array != nullptr && reading.cells.missing.empty()) // no number stands for a missing one
                whole_ = numbers_of(*array, path);
        }
        choose_columns();
    }

    FilePoints read() {
        Numbers numbers = whole_           ? std::visit([this](auto& all) { return taken(all); }, *whole_)
                          : are_integers() ? Numbers(cells<std::int64_t>())
                                           : Numbers(cells<double>());
        std::visit([this](auto& all) { check(all); }, numbers);
        const CloudMaker maker(static_cast<int>(columns_.size()), reading_.type,
                               [this](std::size_t at, const std::string& what) { return wrong(at, what); });
        FilePoints made = maker.make(std::move(numbers));
        made.file_rows = file_rows_;
        made.dropped = dropped_;
        made.rows = std::move(rows_);
        made.unused = std::move(unused_);
        if (!names_.empty())
            for (const std::size_t column : columns_)
                made.names.push_back(names_[column]);
        if (id_)
            for (std::int64_t point = 0; point < file_rows_ - dropped_; ++point)
                made.ids.push_back(table_->text(static_cast<std::size_t>(made.row_of(point)), *id_));
        return made;
    }

private:
    void choose_columns() {
        if (reading_.id)
            id_ = column("--id", *reading_.id);
        for (const std::string& name : reading_.columns)
            columns_.push_back(column("--columns", name));
        if (std::set(columns_.begin(), columns_.end()).size() < columns_.size())
            throw usage_error(fmt::format("--columns {}: a column is named twice: name each once",
                                          printable(fmt::format("{}", fmt::join(reading_.columns, ",")))));
        const auto& names = reading_.names;
        is_chosen_ = !columns_.empty();
        if (!names.empty() && !names_.empty() && std::set(names.begin(), names.end()).size() == names.size())
            is_chosen_ ? sort_by_name() : choose_by_name();
        for (std::size_t column = 0; !is_chosen_ && column < width_; ++column)
            if (column != id_)
                columns_.push_back(column);
        if (table_ && table_->is_text() && !names_.empty() && !reading_.text.has_header)
            for (const std::size_t column : columns_)
                if (begins_like_number(names_[column]))
                    throw data::read_error(
                        path_,
                        fmt::format("the first line has '{}' in column {}, which is no number: correct it, "
                                    "or begin a name with a letter",
                                    printable(names_[column]), column));
        if (columns_.empty() || columns_.size() > std::size_t{max_dimensions})
            throw data::read_error(path_, fmt::format("it has {} columns: points have 1 to {} coordinates",
                                                      columns_.size(), max_dimensions));
    }

    std::size_t column(std::string_view option, const std::string& name) const {
        if (table_)
            return table_->column(option, name);
        const auto found = std::ranges::find(names_, name);
        if (found == names_.end() || option == "--id")
            throw usage_error(fmt::format("{} {}: {} has the coordinates x, y and z alone", option,
                                          printable(name), printable_path(path_)));
        return static_cast<std::size_t>(found - names_.begin());
    }

    /// Columns that the names name in another order; others stay as they are.
    void sort_by_name() {
        std::vector<std::size_t> sorted;
        for (const std::string& name : reading_.names) {
            const auto found =
                std::ranges::find(columns_, name, [this](auto column) { return names_[column]; });
            if (found != columns_.end())
                sorted.push_back(*found);
        }
        if (sorted.size() == columns_.size() && sorted.size() == reading_.names.size())
            columns_ = std::move(sorted);
    }

    void choose_by_name() {
        for (const std::string& name : reading_.names) {
            const auto found = std::ranges::find(names_, name);
            if (std::ranges::count(names_, name) != 1)
                throw data::read_error(
                    path_,
                    fmt::format("it has {} {}, and the coordinates are {}: name its columns for these, in "
                                "this order, with --columns",
                                found == names_.end() ? "no column" : "several columns", printable(name),
                                printable(fmt::format("{}", fmt::join(reading_.names, ", ")), 200)));
            columns_.push_back(static_cast<std::size_t>(found - names_.begin()));
        }
        is_chosen_ = true;
        for (std::size_t column = 0; column < width_; ++column)
            if (column != id_ && std::ranges::count(columns_, column) == 0)
                unused_.push_back(names_[column]);
    }

    template <class T>
    Numbers taken(std::vector<T>& all) const {
        if (columns_.size() == width_ && std::ranges::is_sorted(columns_))
            return std::move(all);
        std::vector<T> some;
        some.reserve(all.size() / width_ * columns_.size());
        for (std::size_t row = 0; row < all.size(); row += width_)
            for (const std::size_t column : columns_)
                some.push_back(all[row + column]);
        return some;
    }

    bool are_integers() const {
        return table_->rows() > 0 && reading_.cells.missing.empty() &&
               std::ranges::all_of(columns_, [this](std::size_t column) {
                   const std::optional<data::ArrayNumber> element = table_->element(0, column);
                   return element && element->index() < 2; // std::int64_t or std::uint64_t
               });
    }

    template <class T>
    std::vector<T> cells() const {
        const auto rows = static_cast<std::int64_t>(table_->rows());
        std::vector<T> numbers(table_->rows() * columns_.size());
        const auto read_rows = [&](std::int64_t first, std::int64_t last) {
            for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row)
                for (std::size_t axis = 0; axis < columns_.size(); ++axis)
                    numbers[row * columns_.size() + axis] = cell<T>(row, columns_[axis]);
        };
        try {
            cpu::ThreadTeam team(cpu::threads_for({}, rows / cpu::items_of_a_thread));
            cpu::share_evenly(team, rows, {}, [&](int, std::int64_t first, std::int64_t last, CancelPoll&) {
                read_rows(first, last);
            });
        } catch (const Error&) {
            read_rows(0, rows); // throws for the first wrong cell
        }
        return numbers;
    }

    template <class T>
    T cell(std::size_t row, std::size_t column) const {
        if constexpr (std::integral<T>) {
            return std::visit(
                [&](auto element) -> T {
                    if constexpr (std::integral<decltype(element)>)
                        if (std::in_range<T>(element))
                            return static_cast<T>(element);
                    throw table_->cell_error(row, column, not_held_text<double>(element));
                },
                *table_->element(row, column));
        } else {
            try {
                return tables::double_in(*table_, row, column, reading_.cells)
                    .value_or(std::numeric_limits<T>::quiet_NaN());
            } catch (const Error& error) {
                if (is_chosen_)
                    throw;
                throw Error(error.what() + std::string("; --columns names those of the coordinates"));
            }
        }
    }

    /// Leaves out rows that lack a coordinate, or refuses them.
    template <class T>
    void check(std::vector<T>& numbers) {
        const std::size_t dimensions = columns_.size(), size = numbers.size() / dimensions;
        file_rows_ = static_cast<std::int64_t>(size);
        if (file_rows_ > max_points)
            throw data::read_error(path_,
                                   fmt::format("its {} rows are over the limit of {}", size, max_points));
        if constexpr (std::floating_point<T>) {
            const auto lacks = [](T number) { return std::isnan(number); };
            const std::size_t missing = first_index(numbers, lacks);
            if (missing < numbers.size()) {
                if (!reading_.drop_missing)
                    throw wrong(missing, "is not a number: leave such rows out, as --nan drop does");
                auto end = numbers.begin();
                for (std::size_t row = 0; row < size; ++row) {
                    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(row * dimensions);
                    const auto next = begin + static_cast<std::ptrdiff_t>(dimensions);
                    if (std::any_of(begin, next, lacks))
                        continue;
                    end = std::copy(begin, next, end);
                    rows_.push_back(static_cast<std::int32_t>(row));
                }
                numbers.erase(end, numbers.end());
                dropped_ = file_rows_ - static_cast<std::int64_t>(rows_.size());
            }
            const std::size_t infinite = first_index(numbers, [](T number) { return std::isinf(number); });
            if (reading_.is_finite && infinite < numbers.size())
                throw wrong(infinite,
                            "is infinite, and so at an infinite distance from all points: leave it out");
        }
    }

    Error wrong(std::size_t coordinate, const std::string& what) const {
        const std::size_t point = coordinate / columns_.size(),
                          column = columns_[coordinate % columns_.size()];
        const std::size_t row = rows_.empty() ? point : static_cast<std::size_t>(rows_[point]);
        if (table_)
            return table_->cell_error(row, column, what);
        return data::read_error(path_,
                                fmt::format("row {}, column {} ({}) {}", row, column, names_[column], what));
    }

    const fs::path& path_;
    const PointsReading& reading_;
    std::unique_ptr<data::Table> table_; ///< none of PLY
    std::optional<Numbers> whole_;       ///< of all columns, if they are one array
    std::vector<std::string> names_, unused_;
    std::size_t width_ = 0;
    std::vector<std::size_t> columns_; ///< of the coordinates
    std::optional<std::size_t> id_;
    bool is_chosen_ = false; ///< not just all columns
    std::int64_t file_rows_ = 0, dropped_ = 0;
    std::vector<std::int32_t> rows_;
};

} // namespace

FilePoints read_points(const fs::path& path, const PointsReading& reading) {
    const PhaseSpan span(Phase::read);
    return PointsReader(path, reading).read();
}

FilePoints make_points(std::string_view what, std::vector<double> numbers, int dimensions,
                       std::optional<CoordinateType> type) {
    const CloudMaker maker(dimensions, type, [what](std::size_t /*at*/, const std::string& why) {
        return usage_error(fmt::format("{}: a coordinate {}", what, why));
    });
    const auto size = static_cast<std::int64_t>(numbers.size()) / dimensions;
    FilePoints made = maker.make(std::move(numbers));
    made.file_rows = size;
    return made;
}

} // namespace scanline::points
