#include "scanline/cube/build.h"
#include "scanline/cube/cube.h"

#include "data/files.h"
#include "random_rows.h"
#include "support/error_message.h"
#include "support/temporary_folder.h"
#include "tree_difference.h"

#include "scanline/data/npz.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::cube::cube_file_test {

using namespace test;
using data::NpyArray;
using data::NpzArrays;
using scanline::test::error_message;
using scanline::test::TemporaryFolder;

namespace {

/// A cube of rows, whose dimensions and measures have all kinds of properties.
Cube cube_of(Rows rows, std::vector<int> path) {
    Cube cube{.reading = {.numbers = {.thousands = true},
                          .missing = {"-", "none"},
                          .texts = {"a"},
                          .dates = tables::DateFormat::parse("%d/%m/%Y")}};
    const std::array aggregates{Aggregate::sum, Aggregate::min, Aggregate::max};
    for (std::size_t d = 0; d < rows.codes.size(); ++d) {
        Dimension& dimension = cube.dimensions.emplace_back();
        dimension.column = fmt::format("column \"{}\",\n", d);
        dimension.derivation = static_cast<tables::Derivation>(d % 3);
        dimension.part = enumerators<tables::DatePart>[d % enumerators<tables::DatePart>.size()];
        dimension.type.kind = static_cast<tables::Kind>(d % 4);
        dimension.type.numbers = {.decimal_comma = d % 2 == 1, .thousands = d % 3 == 1, .loose = d % 5 == 1};
        dimension.type.example = d % 2 == 0 ? "" : "five";
        if (dimension.derivation == tables::Derivation::part)
            dimension.source = tables::DateFormat::parse("%d.%m.%y");
        if (dimension.type.kind == tables::Kind::date)
            dimension.type.dates = tables::DateFormat::parse("iso");
        dimension.name = fmt::format("{}.{}", dimension.column, d % 6);
        for (std::uint32_t code = 0; code < rows.shape.cardinalities[d]; ++code)
            dimension.dictionary.add(code == 1 ? "" : fmt::format("v\xc3\xa9 {}", code * (d + 1)));
        if (dimension.derivation == tables::Derivation::bin)
            for (std::uint32_t edge = 0; edge <= rows.shape.cardinalities[d]; ++edge)
                dimension.edges.push_back(tables::normal_decimal(edge, -1));
    }
    for (std::size_t m = 0; m < rows.shape.folds.size(); ++m)
        cube.measures.push_back(
            {fmt::format("m{}", m), aggregates[static_cast<std::size_t>(rows.shape.folds[m])],
             static_cast<int>(m), 1, rows.shape.folds.front() == Fold::sum && m > 0 ? 0 : -1,
             static_cast<int>(m), static_cast<Encoding>(m % 3)});
    cube.measures.push_back({});
    cube.tree = build(rows, std::move(path), {.threads = 1});
    cube.rows = std::move(rows);
    return cube;
}

std::string pattern_of(const std::optional<tables::DateFormat>& format) {
    return format ? format->pattern() : "";
}

/// The first part that differs, or "".
std::string difference(const Cube& found, const Cube& right) {
    if (found.dimensions.size() != right.dimensions.size() || found.measures.size() != right.measures.size())
        return "number of dimensions or measures";
    for (std::size_t d = 0; d < right.dimensions.size(); ++d) {
        const Dimension &a = found.dimensions[d], &b = right.dimensions[d];
        if (a.name != b.name || a.column != b.column || a.derivation != b.derivation || a.part != b.part ||
            a.edges != b.edges || a.type.kind != b.type.kind || a.type.numbers != b.type.numbers ||
            a.type.example != b.type.example || pattern_of(a.type.dates) != pattern_of(b.type.dates) ||
            pattern_of(a.source) != pattern_of(b.source) || a.dictionary.texts() != b.dictionary.texts())
            return fmt::format("dimension {}", d);
    }
    for (std::size_t m = 0; m < right.measures.size(); ++m) {
        if (found.measures[m] != right.measures[m])
            return fmt::format("measure {}", m);
    }
    const tables::Reading &reading = found.reading, &other = right.reading;
    if (reading.numbers != other.numbers || reading.missing != other.missing ||
        reading.texts != other.texts || pattern_of(reading.dates) != pattern_of(other.dates))
        return "reading";
    if (found.rows.shape != right.rows.shape || found.rows.codes != right.rows.codes ||
        found.rows.measures != right.rows.measures)
        return "rows";
    return test::difference(found.tree, right.tree);
}

template <class T>
NpyArray array_of(const std::vector<T>& elements) {
    return data::make_npy<T>(elements, {elements.size()});
}

/// Six rows of two dimensions and a sum, in a file whose arrays can be changed.
///
///     rows (0, 2) (1, 0) (0, 1) (1, 1) (0, 2) (1, 0): level 1: 0 1; level 2: 1 2 below 0, 0 1 below 1
class CubeFileTest {
protected:
    CubeFileTest() {
        write_cube(
            path_,
            cube_of({{{2, 3}, {Fold::sum}}, {{0, 1, 0, 1, 0, 1}, {2, 0, 1, 1, 2, 0}}, {{1, 2, 3, 4, 5, 6}}},
                    {0, 1}));
        right_ = arrays_ = data::read_npz(path_);
    }

    NpyArray& array(const std::string& name) {
        return std::ranges::find(arrays_, name, &NpzArrays::value_type::first)->second;
    }
    /// Changes an element, and puts the arrays back as they were afterwards.
    template <class T>
    std::string refusal(const std::string& name, std::size_t at, T value) {
        std::memcpy(array(name).bytes.data() + at * sizeof(T), &value, sizeof(T));
        return refusal();
    }
    template <class T>
    std::string refusal(const std::string& name, const std::vector<T>& elements) {
        array(name) = array_of(elements);
        return refusal();
    }
    std::string refusal() {
        data::write_npz(path_, arrays_);
        arrays_ = right_;
        const std::string message = error_message(ErrorKind::failure, [this] { read_cube(path_); });
        const std::string begin = "cannot read " + path_.string() + ": ";
        CHECK_THAT(message, Catch::Matchers::StartsWith(begin));
        CHECK(message.find('\n') == std::string::npos);
        return message.substr(std::min(begin.size(), message.size()));
    }

    TemporaryFolder folder_;
    std::filesystem::path path_ = folder_ / "sales.cube";
    NpzArrays arrays_, right_;
};

using Catch::Matchers::StartsWith;

} // namespace

TEST_CASE("A cube comes back from its file") {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        const Shape shape = random_shape(8, 6, random);
        const Cube cube =
            cube_of(random_rows(shape, 200, random), random_path(shape.cardinalities.size(), random));
        write_cube(folder / "a.cube", cube);
        INFO("seed " << seed);
        CHECK(difference(read_cube(folder / "a.cube"), cube) == "");
    }
}

TEST_CASE("A cube without rows comes back from its file") {
    const TemporaryFolder folder;
    Cube cube = cube_of({{{1, 1}, {Fold::min}}, {{}, {}}, {{}}}, {1, 0});
    for (Dimension& dimension : cube.dimensions)
        dimension.dictionary = {};
    write_cube(folder / "a.cube", cube);
    CHECK(difference(read_cube(folder / "a.cube"), cube) == "");

    cube.tree.levels[0].first_child = {0, 1};
    Level& ghost = cube.tree.levels[1];
    ghost.key = ghost.count = {0};
    ghost.first_child = {0, 0};
    ghost.values = cube.tree.levels[0].values;
    write_cube(folder / "a.cube", cube);
    CHECK_THAT(error_message(ErrorKind::failure, [&] { read_cube(folder / "a.cube"); }),
               Catch::Matchers::ContainsSubstring("the first children of level 1 do not ascend"));
}

TEST_CASE_METHOD(CubeFileTest, "An array that is missing, or of another type or shape, is named") {
    for (const auto& [name, array] : right_) {
        std::erase_if(arrays_, [&, &wanted = name](const auto& entry) { return entry.first == wanted; });
        CHECK_THAT(refusal(), StartsWith(name == "scanline_cube"
                                             ? "it is not a cube; give what scanline cube build wrote"
                                             : fmt::format("it has no array {}; give", name)));
        NpyArray& changed = this->array(name);
        changed.type = array.type == data::ElementType::i8 ? data::ElementType::u8 : data::ElementType::i8;
        changed.shape = {array.bytes.size()};
        CHECK_THAT(refusal(), StartsWith(fmt::format("its array {} is not a list of ", name)));
        this->array(name).shape.push_back(1);
        CHECK_THAT(refusal(), StartsWith(fmt::format("its array {} is not a list of ", name)));
    }
}

TEST_CASE_METHOD(CubeFileTest, "A newer or older format is named with the remedy") {
    CHECK(refusal<std::uint32_t>("scanline_cube", 0, 3) ==
          "it is a cube of format 3, and this version reads up to 2; read it with the version that wrote it, "
          "or build it again");
    CHECK(refusal<std::uint32_t>("scanline_cube", 0, 1) ==
          "it is a cube of format 1, which does not hold the types of its columns; build it again from its "
          "table");
}

TEST_CASE_METHOD(CubeFileTest, "Texts that do not divide their bytes are refused") {
    for (const std::vector<std::uint64_t>& offsets : std::vector<std::vector<std::uint64_t>>{
             {}, {0}, {1, 9}, {0, 1000, 9}, {0, 5, 4, 9}, {0, ~std::uint64_t{0}}})
        CHECK_THAT(refusal("values1_offset", offsets),
                   StartsWith("its array values1_offset does not divide values1"));
}

TEST_CASE_METHOD(CubeFileTest, "Dimensions that contradict themselves or another are refused") {
    constexpr std::size_t derivation = 4, part = 5, kind = 6; // of dimension 1
    CHECK_THAT(refusal<std::uint8_t>("dimension_properties", derivation, 3),
               StartsWith("its dimension 1 contradicts itself"));
    CHECK_THAT(refusal<std::uint8_t>("dimension_properties", part, 10),
               StartsWith("its dimension 1 contradicts itself"));
    CHECK_THAT(refusal<std::uint8_t>("dimension_properties", kind, 4),
               StartsWith("its dimension 1 contradicts itself"));
    array("dimension_source") = array_of(std::vector<std::uint8_t>{'%', 'q'});
    CHECK_THAT(refusal("dimension_source_offset", std::vector<std::uint64_t>{0, 0, 2}),
               StartsWith("it has a format of dates that is none"));
    array("dimension_name") = array_of(std::vector<std::uint8_t>{'a', 'a'});
    array("dimension_name_offset") = array_of(std::vector<std::uint64_t>{0, 1, 2});
    CHECK_THAT(refusal(), StartsWith("its dimension 0 contradicts itself or another"));
    CHECK_THAT(
        refusal("dimension_name_offset", std::vector<std::uint64_t>{0, array("dimension_name").bytes.size()}),
        StartsWith("its array dimension_column has 2 texts, not 1"));
    array("values1") = array_of(std::vector<std::uint8_t>{'a', 'b', 'a'});
    array("values1_offset") = array_of(std::vector<std::uint64_t>{0, 1, 2, 3});
    CHECK_THAT(refusal(), StartsWith("its dimension 1 contradicts itself"));
    const auto with_edges = [this](std::uint8_t derived, const std::string& edges) {
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint64_t> offsets{0};
        for (const char c : edges + (edges.empty() ? "" : " "))
            if (c == ' ')
                offsets.push_back(bytes.size());
            else
                bytes.push_back(static_cast<std::uint8_t>(c));
        array("edges1") = array_of(bytes);
        array("edges1_offset") = array_of(offsets);
        return refusal<std::uint8_t>("dimension_properties", derivation, derived);
    };
    for (const char* const edges : {"1", "1 2 3 4 5", "1 2 4 3", "1 2 3 nan", "-inf 1 2 3", "1 2 3 x"}) {
        INFO(edges);
        CHECK_THAT(with_edges(2, edges), StartsWith("its dimension 1 contradicts itself"));
    }
    CHECK_THAT(with_edges(1, "1 2"), StartsWith("its dimension 1 contradicts itself"));
    // Four values beside the bins.
    array("values1") = array_of(std::vector<std::uint8_t>{'a', 'b', 'c', 'd'});
    array("values1_offset") = array_of(std::vector<std::uint64_t>{0, 1, 2, 3, 4});
    CHECK_THAT(with_edges(2, ""), StartsWith("its dimension 1 contradicts itself"));
}

TEST_CASE_METHOD(CubeFileTest, "Measures that contradict themselves are refused") {
    // of :sum by fold 0, and of the number of rows
    constexpr std::size_t aggregate = 0, stored = 1, words = 2, present = 3, digits = 4, encoding = 5;
    const auto refused = [this](std::size_t measure, std::size_t property, std::int32_t value) {
        return refusal("measure_properties", 6 * measure + property, value);
    };
    for (const int other : {-1, 1, 2, 3, 5, 6})
        CHECK_THAT(refused(0, aggregate, other), StartsWith("its measure 0 contradicts itself"));
    for (const int other : {-2, -1, 1})
        CHECK_THAT(refused(0, stored, other), StartsWith("its measure 0 contradicts itself"));
    for (const int other : {-1, 0, 2, 4, INT_MAX})
        CHECK_THAT(refused(0, words, other), StartsWith("its measure 0 contradicts itself"));
    for (const int other : {-2, 1, INT_MAX})
        CHECK_THAT(refused(0, present, other), StartsWith("its measure 0 contradicts itself"));
    for (const int other : {-1, 401, INT_MIN})
        CHECK_THAT(refused(1, digits, other), StartsWith("its measure 1 contradicts itself"));
    for (const int other : {-1, 3})
        CHECK_THAT(refused(1, encoding, other), StartsWith("its measure 1 contradicts itself"));
    CHECK_THAT(refused(1, stored, 0), StartsWith("its measure 1 contradicts itself"));
    array("measure_properties") = array_of(std::vector<std::int32_t>{1, -1, 1, -1, 0, 0, 1, -1, 1, -1, 0, 0});
    CHECK_THAT(refusal(), StartsWith("none of its measures uses its array stored0"));
    CHECK_THAT(refusal<std::uint8_t>("fold", 0, 1), StartsWith("its measure 0 contradicts itself"));
    CHECK_THAT(refusal<std::uint8_t>("fold", 0, 3), StartsWith("it folds a measure by 3, which is unknown"));
    const std::vector<Fold> folds{Fold::sum, Fold::sum, Fold::sum, Fold::sum, Fold::min, Fold::max};
    write_cube(path_, cube_of({{{1}, folds}, {{0}}, std::vector<std::vector<std::int64_t>>(6, {1})}, {0}));
    right_ = arrays_ = data::read_npz(path_);
    for (const auto& [measure, many] : {std::pair(0u, 4), {4u, 2}, {5u, 2}})
        CHECK_THAT(refused(measure, words, many),
                   StartsWith(fmt::format("its measure {} contradicts itself", measure)));
}

TEST_CASE_METHOD(CubeFileTest, "Rows and paths that contradict dimensions are refused") {
    CHECK_THAT(refusal<std::uint32_t>("codes1", 1, 3),
               StartsWith("a row has value 3 of dimension 1, which has 3"));
    CHECK_THAT(refusal("codes1", std::vector<std::uint32_t>{1}),
               StartsWith("its array codes1 has 1 elements, not 6"));
    CHECK_THAT(refusal("stored0", std::vector<std::int64_t>{}),
               StartsWith("its array stored0 has 0 elements, not 6"));
    for (const std::vector<std::int32_t>& path :
         std::vector<std::vector<std::int32_t>>{{0, 0}, {1, 2}, {-1, 0}})
        CHECK_THAT(refusal("path", path), StartsWith("its path does not name each dimension once"));
}

TEST_CASE_METHOD(CubeFileTest, "Trees that contradict themselves or their rows are refused") {
    using Numbers = std::vector<std::uint32_t>;
    CHECK_THAT(refusal<std::uint32_t>("codes1", 1, 2),
               StartsWith("the keys of level 2 do not match its rows"));
    CHECK_THAT(refusal<std::int64_t>("stored0", 3, 7),
               StartsWith("the values of level 2 do not match its rows"));
    CHECK_THAT(refusal("path", std::vector<std::int32_t>{1, 0}),
               StartsWith("the keys of level 2 do not ascend"));
    for (const Numbers& order :
         std::vector<Numbers>{{2, 0, 4, 1, 5, 6}, {2, 0, 4, 1, 5, 5}, {2, 4, 0, 1, 5, 3}})
        CHECK_THAT(refusal("row_order", order),
                   StartsWith("its row order does not name each row once, in order"));
    CHECK_THAT(refusal("row_order", Numbers{2, 0, 4, 1, 3, 5}), StartsWith("the values of level 2"));
    CHECK_THAT(refusal("level0_key", Numbers{1}), StartsWith("its root has a key"));
    CHECK_THAT(refusal("level1_key", Numbers{0, 0}), StartsWith("the keys of level 1 do not ascend"));
    CHECK_THAT(refusal("level2_key", Numbers{1, 2, 0, 3}), StartsWith("the keys of level 2 do not ascend"));
    CHECK_THAT(refusal("level0_first_child", Numbers{1, 2}),
               StartsWith("the first children of level 0 do not"));
    for (const Numbers& children : std::vector<Numbers>{{0, 4, 4}, {0, 5, 4}, {1, 2, 4}})
        CHECK_THAT(refusal("level1_first_child", children),
                   StartsWith("the first children of level 1 do not"));
    CHECK_THAT(refusal("level1_first_child", Numbers{0, 2, 5}),
               StartsWith("its array level2_key has 4 elements, not 5"));
    CHECK_THAT(refusal("level2_first_child", Numbers{0, 1, 3, 5, 7}),
               StartsWith("its leaves have 7 rows of 6"));
    for (std::size_t level = 0; level < 3; ++level) {
        CHECK_THAT(refusal<std::uint32_t>(fmt::format("level{}_count", level), 0, 99),
                   StartsWith(fmt::format("the counts of level {} do not", level)));
        CHECK_THAT(refusal<std::int64_t>(fmt::format("level{}_values0", level), 0, 99),
                   StartsWith(fmt::format("the values of level {} do not", level)));
    }
}

TEST_CASE_METHOD(CubeFileTest, "A file that is cut or damaged anywhere is refused") {
    const std::string whole = data::test::get(path_);
    const auto refused = [&](const std::string& bytes) {
        data::test::put(path_, bytes);
        return error_message(ErrorKind::failure, [this] { read_cube(path_); });
    };
    for (std::size_t size = 0; size < whole.size(); size += 97)
        CHECK_THAT(refused(whole.substr(0, size)), StartsWith("cannot read " + path_.string()));
    // Elements are covered by checksums; what follows a damaged header may also be right.
    std::string flipped = whole;
    flipped[flipped.find(std::string("\x01\0\0\0\x01\0\0\0", 8))] ^= 1; // of codes or keys
    CHECK_THAT(refused(flipped), StartsWith("cannot read " + path_.string()));
    std::size_t taken = 0;
    for (std::size_t at = 0; at < whole.size(); at += 131) {
        flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 1 << at % 8);
        data::test::put(path_, flipped);
        try {
            read_cube(path_);
            ++taken; // a byte that says nothing, such as a time
        } catch (const Error& error) {
            CHECK_THAT(error.what(), StartsWith("cannot read " + path_.string()));
        }
    }
    CHECK(taken < whole.size() / 131 / 4);
}

TEST_CASE_METHOD(CubeFileTest, "Reading is cancelled at every poll") {
    int polls = 0;
    read_cube(path_, [&] { return ++polls < 0; });
    CHECK(polls > 3);
    for (int at = 1; at <= polls; ++at) {
        INFO(at);
        CHECK_THROWS_AS(read_cube(path_, [left = at]() mutable { return --left == 0; }), Cancelled);
    }
}

TEST_CASE("A file that is not a cube is refused") {
    const TemporaryFolder folder;
    data::write_npz(folder / "a.npz", {{"a", array_of(std::vector<float>{1, 2})}});
    const auto message_of = [](const std::filesystem::path& path) {
        return error_message(ErrorKind::failure, [&] { read_cube(path); });
    };
    CHECK_THAT(message_of(folder / "a.npz"),
               Catch::Matchers::EndsWith("a.npz: it is not a cube; give what scanline cube build wrote"));
    CHECK_THAT(message_of(data::test::put(folder / "a.csv", "a,b\n1,2\n")),
               Catch::Matchers::ContainsSubstring("a.csv: it is no NPZ file"));
    CHECK_THAT(message_of(folder / "none"), StartsWith("cannot read "));
}

} // namespace scanline::cube::cube_file_test
