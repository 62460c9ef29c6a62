#include "scanline/cube/cube.h"

#include "scanline/core/phases.h"

#include "cube_arrays.h"
#include "levels.h"
#include "tree_fault.h"

#include "scanline/data/checked_arrays.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::cube {

using tables::DatePart;
using tables::Derivation;

namespace {

/// More than any double has.
constexpr int max_digits = 400;

constexpr std::string_view read_remedy = "give what scanline cube build wrote";

class CubeReader {
public:
    CubeReader(const std::filesystem::path& path, const CancelHook& cancelled)
        : cancelled_(cancelled), poll_(cancelled), arrays_(path, read_remedy) {}

    Cube read() {
        require_format();
        read_reading();
        read_dimensions();
        read_codes();
        read_measures();
        read_tree();
        return std::move(cube_);
    }

private:
    void require_format() const {
        if (!arrays_.has(format_name))
            throw arrays_.wrong("it is not a cube");
        const std::uint32_t format = arrays_.list<std::uint32_t>(format_name, 1).front();
        if (format > newest_format)
            throw arrays_.wrong(fmt::format("it is a cube of format {}, and this version reads up to {}",
                                            format, newest_format),
                                "read it with the version that wrote it, or build it again");
        if (format < newest_format)
            throw arrays_.wrong(
                fmt::format("it is a cube of format {}, which does not hold the types of its columns",
                            format),
                "build it again from its table");
    }

    std::optional<tables::DateFormat> format_of_dates(const std::string& pattern) const {
        if (pattern.empty())
            return std::nullopt;
        try {
            return tables::DateFormat::parse(pattern);
        } catch (const Error&) {
            throw arrays_.wrong("it has a format of dates that is none");
        }
    }

    void read_reading() {
        cube_.reading = {.numbers = form_of(arrays_.list<std::uint8_t>("reading_numbers", 1).front()),
                         .missing = arrays_.texts("reading_missing"),
                         .texts = arrays_.texts("reading_text"),
                         .dates = format_of_dates(arrays_.texts("reading_dates", 1).front())};
    }

    void read_dimensions() {
        const std::vector<std::string> names = arrays_.texts("dimension_name");
        const std::size_t count = names.size();
        if (count < 1 || count > std::size_t{max_dimensions})
            throw arrays_.wrong(fmt::format("it has {} dimensions, not 1 to {}", count, max_dimensions));
        const std::vector<std::string> columns = arrays_.texts("dimension_column", count),
                                       dates = arrays_.texts("dimension_dates", count),
                                       sources = arrays_.texts("dimension_source", count),
                                       examples = arrays_.texts("dimension_example", count);
        const auto properties =
            arrays_.list<std::uint8_t>("dimension_properties", count * dimension_properties);
        for (std::size_t d = 0; d < count; ++d) {
            poll_.ask();
            const std::uint8_t* const of = properties.data() + d * dimension_properties;
            const std::vector<std::string> values = arrays_.texts(numbered("values", d));
            Dimension dimension{.name = names[d],
                                .column = columns[d],
                                .derivation = static_cast<Derivation>(of[0]),
                                .part = static_cast<DatePart>(of[1]),
                                .type = {.kind = static_cast<tables::Kind>(of[2]),
                                         .numbers = form_of(of[3]),
                                         .dates = format_of_dates(dates[d]),
                                         .example = examples[d]},
                                .source = format_of_dates(sources[d])};
            for (const std::string& edge : arrays_.texts(numbered("edges", d)))
                dimension.edges.push_back(tables::read_decimal(edge).value_or(Decimal{1, Decimal::infinite}));
            for (const std::string& value : values)
                dimension.dictionary.add(value);
            if (!is_right(dimension, values.size()) || std::ranges::count(names, names[d]) > 1)
                throw arrays_.wrong(fmt::format("its dimension {} contradicts itself or another", d));
            const auto cardinality =
                static_cast<std::uint32_t>(std::max<std::int64_t>(1, dimension.dictionary.size()));
            cube_.rows.shape.cardinalities.push_back(cardinality);
            cube_.dimensions.push_back(std::move(dimension));
        }
    }

    // Values are distinct. Bins come first, and up to three values of other cells may follow them.
    static bool is_right(const Dimension& dimension, std::size_t values) {
        const std::vector<Decimal>& edges = dimension.edges;
        if (dimension.derivation > Derivation::bin || dimension.part > enumerators<tables::DatePart>.back() ||
            dimension.type.kind > tables::Kind::text || values > std::size_t{tables::max_distinct} ||
            values != static_cast<std::size_t>(dimension.dictionary.size()))
            return false;
        if (dimension.derivation != Derivation::bin)
            return edges.empty();
        constexpr std::size_t others = 3;
        return edges.size() != 1 && values >= dimension.bins() && values <= dimension.bins() + others &&
               std::ranges::is_sorted(edges) && std::ranges::all_of(edges, &Decimal::is_finite);
    }

    void read_codes() {
        std::vector<std::vector<std::uint32_t>>& codes = cube_.rows.codes;
        codes.push_back(arrays_.list<std::uint32_t>("codes0"));
        const std::size_t rows = codes.front().size();
        if (rows > static_cast<std::size_t>(max_rows))
            throw arrays_.wrong(fmt::format("it has {} rows, over the limit of {}", rows, max_rows));
        while (codes.size() < cube_.dimensions.size())
            codes.push_back(arrays_.list<std::uint32_t>(numbered("codes", codes.size()), rows));
        for (std::size_t d = 0; d < codes.size() && rows > 0; ++d)
            if (const std::int64_t greatest = std::ranges::max(codes[d]),
                values = cube_.dimensions[d].dictionary.size();
                greatest >= values)
                throw arrays_.wrong(
                    fmt::format("a row has value {} of dimension {}, which has {}", greatest, d, values));
    }

    void read_measures() {
        Rows& rows = cube_.rows;
        for (const std::uint8_t fold : arrays_.list<std::uint8_t>("fold")) {
            if (fold > static_cast<std::uint8_t>(Fold::max))
                throw arrays_.wrong(fmt::format("it folds a measure by {}, which is unknown", fold));
            rows.measures.push_back(arrays_.list<std::int64_t>(numbered("stored", rows.measures.size()),
                                                               static_cast<std::size_t>(rows.size())));
            rows.shape.folds.push_back(static_cast<Fold>(fold));
        }
        const std::vector<std::string> columns = arrays_.texts("measure_column");
        const auto properties =
            arrays_.list<std::int32_t>("measure_properties", columns.size() * measure_properties);
        std::vector<bool> is_used(rows.measures.size());
        for (std::size_t m = 0; m < columns.size(); ++m) {
            const std::int32_t* const of = properties.data() + m * measure_properties;
            const Measure measure{.column = columns[m],
                                  .aggregate = static_cast<Aggregate>(of[0]),
                                  .stored = of[1],
                                  .words = of[2],
                                  .present = of[3],
                                  .digits = of[4],
                                  .encoding = static_cast<Encoding>(of[5])};
            if (!is_right(measure))
                throw arrays_.wrong(fmt::format("its measure {} contradicts itself", m));
            if (measure.present >= 0)
                is_used[static_cast<std::size_t>(measure.present)] = true;
            for (int word = 0; measure.stored >= 0 && word < measure.words; ++word)
                is_used[static_cast<std::size_t>(measure.stored + word)] = true;
            cube_.measures.push_back(measure);
        }
        for (std::size_t array = 0; array < is_used.size(); ++array)
            if (!is_used[array])
                throw arrays_.wrong(fmt::format("none of its measures uses its array stored{}", array));
    }

    bool is_right(const Measure& measure) const {
        constexpr int max_words = 3;
        if (measure.digits < 0 || measure.digits > max_digits || measure.words < 1 ||
            measure.words > max_words || measure.encoding < Encoding::units ||
            measure.encoding > Encoding::binary)
            return false;
        const std::vector<Fold>& folds = cube_.rows.shape.folds;
        const auto are_stored_by = [&](Fold fold, int first, int arrays) {
            if (first < 0 || std::ssize(folds) - first < arrays)
                return false;
            const auto begin = folds.begin() + first;
            return std::all_of(begin, begin + arrays, [fold](Fold one) { return one == fold; });
        };
        if (measure.present < -1 || (measure.present >= 0 && !are_stored_by(Fold::sum, measure.present, 1)))
            return false;
        switch (measure.aggregate) {
        case Aggregate::sum:
        case Aggregate::avg: return are_stored_by(Fold::sum, measure.stored, measure.words);
        case Aggregate::count: return measure.stored == -1 && measure.present == -1;
        case Aggregate::min: return measure.words == 1 && are_stored_by(Fold::min, measure.stored, 1);
        case Aggregate::max: return measure.words == 1 && are_stored_by(Fold::max, measure.stored, 1);
        }
        return false;
    }

    void read_tree() {
        Tree& tree = cube_.tree;
        tree.shape = cube_.rows.shape;
        const auto path = arrays_.list<std::int32_t>("path", cube_.dimensions.size());
        tree.path.assign(path.begin(), path.end());
        if (!std::ranges::is_permutation(tree.path, default_path(tree.shape)))
            throw arrays_.wrong("its path does not name each dimension once");
        tree.row_order = arrays_.list<std::uint32_t>("row_order", cube_.rows.codes.front().size());
        std::size_t nodes = 1;
        for (std::size_t number = 0; number <= tree.path.size(); ++number) {
            tree.levels.push_back(read_level(number, nodes));
            nodes = tree.levels.back().first_child.back();
        }
        if (nodes != tree.row_order.size())
            throw arrays_.wrong(fmt::format("its leaves have {} rows of {}", nodes, tree.row_order.size()));
        if (const std::optional<std::string> fault = tree_fault(tree, cube_.rows, poll_))
            throw arrays_.wrong(*fault);
        complete(tree);
    }

    Level read_level(std::size_t number, std::size_t nodes) {
        poll_.ask();
        Level level;
        level.key = arrays_.list<std::uint32_t>(level_name(number, "key"), nodes);
        level.first_child = arrays_.list<std::uint32_t>(level_name(number, "first_child"), nodes + 1);
        level.count = arrays_.list<std::uint32_t>(level_name(number, "count"), nodes);
        for (std::size_t m = 0; m < cube_.rows.shape.folds.size(); ++m)
            level.values.push_back(
                arrays_.list<std::int64_t>(numbered(level_name(number, "values"), m), nodes));
        return level;
    }

    // Makes parents, side links and header tables.
    void complete(Tree& tree) const {
        tree.levels.front().parent = {0};
        for (std::size_t number = 1; number < tree.levels.size(); ++number) {
            const std::vector<std::uint32_t>& first_child = tree.levels[number - 1].first_child;
            std::vector<std::uint32_t>& parent = tree.levels[number].parent;
            parent.reserve(first_child.back());
            for (std::uint32_t node = 0; node + 1 < first_child.size(); ++node)
                parent.resize(first_child[node + 1], node);
        }
        cpu::ThreadTeam team(cpu::threads_for({}, tree.rows() / cpu::items_of_a_thread));
        make_header_tables(tree, team, cancelled_, "reading a cube");
    }

    const CancelHook& cancelled_;
    CancelPoll poll_;
    const data::CheckedArrays arrays_;
    Cube cube_;
};

} // namespace

Cube read_cube(const std::filesystem::path& path, const CancelHook& cancelled) {
    const PhaseSpan span(Phase::check);
    return CubeReader(path, cancelled).read();
}

std::vector<std::string> read_dimension_names(const std::filesystem::path& path) {
    return data::CheckedArrays(path, read_remedy).texts("dimension_name");
}

} // namespace scanline::cube
