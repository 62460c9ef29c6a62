#include "scanline/cube/cube_file.h"

#include "cube_arrays.h"

#include <cstring>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

/// Texts as the bytes of all and where each begins, and one more.
class TextArrays {
public:
    void add(std::string_view text) {
        bytes_ += text;
        offsets_.push_back(bytes_.size());
    }
    void put(data::NpzArrays& arrays, const std::string& name) const {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(bytes_.data());
        arrays.emplace_back(name, data::make_npy<std::uint8_t>({bytes, bytes_.size()}, {bytes_.size()}));
        arrays.emplace_back(offset_name(name), data::make_npy<std::uint64_t>(offsets_, {offsets_.size()}));
    }

private:
    std::string bytes_;
    std::vector<std::uint64_t> offsets_{0};
};

template <class T>
data::NpyArray array_of(const std::vector<T>& elements) {
    return data::make_npy<T>(elements, {elements.size()});
}

/// A row for each column.
template <class T>
data::NpyArray array_of(const std::vector<std::vector<T>>& columns, std::int64_t size) {
    const auto length = static_cast<std::size_t>(size);
    data::NpyArray array{data::element_type_of<T>(), {columns.size(), length}, {}};
    array.bytes.resize(columns.size() * length * sizeof(T));
    if (length > 0)
        for (std::size_t i = 0; i < columns.size(); ++i)
            std::memcpy(array.bytes.data() + i * length * sizeof(T), columns[i].data(), length * sizeof(T));
    return array;
}

void put_dimensions(data::NpzArrays& arrays, const std::vector<Dimension>& dimensions) {
    TextArrays names, columns, values;
    std::vector<std::uint8_t> derivations;
    std::vector<std::uint64_t> value_counts, edge_counts;
    std::vector<double> edges;
    for (const Dimension& dimension : dimensions) {
        names.add(dimension.name);
        columns.add(dimension.column);
        derivations.push_back(static_cast<std::uint8_t>(dimension.derivation));
        value_counts.push_back(static_cast<std::uint64_t>(dimension.dictionary.size()));
        for (std::int64_t code = 0; code < dimension.dictionary.size(); ++code)
            values.add(dimension.dictionary.text(static_cast<std::uint32_t>(code)));
        edge_counts.push_back(dimension.edges.size());
        edges.insert(edges.end(), dimension.edges.begin(), dimension.edges.end());
    }
    names.put(arrays, "dimension_name");
    columns.put(arrays, "dimension_column");
    arrays.emplace_back("derivation", array_of(derivations));
    values.put(arrays, "value");
    arrays.emplace_back("value_count", array_of(value_counts));
    arrays.emplace_back("edge", array_of(edges));
    arrays.emplace_back("edge_count", array_of(edge_counts));
}

void put_measures(data::NpzArrays& arrays, const std::vector<Measure>& measures,
                  const std::vector<Fold>& folds) {
    TextArrays columns;
    std::vector<std::int32_t> properties;
    for (const Measure& measure : measures) {
        columns.add(measure.column);
        properties.insert(properties.end(),
                          {static_cast<std::int32_t>(measure.aggregate), measure.stored, measure.digits,
                           measure.is_key ? 1 : 0, measure.is_rounded ? 1 : 0});
    }
    columns.put(arrays, "measure_column");
    arrays.emplace_back("measure_properties",
                        data::make_npy<std::int32_t>(properties, {measures.size(), measure_properties}));
    std::vector<std::uint8_t> numbers;
    for (const Fold fold : folds)
        numbers.push_back(static_cast<std::uint8_t>(fold));
    arrays.emplace_back("fold", array_of(numbers));
}

void put_tree(data::NpzArrays& arrays, const Tree& tree) {
    const std::vector<std::int32_t> path(tree.path.begin(), tree.path.end());
    arrays.emplace_back("path", array_of(path));
    arrays.emplace_back("row_order", array_of(tree.row_order));
    for (std::size_t number = 0; number < tree.levels.size(); ++number) {
        const Level& level = tree.levels[number];
        arrays.emplace_back(level_name(number, "key"), array_of(level.key));
        arrays.emplace_back(level_name(number, "first_child"), array_of(level.first_child));
        arrays.emplace_back(level_name(number, "count"), array_of(level.count));
        arrays.emplace_back(level_name(number, "values"), array_of(level.values, level.size()));
    }
}

} // namespace

void write_cube(const std::filesystem::path& path, const Cube& cube) {
    data::NpzArrays arrays;
    arrays.emplace_back(format_name, data::make_npy<std::uint32_t>({&newest_format, 1}, {}));
    put_dimensions(arrays, cube.dimensions);
    put_measures(arrays, cube.measures, cube.rows.shape.folds);
    arrays.emplace_back("codes", array_of(cube.rows.codes, cube.rows.size()));
    arrays.emplace_back("stored", array_of(cube.rows.measures, cube.rows.size()));
    put_tree(arrays, cube.tree);
    data::write_npz(path, arrays);
}

} // namespace scanline::cube
