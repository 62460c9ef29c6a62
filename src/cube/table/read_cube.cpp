#include "scanline/cube/cube_file.h"

#include "checked_arrays.h"
#include "cube_arrays.h"
#include "levels.h"
#include "tree_fault.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

/// More than any double has; amounts are written with as many.
constexpr int most_digits = 400;

class CubeReader {
public:
    explicit CubeReader(const std::filesystem::path& path) : arrays_(path) {}

    Cube read() {
        require_format();
        read_dimensions();
        read_measures();
        read_rows();
        read_tree();
        return std::move(cube_);
    }

private:
    void require_format() const {
        if (!arrays_.has(format_name))
            throw arrays_.wrong("it is no cube");
        const auto format = arrays_.scalar<std::uint32_t>(format_name);
        if (format > newest_format)
            throw arrays_.wrong(fmt::format("it is a cube of format {}, and this version reads up to {}",
                                            format, newest_format),
                                "read it with the version that wrote it, or build it again");
        if (format == 0)
            throw arrays_.wrong("it is a cube of format 0, which no version wrote");
    }

    void read_dimensions() {
        const std::vector<std::string> names = arrays_.texts("dimension_name");
        const std::vector<std::string> columns = arrays_.texts("dimension_column");
        const std::size_t count = names.size();
        if (count < 1 || count > std::size_t{max_dimensions} || columns.size() != count)
            throw arrays_.wrong(fmt::format("it has {} names and {} columns of dimensions, not 1 to {} each",
                                            count, columns.size(), max_dimensions));
        const auto derivations = arrays_.list<std::uint8_t>("derivation", count);
        const auto values = arrays_.divided(arrays_.texts("value"), "value_count", count);
        const auto edges = arrays_.divided(arrays_.list<double>("edge"), "edge_count", count);
        for (std::size_t d = 0; d < count; ++d) {
            Dimension& dimension = cube_.dimensions.emplace_back();
            dimension.name = names[d];
            dimension.column = columns[d];
            dimension.derivation = static_cast<Derivation>(derivations[d]);
            dimension.edges = edges[d];
            for (const std::string& value : values[d])
                dimension.dictionary.add(value);
            if (!is_right(dimension, values[d].size()) || std::ranges::count(names, names[d]) > 1)
                throw arrays_.wrong(fmt::format("its dimension {} contradicts itself or others", d));
            shape().cardinalities.push_back(
                static_cast<std::uint32_t>(std::max<std::int64_t>(1, dimension.dictionary.size())));
        }
    }

    // Values are all different; bins are values, beside which there may be that of empty cells.
    static bool is_right(const Dimension& dimension, std::size_t values) {
        const std::vector<double>& edges = dimension.edges;
        if (dimension.derivation > Derivation::bin || values > std::size_t{max_distinct} ||
            values != static_cast<std::size_t>(dimension.dictionary.size()))
            return false;
        if (dimension.derivation != Derivation::bin || edges.empty())
            return edges.empty();
        return edges.size() >= 2 && edges.size() <= values + 1 && std::ranges::is_sorted(edges) &&
               std::ranges::all_of(edges, [](double edge) { return std::isfinite(edge); });
    }

    void read_measures() {
        const std::vector<std::string> columns = arrays_.texts("measure_column");
        const auto properties =
            arrays_.columns<std::int32_t>("measure_properties", columns.size(), measure_properties);
        for (const std::uint8_t fold : arrays_.list<std::uint8_t>("fold")) {
            if (fold > static_cast<std::uint8_t>(Fold::max))
                throw arrays_.wrong(fmt::format("it folds a measure by {}, which is unknown", fold));
            shape().folds.push_back(static_cast<Fold>(fold));
        }
        for (std::size_t m = 0; m < columns.size(); ++m) {
            const std::vector<std::int32_t>& of = properties[m];
            const Measure measure{.column = columns[m],
                                  .aggregate = static_cast<Aggregate>(of[0]),
                                  .stored = of[1],
                                  .digits = of[2],
                                  .is_key = of[3] != 0,
                                  .is_rounded = of[4] != 0};
            if (!is_right(measure))
                throw arrays_.wrong(fmt::format("its measure {} contradicts itself", m));
            cube_.measures.push_back(measure);
        }
    }

    bool is_right(const Measure& measure) const {
        if (std::abs(std::int64_t{measure.digits}) > most_digits)
            return false;
        const auto is_stored_by = [&](Fold fold) {
            return measure.stored >= 0 &&
                   static_cast<std::size_t>(measure.stored) < cube_.rows.shape.folds.size() &&
                   cube_.rows.shape.folds[static_cast<std::size_t>(measure.stored)] == fold;
        };
        switch (measure.aggregate) {
        case Aggregate::sum:
        case Aggregate::avg: return is_stored_by(Fold::sum);
        case Aggregate::count: return measure.stored == -1;
        case Aggregate::min: return is_stored_by(Fold::min);
        case Aggregate::max: return is_stored_by(Fold::max);
        }
        return false;
    }

    void read_rows() {
        cube_.tree.row_order = arrays_.list<std::uint32_t>("row_order");
        const std::size_t rows = cube_.tree.row_order.size();
        if (rows > static_cast<std::size_t>(max_rows))
            throw arrays_.wrong(fmt::format("it has {} rows, over the limit of {}", rows, max_rows));
        cube_.rows.codes = arrays_.columns<std::uint32_t>("codes", cube_.dimensions.size(), rows);
        cube_.rows.measures = arrays_.columns<std::int64_t>("stored", shape().folds.size(), rows);
        for (std::size_t d = 0; d < cube_.dimensions.size(); ++d)
            for (const std::uint32_t code : cube_.rows.codes[d])
                if (code >= cube_.dimensions[d].dictionary.size())
                    throw arrays_.wrong(
                        fmt::format("a row has code {} of dimension {}, whose codes are 0 to {}", code, d,
                                    cube_.dimensions[d].dictionary.size() - 1));
    }

    void read_tree() {
        Tree& tree = cube_.tree;
        tree.shape = shape();
        const auto path = arrays_.list<std::int32_t>("path", cube_.dimensions.size());
        tree.path.assign(path.begin(), path.end());
        if (!std::ranges::is_permutation(tree.path, default_path(tree.shape)))
            throw arrays_.wrong("its path does not name each dimension once");
        std::size_t nodes = 1;
        for (std::size_t number = 0; number <= tree.path.size(); ++number) {
            Level& level = tree.levels.emplace_back();
            level.key = arrays_.list<std::uint32_t>(level_name(number, "key"), nodes);
            level.first_child = arrays_.list<std::uint32_t>(level_name(number, "first_child"), nodes + 1);
            level.count = arrays_.list<std::uint32_t>(level_name(number, "count"), nodes);
            level.values =
                arrays_.columns<std::int64_t>(level_name(number, "values"), tree.shape.folds.size(), nodes);
            nodes = level.first_child.back();
        }
        if (nodes != tree.row_order.size())
            throw arrays_.wrong(fmt::format("its leaves have {} rows of {}", nodes, tree.row_order.size()));
        if (const std::optional<std::string> fault = tree_fault(tree, cube_.rows))
            throw arrays_.wrong(*fault);
        complete(tree);
    }

    static void complete(Tree& tree) {
        tree.levels.front().parent = {0};
        for (std::size_t number = 1; number < tree.levels.size(); ++number) {
            const Level& above = tree.levels[number - 1];
            std::vector<std::uint32_t>& parent = tree.levels[number].parent;
            parent.reserve(tree.levels[number].key.size());
            for (std::uint32_t node = 0; node + 1 < above.first_child.size(); ++node)
                parent.resize(above.first_child[node + 1], node);
        }
        const cpu::Options options;
        cpu::ThreadTeam team(cpu::worthwhile_threads(options, tree.rows() / cpu::items_of_a_thread));
        make_header_tables(tree, team, options.limits.cancelled, "reading a cube");
    }

    Shape& shape() { return cube_.rows.shape; }

    const CheckedArrays arrays_;
    Cube cube_;
};

} // namespace

Cube read_cube(const std::filesystem::path& path) {
    return CubeReader(path).read();
}

} // namespace scanline::cube
