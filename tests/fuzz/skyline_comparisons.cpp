// Skylines of tables from files, compared with every row against every other.
#include "comparisons.h"
#include "fuzz.h"
#include "makers.h"
#include "skyline/definition.h"

#include "scanline/data/npy.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using data::ElementType;
using test::Arguments;

double random_cell(Random& random) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array special{
        -0.0,     0.1,      0.30000000000000004, 0.3, 16777217.0, 3e9, 1e300, 1e-40, 5e-324, -1e-300,
        infinity, -infinity};
    return one_in(random, 6) ? pick(random, special) : random.between(-4, 4);
}

/// A case: a table as an array, or as text with groups.
class SkylineCase {
public:
    SkylineCase(Random& random, const fs::path& folder) : random_(random), folder_(folder) {
        columns_.resize(
            static_cast<std::size_t>(one_in(random, 10) ? random.between(6, 31) : random.between(1, 5)));
        for (std::size_t i = 0; i < columns_.size(); ++i)
            choose(i);
        if (one_in(random, 2)) {
            keep_ = skyline::Duplicates::first;
            add({"--keep", "first"});
        }
        if (one_in(random, 2)) {
            layers_ = static_cast<std::uint32_t>(random.between(1, 3));
            add({"--layers", std::to_string(layers_)});
        }
        if (one_in(random, 4))
            add({"--where", fmt::format("0<={}", most_of_first_ = random.between(-3, 4))});
        if (one_in(random, 4))
            add({"--threads", std::to_string(random.between(1, 3))});
        constexpr std::array algorithms{"auto", "box-tree", "sky-align", "sfs", "bnl"};
        add({"--algorithm", pick(random, algorithms), "--nan", "drop"});
        rows_.resize(static_cast<std::size_t>(random.between(0, one_in(random, 10) ? 500 : 60)));
        for (std::vector<double>& row : rows_)
            for (std::size_t i = 0; i < columns_.size(); ++i)
                row.push_back(one_in(random, 40) ? std::numeric_limits<double>::quiet_NaN()
                                                 : random_cell(random));
        groups_.resize(rows_.size());
    }

    void run_array() {
        constexpr std::array types{ElementType::f32, ElementType::f64, ElementType::i32, ElementType::i64};
        const ElementType type = pick(random_, types);
        const std::string bytes = type == ElementType::f32   ? rounded_to<float>()
                                  : type == ElementType::f64 ? rounded_to<double>()
                                  : type == ElementType::i32 ? rounded_to<std::int32_t>()
                                                             : rounded_to<std::int64_t>();
        put(folder_ / "a.npy", npy_file(type, {rows_.size(), columns_.size()}, bytes));
        const Arguments line = run("a.npy", "ids.npy");
        std::vector<std::uint32_t> expected;
        const std::vector<std::uint32_t> layers = layers_of_rows();
        for (std::uint32_t row = 0; row < layers.size(); ++row) {
            if (layers[row] > 0)
                expected.push_back(row);
            if (layers[row] > 0 && layers_ > 0)
                expected.push_back(layers[row]);
        }
        require(data::read_npy(folder_ / "ids.npy").convert<std::uint32_t>() == expected,
                line_of(line) + ": the rows are not those of brute force");
    }

    void run_text() {
        if (one_in(random_, 2)) {
            for (std::size_t& group : groups_)
                group = random_.below(3);
            add({"--diff", std::to_string(columns_.size())});
        }
        constexpr std::array separators{",", ";", "\t"};
        const std::string separator = pick(random_, separators);
        std::string header, all, layer_name, expected;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            header += fmt::format("x{}{}", i, separator);
        header += "group";
        const std::vector<std::uint32_t> layers = layers_of_rows();
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            std::string text;
            for (const double cell : rows_[row])
                text += cell_text(cell) + separator;
            text += fmt::format("\"group, \"\"{}\"\"\"", groups_[row]);
            all += text + "\n";
            if (layers[row] > 0 && layers_ > 0) {
                text += fmt::format("{}{}", separator, layers[row]);
                layer_name = separator + "layer";
            }
            expected += layers[row] > 0 ? text + "\n" : "";
        }
        put(folder_ / "a.csv", header + "\n" + all);
        const Arguments line = run("a.csv", "found.csv");
        require(get(folder_ / "found.csv") == header + layer_name + "\n" + expected,
                line_of(line) + ": the rows are not those of brute force");
    }

private:
    struct Column {
        bool takes_part = true, is_max = false;
        double epsilon = 0;
    };

    void add(const Arguments& more) { options_.insert(options_.end(), more.begin(), more.end()); }

    void choose(std::size_t i) {
        Column& column = columns_[i];
        column = {i == 0 || !one_in(random_, 5), one_in(random_, 2), one_in(random_, 6) ? 1.5 : 0};
        if (!column.takes_part)
            return;
        add({column.is_max ? "--max" : "--min", std::to_string(i)});
        if (column.epsilon > 0)
            add({"--epsilon", fmt::format("{}={}", i, column.epsilon)});
    }

    template <class T>
    std::string rounded_to() {
        std::vector<T> elements;
        for (std::vector<double>& row : rows_)
            for (double& cell : row) {
                if (!std::floating_point<T>)
                    cell = std::abs(cell) < 1e9 ? std::round(cell) : 7;
                elements.push_back(static_cast<T>(cell));
                cell = static_cast<double>(elements.back());
            }
        return raw_bytes(elements);
    }

    std::string cell_text(double cell) {
        if (std::isnan(cell))
            return one_in(random_, 2) ? "" : "nan";
        return fmt::format(fmt::runtime(one_in(random_, 8) ? "\"{}\"" : "{}"), cell);
    }

    Arguments run(const std::string& input, const std::string& output) const {
        Arguments line{"skyline", input, "-o", output};
        line.insert(line.end(), options_.begin(), options_.end());
        run_well_in(folder_, line);
        return line;
    }

    /// By definition; 0: of none.
    std::vector<std::uint32_t> layers_of_rows() const {
        std::vector<std::uint32_t> layers(rows_.size());
        for (std::size_t group = 0; group < 3; ++group) {
            std::vector<skyline::test::Row> keys;
            std::vector<std::size_t> rows;
            for (std::size_t row = 0; row < rows_.size(); ++row) {
                if (groups_[row] != group || !(rows_[row][0] <= most_of_first_))
                    continue;
                const skyline::test::Row row_keys = keys_of(rows_[row]);
                if (std::ranges::any_of(row_keys, [](double key) { return std::isnan(key); }))
                    continue;
                keys.push_back(row_keys);
                rows.push_back(row);
            }
            const auto found = skyline::test::layers_by_definition(keys, std::max(layers_, 1u), keep_);
            for (std::size_t i = 0; i < rows.size(); ++i)
                layers[rows[i]] = found[i];
        }
        return layers;
    }
    skyline::test::Row keys_of(const std::vector<double>& row) const {
        skyline::test::Row keys;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const Column& column = columns_[i];
            const double key = column.epsilon > 0 ? std::floor(row[i] / column.epsilon) : row[i];
            if (column.takes_part)
                keys.push_back(column.is_max ? -key : key);
        }
        return keys;
    }

    Random& random_;
    const fs::path& folder_;
    std::vector<Column> columns_;
    Arguments options_;
    std::vector<std::vector<double>> rows_;
    std::vector<std::size_t> groups_;
    skyline::Duplicates keep_ = skyline::Duplicates::all;
    std::uint32_t layers_ = 0; ///< 0: not asked for
    double most_of_first_ = std::numeric_limits<double>::infinity();
};

} // namespace

void compare_skyline(Random& random, const fs::path& folder) {
    SkylineCase table(random, folder);
    if (one_in(random, 2))
        table.run_array();
    else
        table.run_text();
}

} // namespace scanline::fuzz
