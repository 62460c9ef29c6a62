#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/tree_file.h"

#include "data/files.h"
#include "point_sets.h"
#include "support/error_message.h"
#include "support/temporary_folder.h"

#include "scanline/data/npz.h"

#include <algorithm>
#include <limits>

namespace scanline::kdtree::tree_file_test {

using namespace test;
using data::NpyArray;
using data::NpzArrays;
using data::test::put;
using scanline::test::error_message;
using scanline::test::TemporaryFolder;

namespace {

template <class T>
NpyArray array_of(const std::vector<T>& elements, std::vector<std::size_t> shape) {
    return data::make_npy<T>(elements, std::move(shape));
}

/// A tree of five points in a file whose arrays can be changed.
class TreeFileTest {
protected:
    TreeFileTest() {
        save_tree(path_, build<float>({xy_, 2}, {.threads = 1}));
        arrays_ = data::read_npz(path_);
    }

    NpyArray& array(const std::string& name) {
        return std::ranges::find(arrays_, name, &NpzArrays::value_type::first)->second;
    }
    std::string refusal() {
        data::write_npz(path_, arrays_);
        const std::string message = error_message(ErrorKind::failure, [this] { load_tree(path_); });
        CHECK_THAT(message, Catch::Matchers::StartsWith("cannot read " + path_.string() + ": "));
        return message;
    }

    const std::vector<float> xy_{2, 3, 5, 4, 9, 6, 4, 7, 8, 1};
    TemporaryFolder folder_;
    std::filesystem::path path_ = folder_ / "tree.npz";
    NpzArrays arrays_;
};

} // namespace

TEMPLATE_TEST_CASE("A tree comes back from its file", "", std::int32_t, float, double) {
    const TemporaryFolder folder;
    for (const std::int64_t size : {0, 1, 2, 100}) {
        const std::vector<TestType> coordinates = make_points<TestType>(PointSet::uniform, size, 3, 800);
        const Tree<TestType> tree = build<TestType>({coordinates, 3}, {.threads = 1});
        save_tree(folder / "tree.npz", tree);
        CHECK((std::get<Tree<TestType>>(load_tree(folder / "tree.npz").tree) == tree));
    }
}

TEST_CASE_METHOD(TreeFileTest, "The file of a tree has what its users look for") {
    std::vector<std::string> names;
    for (const auto& [name, array] : arrays_)
        names.push_back(name);
    CHECK(names == std::vector<std::string>{"points", "index", "left", "right", "axis", "root"});
    CHECK(array("points").shape == std::vector<std::size_t>{5, 2});
    CHECK(array("index").convert<std::int32_t>() == std::vector<std::int32_t>{0, 3, 1, 4, 2});
    CHECK(array("left").convert<std::int32_t>() == std::vector<std::int32_t>{-1, -1, 0, -1, -1});
    CHECK(array("right").convert<std::int32_t>() == std::vector<std::int32_t>{1, -1, 3, 4, -1});
    CHECK(array("axis").convert<std::int32_t>() == std::vector<std::int32_t>{1, 0, 0, 1, 0});
    CHECK(array("root").shape.empty());
    CHECK(array("root").convert<std::int32_t>() == std::vector<std::int32_t>{2});
}

TEST_CASE_METHOD(TreeFileTest, "The labels of points come back from the file of a tree, if it has them") {
    CHECK((load_tree(path_).labels == PointLabels{}));
    const PointLabels labels{{"lat", "l\xc3\xb6n"}, "town", {"a", "", "c,\"d", "e", "f"}, 7};
    save_tree(path_, build<float>({xy_, 2}, {.threads = 1}), labels);
    CHECK((load_tree(path_).labels == labels));
    arrays_ = data::read_npz(path_);
    SECTION("too few ids") {
        array("ids_offset") = array_of<std::uint64_t>({0, array("ids").shape[0]}, {2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("its array ids has 1 texts, not 5"));
    }
    SECTION("texts beyond the bytes") {
        array("names_offset") = array_of<std::uint64_t>({0, 3, 99}, {3});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("names_offset does not divide names"));
    }
}

TEST_CASE_METHOD(TreeFileTest, "What else is in the file of a tree is not read") {
    const std::string other = "an array of letters";
    arrays_.emplace_back("other", array_of<std::uint8_t>({other.begin(), other.end()}, {other.size()}));
    data::write_npz(path_, arrays_);
    std::string text = data::test::get(path_);
    text.replace(text.find(other), 2, "no"); // breaks its checksum
    put(path_, text);
    REQUIRE_THROWS_WITH(data::read_npz(path_),
                        Catch::Matchers::ContainsSubstring("its array other cannot be read"));
    CHECK(std::get<Tree<float>>(load_tree(path_).tree).size() == 5);
}

TEST_CASE_METHOD(TreeFileTest, "A file that is no tree is refused with what is wrong of it") {
    SECTION("an array is missing") {
        for (const char* name : {"points", "index", "left", "right", "axis", "root"}) {
            const NpzArrays all = arrays_;
            std::erase_if(arrays_, [&](const auto& entry) { return entry.first == name; });
            CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring(std::string("it has no array ") + name));
            arrays_ = all;
        }
    }
    SECTION("points of another type") {
        array("points") = array_of<std::int64_t>(std::vector<std::int64_t>(10), {5, 2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("points is of int64"));
    }
    SECTION("points of another shape") {
        array("points").shape = {10};
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("no table"));
    }
    SECTION("other lengths") {
        array("index") = array_of<std::int32_t>({0, 1, 2, 3}, {4});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("index has 4 elements, not 5"));
    }
    SECTION("another link") {
        array("left") = array_of<std::int32_t>({-1, -1, 0, -1, 3}, {5});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("left of node 4 is 3, not -1"));
    }
    SECTION("another axis") {
        array("axis") = array_of<std::int32_t>({1, 0, 1, 1, 0}, {5});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("axis of node 2 is 1, not 0"));
    }
    SECTION("another root") {
        array("root") = array_of<std::int32_t>({1}, {});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("root is not 2"));
    }
    SECTION("several roots, the first of them right, or none") {
        array("root") = array_of<std::int32_t>({2, 0}, {2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("root is not 2"));
        array("root") = array_of<std::int32_t>({}, {0});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("root is not 2"));
    }
    SECTION("a negative index") {
        array("index") = array_of<std::int32_t>({0, 1, 2, 3, -1}, {5});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("negative"));
    }
    SECTION("a coordinate that is no number") {
        std::vector<float> points = array("points").convert<float>();
        points[3] = std::numeric_limits<float>::quiet_NaN();
        array("points") = array_of(points, {5, 2});
        CHECK_THAT(refusal(),
                   Catch::Matchers::ContainsSubstring("row 1, column 1 of its array points is not a number"));
    }
    SECTION("a coordinate that points may not have") {
        std::vector<float> points = array("points").convert<float>();
        points[8] = 1e21f;
        array("points") = array_of(points, {5, 2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring(
                                  "row 4, column 0 of its array points is 1e+21, and float32"));
    }
    SECTION("no archive at all") {
        put(path_, "no archive");
        CHECK_THAT(error_message(ErrorKind::failure, [this] { load_tree(path_); }),
                   Catch::Matchers::ContainsSubstring("it is no NPZ file"));
    }
}

} // namespace scanline::kdtree::tree_file_test
