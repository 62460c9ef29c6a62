#include "scanline/cube/cube.h"

#include "scanline/core/phases.h"

#include "cube_arrays.h"

#include "scanline/data/checked_arrays.h"

namespace scanline::cube {

namespace {

class Writer {
public:
    template <class T>
    void put(const std::string& name, const std::vector<T>& elements) {
        arrays_.emplace_back(name, data::make_npy<T>(elements, {elements.size()}));
    }

    void put_reading(const tables::Reading& reading) {
        data::put_texts(arrays_, "reading_missing", reading.missing);
        data::put_texts(arrays_, "reading_text", reading.texts);
        data::put_texts(arrays_, "reading_dates", {pattern_of(reading.dates)});
        put("reading_numbers", std::vector<std::uint8_t>{byte_of(reading.numbers)});
    }

    void put_dimensions(const Cube& cube) {
        std::vector<std::string> names, columns, dates, sources, examples;
        std::vector<std::uint8_t> properties;
        for (const Dimension& dimension : cube.dimensions) {
            names.push_back(dimension.name);
            columns.push_back(dimension.column);
            dates.push_back(pattern_of(dimension.type.dates));
            sources.push_back(pattern_of(dimension.source));
            examples.push_back(dimension.type.example);
            properties.insert(properties.end(), {static_cast<std::uint8_t>(dimension.derivation),
                                                 static_cast<std::uint8_t>(dimension.part),
                                                 static_cast<std::uint8_t>(dimension.type.kind),
                                                 byte_of(dimension.type.numbers)});
        }
        data::put_texts(arrays_, "dimension_name", names);
        data::put_texts(arrays_, "dimension_column", columns);
        data::put_texts(arrays_, "dimension_dates", dates);
        data::put_texts(arrays_, "dimension_source", sources);
        data::put_texts(arrays_, "dimension_example", examples);
        put("dimension_properties", properties);
        put("path", std::vector<std::int32_t>(cube.tree.path.begin(), cube.tree.path.end()));
        for (std::size_t d = 0; d < cube.dimensions.size(); ++d) {
            data::put_texts(arrays_, numbered("values", d), cube.dimensions[d].dictionary.texts());
            std::vector<std::string> edges;
            for (const Decimal& edge : cube.dimensions[d].edges)
                edges.push_back(edge_text(edge));
            data::put_texts(arrays_, numbered("edges", d), edges);
            put(numbered("codes", d), cube.rows.codes[d]);
        }
    }

    void put_measures(const Cube& cube) {
        std::vector<std::string> columns;
        std::vector<std::int32_t> properties;
        for (const Measure& measure : cube.measures) {
            columns.push_back(measure.column);
            properties.insert(properties.end(),
                              {static_cast<std::int32_t>(measure.aggregate), measure.stored, measure.words,
                               measure.present, measure.digits, static_cast<std::int32_t>(measure.encoding)});
        }
        data::put_texts(arrays_, "measure_column", columns);
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

    data::NpzArrays take_arrays() { return std::move(arrays_); }

private:
    static std::string pattern_of(const std::optional<tables::DateFormat>& format) {
        return format ? format->pattern() : "";
    }

    data::NpzArrays arrays_;
};

bool is_of_rows_or_nodes(std::string_view name) {
    return name.starts_with("codes") || name.starts_with("stored") || name.starts_with("level") ||
           name == "row_order";
}

} // namespace

data::NpzArrays cube_arrays(const Cube& cube, bool is_first_rank) {
    Writer writer;
    writer.put<std::uint32_t>(format_name, {newest_format});
    writer.put_reading(cube.reading);
    writer.put_dimensions(cube);
    writer.put_measures(cube);
    writer.put_tree(cube.tree);
    data::NpzArrays arrays = writer.take_arrays();
    for (auto& [name, array] : arrays)
        if (!is_first_rank && !is_of_rows_or_nodes(name)) {
            array.shape = {0};
            array.bytes.clear();
        }
    return arrays;
}

void write_cube(const std::filesystem::path& path, const Cube& cube) {
    const PhaseSpan span(Phase::write);
    data::write_npz(path, cube_arrays(cube));
}

} // namespace scanline::cube
