#include "scanline/cube/cube_file.h"

#include "cube_arrays.h"

#include "scanline/data/npz.h"

namespace scanline::cube {

namespace {

class Writer {
public:
    template <class T>
    void put(const std::string& name, const std::vector<T>& elements) {
        arrays_.emplace_back(name, data::make_npy<T>(elements, {elements.size()}));
    }
    /// Puts the texts text_of(0), text_of(1) ...
    template <class TextOf>
    void put_texts(const std::string& name, std::int64_t size, TextOf text_of) {
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint64_t> offsets{0};
        for (std::int64_t i = 0; i < size; ++i) {
            const std::string& text = text_of(static_cast<std::uint32_t>(i));
            bytes.insert(bytes.end(), text.begin(), text.end());
            offsets.push_back(bytes.size());
        }
        put(name, bytes);
        put(offset_name(name), offsets);
    }

    void put_dimensions(const Cube& cube) {
        const auto count = static_cast<std::int64_t>(cube.dimensions.size());
        put_texts("dimension_name", count, [&](std::size_t d) { return cube.dimensions[d].name; });
        put_texts("dimension_column", count, [&](std::size_t d) { return cube.dimensions[d].column; });
        std::vector<std::uint8_t> derivations;
        for (const Dimension& dimension : cube.dimensions)
            derivations.push_back(static_cast<std::uint8_t>(dimension.derivation));
        put("derivation", derivations);
        put("path", std::vector<std::int32_t>(cube.tree.path.begin(), cube.tree.path.end()));
        for (std::size_t d = 0; d < cube.dimensions.size(); ++d) {
            const Dictionary& dictionary = cube.dimensions[d].dictionary;
            put_texts(numbered("values", d), dictionary.size(),
                      [&](std::uint32_t code) -> const std::string& { return dictionary.text(code); });
            put(numbered("edges", d), cube.dimensions[d].edges);
            put(numbered("codes", d), cube.rows.codes[d]);
        }
    }

    void put_measures(const Cube& cube) {
        put_texts("measure_column", static_cast<std::int64_t>(cube.measures.size()),
                  [&](std::size_t m) { return cube.measures[m].column; });
        std::vector<std::int32_t> properties;
        for (const Measure& measure : cube.measures)
            properties.insert(properties.end(),
                              {static_cast<std::int32_t>(measure.aggregate), measure.stored, measure.digits,
                               measure.is_key ? 1 : 0, measure.is_rounded ? 1 : 0});
        put("measure_properties", properties);
        std::vector<std::uint8_t> folds;
        for (const Fold fold : cube.rows.shape.folds)
            folds.push_back(static_cast<std::uint8_t>(fold));
        put("fold", folds);
        for (std::size_t m = 0; m < folds.size(); ++m)
            put(numbered("stored", m), cube.rows.measures[m]);
    }

    void put_tree(const Tree& tree) {
        put("row_order", tree.row_order);
        for (std::size_t number = 0; number < tree.levels.size(); ++number) {
            const Level& level = tree.levels[number];
            put(level_name(number, "key"), level.key);
            put(level_name(number, "first_child"), level.first_child);
            put(level_name(number, "count"), level.count);
            for (std::size_t m = 0; m < level.values.size(); ++m)
                put(numbered(level_name(number, "values"), m), level.values[m]);
        }
    }

    const data::NpzArrays& arrays() const { return arrays_; }

private:
    data::NpzArrays arrays_;
};

} // namespace

void write_cube(const std::filesystem::path& path, const Cube& cube) {
    Writer writer;
    writer.put<std::uint32_t>(format_name, {newest_format});
    writer.put_dimensions(cube);
    writer.put_measures(cube);
    writer.put_tree(cube.tree);
    data::write_npz(path, writer.arrays());
}

} // namespace scanline::cube
