#include "scanline/cube/cube.h"

#include "scanline/core/phases.h"

#include "cube_arrays.h"

#include "scanline/data/checked_arrays.h"

namespace scanline::cube {

namespace {

class Writer {
public:
    explicit Writer(bool is_first_rank) : is_first_rank_(is_first_rank) {}

    template <class T>
    void put(const std::string& name, const std::vector<T>& elements) {
        arrays_.small.emplace_back(name, data::make_npy<T>(elements, {elements.size()}));
        list_small();
    }

    void put_reading(const tables::Reading& reading) {
        put_texts("reading_missing", reading.missing);
        put_texts("reading_text", reading.texts);
        put_texts("reading_dates", {pattern_of(reading.dates)});
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
        put_texts("dimension_name", names);
        put_texts("dimension_column", columns);
        put_texts("dimension_dates", dates);
        put_texts("dimension_source", sources);
        put_texts("dimension_example", examples);
        put("dimension_properties", properties);
        put("path", std::vector<std::int32_t>(cube.tree.path.begin(), cube.tree.path.end()));
        for (std::size_t d = 0; d < cube.dimensions.size(); ++d) {
            put_texts(numbered("values", d), cube.dimensions[d].dictionary.texts());
            std::vector<std::string> edges;
            for (const Decimal& edge : cube.dimensions[d].edges)
                edges.push_back(edge_text(edge));
            put_texts(numbered("edges", d), edges);
            list(numbered("codes", d), cube.rows.codes[d]);
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
        put_texts("measure_column", columns);
        put("measure_properties", properties);
        std::vector<std::uint8_t> folds;
        for (const Fold fold : cube.rows.shape.folds)
            folds.push_back(static_cast<std::uint8_t>(fold));
        put("fold", folds);
        for (std::size_t m = 0; m < folds.size(); ++m)
            list(numbered("stored", m), cube.rows.measures[m]);
    }

    void put_tree(const Tree& tree) {
        list("row_order", tree.row_order);
        for (std::size_t number = 0; number < tree.levels.size(); ++number) {
            const Level& level = tree.levels[number];
            list(level_name(number, "key"), level.key);
            list(level_name(number, "first_child"), level.first_child);
            list(level_name(number, "count"), level.count);
            for (std::size_t m = 0; m < level.values.size(); ++m)
                list(numbered(level_name(number, "values"), m), level.values[m]);
        }
    }

    CubeArrays take_arrays() { return std::move(arrays_); }

private:
    void put_texts(const std::string& name, const std::vector<std::string>& texts) {
        data::put_texts(arrays_.small, name, texts);
        list_small();
    }
    // Elements stay in place when `small` grows.
    void list_small() {
        for (; listed_ < arrays_.small.size(); ++listed_) {
            auto& [name, array] = arrays_.small[listed_];
            if (!is_first_rank_) {
                array.shape = {0};
                array.bytes.clear();
            }
            arrays_.parts.push_back({name, array, array.bytes});
        }
    }
    template <class T>
    void list(std::string name, const std::vector<T>& elements) {
        arrays_.parts.push_back(data::npz_part(std::move(name), elements));
    }

    static std::string pattern_of(const std::optional<tables::DateFormat>& format) {
        return format ? format->pattern() : "";
    }

    bool is_first_rank_;
    CubeArrays arrays_;
    std::size_t listed_ = 0; ///< of `small`
};

} // namespace

CubeArrays cube_arrays(const Cube& cube, bool is_first_rank) {
    Writer writer(is_first_rank);
    writer.put<std::uint32_t>(format_name, {newest_format});
    writer.put_reading(cube.reading);
    writer.put_dimensions(cube);
    writer.put_measures(cube);
    writer.put_tree(cube.tree);
    return writer.take_arrays();
}

void write_cube(const std::filesystem::path& path, const Cube& cube) {
    const PhaseSpan span(Phase::write);
    data::write_npz(path, cube_arrays(cube).parts);
}

} // namespace scanline::cube
