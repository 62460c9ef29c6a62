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
#include "scanline/ranks/agreement.h"

#include <algorithm>
#include <array>
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

bool on_any_rank(ranks::Communicator* ranks, bool own) {
    std::uint64_t count = own ? 1 : 0;
    if (ranks != nullptr)
        ranks->add({&count, 1});
    return count > 0;
}

/// Makes points from numbers. wrong(coordinate, what) makes the error for one of them.
class CloudMaker {
public:
    using Wrong = std::function<Error(std::size_t, const std::string&)>;

    CloudMaker(int dimensions, std::optional<CoordinateType> type, ranks::Communicator* ranks, Wrong wrong)
        : dimensions_(dimensions), type_(type), ranks_(ranks), wrong_(std::move(wrong)) {}

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
        const bool all_held = unheld == numbers.size();
        if constexpr (sizeof...(Wider) > 0) {
            if (on_any_rank(ranks_, !all_held))
                return make_exact<Wider...>(std::move(numbers));
        } else {
            ranks::agree_on(ranks_, [&] {
                if (!all_held)
                    throw wrong_(unheld, not_held_text<C>(numbers[unheld]));
            });
        }
        if constexpr (std::same_as<C, T>)
            return cloud(std::move(numbers));
        else
            return cloud(std::vector<C>(numbers.begin(), numbers.end()));
    }

    template <Coordinate C, class T>
    FilePoints make_rounded(const std::vector<T>& numbers) const {
        std::vector<C> coordinates;
        coordinates.reserve(numbers.size());
        FilePoints made;
        ranks::agree_on(ranks_, [&] {
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
        });
        made.points = cloud(std::move(coordinates));
        return made;
    }

    template <Coordinate C>
    PointCloud<C> cloud(std::vector<C> coordinates) const {
        return {std::move(coordinates), dimensions_};
    }

    int dimensions_;
    std::optional<CoordinateType> type_;
    ranks::Communicator* ranks_;
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
    PointsReader(const fs::path& path, const PointsReading& reading, const PartReading* part)
        : path_(path), reading_(reading), ranks_(part != nullptr ? &part->ranks : nullptr) {
        if (data::ending_of(path) == ".ply") {
            names_ = {"x", "y", "z"};
            width_ = names_.size();
            ranks::agree_on(ranks_, [&] { keep_part(data::read_ply_vertices(path)); });
        } else {
            table_ =
                part != nullptr ? part->read_table(path, reading.text) : data::read_table(path, reading.text);
            own_ = {static_cast<std::int64_t>(table_->first_row()),
                    static_cast<std::int64_t>(table_->rows())};
            file_rows_ = static_cast<std::int64_t>(table_->all_rows());
            names_ = table_->names();
            width_ = table_->columns();
            const data::NpyArray* const array = table_->whole_array();
            if (array != nullptr && reading.cells.missing.empty()) // no number stands for a missing one
                ranks::agree_on(ranks_, [&] { whole_ = numbers_of(*array, path); });
        }
        choose_columns();
    }

    FilePoints read() {
        Numbers numbers = whole_           ? std::visit([this](auto& all) { return taken(all); }, *whole_)
                          : are_integers() ? Numbers(cells<std::int64_t>())
                                           : Numbers(cells<double>());
        std::visit([this](auto& all) { check(all); }, numbers);
        const CloudMaker maker(static_cast<int>(columns_.size()), reading_.type, ranks_,
                               [this](std::size_t at, const std::string& what) { return wrong(at, what); });
        FilePoints made = maker.make(std::move(numbers));
        made.file_rows = file_rows_;
        made.first_row = own_.first;
        made.dropped = dropped_;
        made.rows = std::move(rows_);
        made.unused = std::move(unused_);
        if (!names_.empty())
            for (const std::size_t column : columns_)
                made.names.push_back(names_[column]);
        if (id_)
            for (std::int64_t point = 0; point < own_.size - dropped_; ++point)
                made.ids.push_back(
                    table_->text(static_cast<std::size_t>(made.row_of(point) - own_.first), *id_));
        if (ranks_ != nullptr)
            add_up(made);
        return made;
    }

private:
    void keep_part(std::vector<double> vertices) {
        file_rows_ = std::ssize(vertices) / static_cast<std::int64_t>(width_);
        own_ = {0, file_rows_};
        if (ranks_ != nullptr) {
            own_ = ranks::slice_of(file_rows_, ranks_->rank(), ranks_->size());
            const std::span own(vertices.data() + own_.first * static_cast<std::int64_t>(width_),
                                static_cast<std::size_t>(own_.size) * width_);
            vertices = {own.begin(), own.end()};
        }
        whole_ = std::move(vertices);
    }

    /// What is told of the file, over all ranks.
    void add_up(FilePoints& made) const {
        std::array counts{static_cast<std::uint64_t>(made.dropped), static_cast<std::uint64_t>(made.changed)};
        ranks_->add(counts);
        made.dropped = static_cast<std::int64_t>(counts[0]);
        made.changed = static_cast<std::int64_t>(counts[1]);
        made.largest_change = std::ranges::max(gather(*ranks_, made.largest_change));
    }

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
        const bool own = table_->rows() > 0 && reading_.cells.missing.empty() &&
                         std::ranges::all_of(columns_, [this](std::size_t column) {
                             const std::optional<data::ArrayNumber> element = table_->element(0, column);
                             return element && element->index() < 2; // std::int64_t or std::uint64_t
                         });
        return on_any_rank(ranks_, own); // as on all that have rows
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
        ranks::agree_on(ranks_, [&] {
            try {
                cpu::ThreadTeam team(cpu::threads_for({}, rows / cpu::items_of_a_thread));
                cpu::share_evenly(
                    team, rows, {},
                    [&](int, std::int64_t first, std::int64_t last, CancelPoll&) { read_rows(first, last); });
            } catch (const Error&) {
                read_rows(0, rows); // throws for the first wrong cell
            }
        });
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
        if (file_rows_ > max_points)
            throw data::read_error(
                path_, fmt::format("its {} rows are over the limit of {}", file_rows_, max_points));
        if constexpr (std::floating_point<T>) {
            ranks::agree_on(ranks_, [&] { leave_out(numbers); });
            ranks::agree_on(ranks_, [&] {
                const std::size_t infinite =
                    first_index(numbers, [](T number) { return std::isinf(number); });
                if (reading_.is_finite && infinite < numbers.size())
                    throw wrong(infinite,
                                "is infinite, and so at an infinite distance from all points: leave it out");
            });
        }
    }

    template <class T>
    void leave_out(std::vector<T>& numbers) {
        const auto lacks = [](T number) { return std::isnan(number); };
        const std::size_t missing = first_index(numbers, lacks);
        if (missing == numbers.size())
            return;
        if (!reading_.drop_missing)
            throw wrong(missing, "is not a number: leave such rows out, as --nan drop does");
        auto end = numbers.begin();
        for (std::int64_t row = 0; row < own_.size; ++row) {
            const auto dimensions = std::ssize(columns_);
            const auto begin = numbers.begin() + row * dimensions, next = begin + dimensions;
            if (std::any_of(begin, next, lacks))
                continue;
            end = std::copy(begin, next, end);
            rows_.push_back(static_cast<std::int32_t>(own_.first + row));
        }
        numbers.erase(end, numbers.end());
        dropped_ = own_.size - std::ssize(rows_);
    }

    Error wrong(std::size_t coordinate, const std::string& what) const {
        const std::size_t point = coordinate / columns_.size(),
                          column = columns_[coordinate % columns_.size()];
        const std::size_t row = rows_.empty() ? point : static_cast<std::size_t>(rows_[point] - own_.first);
        if (table_)
            return table_->cell_error(row, column, what);
        return data::read_error(path_, fmt::format("row {}, column {} ({}) {}",
                                                   static_cast<std::size_t>(own_.first) + row, column,
                                                   names_[column], what));
    }

    const fs::path& path_;
    const PointsReading& reading_;
    ranks::Communicator* const ranks_;   ///< null: this process has all rows
    std::unique_ptr<data::Table> table_; ///< none of PLY
    std::optional<Numbers> whole_;       ///< of all columns, if they are one array
    std::vector<std::string> names_, unused_;
    std::size_t width_ = 0;
    std::vector<std::size_t> columns_; ///< of the coordinates
    std::optional<std::size_t> id_;
    bool is_chosen_ = false; ///< not just all columns
    ranks::Slice own_;       ///< rows of the file
    std::int64_t file_rows_ = 0, dropped_ = 0;
    std::vector<std::int32_t> rows_; ///< as in FilePoints
};

} // namespace

FilePoints read_points(const fs::path& path, const PointsReading& reading, const PartReading* part) {
    const PhaseSpan span(Phase::read);
    return PointsReader(path, reading, part).read();
}

FilePoints make_points(std::string_view what, std::vector<double> numbers, int dimensions,
                       std::optional<CoordinateType> type) {
    const CloudMaker maker(dimensions, type, nullptr, [what](std::size_t /*at*/, const std::string& why) {
        return usage_error(fmt::format("{}: a coordinate {}", what, why));
    });
    const auto size = static_cast<std::int64_t>(numbers.size()) / dimensions;
    FilePoints made = maker.make(std::move(numbers));
    made.file_rows = size;
    return made;
}

} // namespace scanline::points
