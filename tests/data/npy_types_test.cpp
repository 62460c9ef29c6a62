// The types that elements have, and the numbers and texts that they are.
#include "npy_files.h"

#include <cmath>
#include <limits>

namespace npy_types_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

namespace {

template <class T>
std::vector<T> extremes() {
    return {T{0},
            T{1},
            std::numeric_limits<T>::lowest(),
            std::numeric_limits<T>::max(),
            static_cast<T>(std::numeric_limits<T>::max() / 3),
            T{42}};
}

} // namespace

TEMPLATE_TEST_CASE("An array of any element type and shape written and read again is the same", "",
                   std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                   std::uint64_t, std::int64_t, float, double) {
    const TemporaryFolder folder;
    const std::vector<TestType> values = extremes<TestType>();
    for (const Shape& shape : {Shape{}, Shape{6}, Shape{2, 3}, Shape{1, 3, 2}, Shape{0}, Shape{4, 0}}) {
        std::size_t count = 1;
        for (const std::size_t extent : shape)
            count *= extent;
        const NpyArray array = make_npy<TestType>(std::span(values).first(count), shape);
        REQUIRE(array.element_count() == count);
        write_npy(folder / "a.npy", array);
        const NpyArray again = read_npy(folder / "a.npy");
        REQUIRE(again.type == element_type_of<TestType>());
        REQUIRE(again.shape == shape);
        REQUIRE(again.bytes == array.bytes);
        REQUIRE(again.convert<TestType>() ==
                std::vector<TestType>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)));
        REQUIRE(std::filesystem::file_size(folder / "a.npy") % 64 == again.bytes.size() % 64);
    }
    REQUIRE(size_of(element_type_of<TestType>()) == sizeof(TestType));
}

TEST_CASE("Element types have the names of NumPy") {
    REQUIRE(to_string(element_type_of<std::uint8_t>()) == "uint8");
    REQUIRE(to_string(element_type_of<std::int8_t>()) == "int8");
    REQUIRE(to_string(element_type_of<std::uint16_t>()) == "uint16");
    REQUIRE(to_string(element_type_of<std::int16_t>()) == "int16");
    REQUIRE(to_string(element_type_of<std::uint32_t>()) == "uint32");
    REQUIRE(to_string(element_type_of<std::int32_t>()) == "int32");
    REQUIRE(to_string(element_type_of<std::uint64_t>()) == "uint64");
    REQUIRE(to_string(element_type_of<std::int64_t>()) == "int64");
    REQUIRE(to_string(element_type_of<float>()) == "float32");
    REQUIRE(to_string(element_type_of<double>()) == "float64");
}

TEST_CASE("Booleans and halves are numbers, and are written back as they were read") {
    const NpyArray flags = read_array(
        npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", std::string_view("\1\0\2", 3)));
    REQUIRE(flags.type_name() == "bool");
    REQUIRE(flags.convert<int>() == std::vector<int>{1, 0, 1});
    REQUIRE(flags.text(2) == "1");

    // 1, -2, the largest, the smallest, infinity, -0 and NaN.
    const NpyArray halves =
        read_array(npy("{'descr': '>f2', 'fortran_order': False, 'shape': (7,), }",
                       std::string_view("\x3c\0\xc0\0\x7b\xff\0\1\x7c\0\x80\0\x7e\0", 14)));
    const std::vector<float> values = halves.convert<float>();
    REQUIRE(halves.type_name() == "float16");
    REQUIRE(std::vector(values.begin(), values.begin() + 6) ==
            std::vector<float>{1, -2, 65504, 0x1p-24f, std::numeric_limits<float>::infinity(), 0});
    REQUIRE(std::signbit(values[5]));
    REQUIRE(std::isnan(values[6]));
    REQUIRE(halves.text(1) == "-2");

    const TemporaryFolder folder;
    for (const NpyArray& array : {flags, halves}) {
        write_npy(folder / "a.npy", array);
        REQUIRE(read_npy(folder / "a.npy") == array);
    }
}

TEST_CASE("Text is read as UTF-8 without the zeros at its end, and is no number") {
    // "\u00e9\u20ac", "\U0001f600b" and "a" in big-endian UTF-32.
    const std::string_view code_points("\0\0\0\xe9\0\0\x20\xac\0\1\xf6\0\0\0\0b\0\0\0a\0\0\0\0", 24);
    const NpyArray text =
        read_array(npy("{'descr': '>U2', 'fortran_order': True, 'shape': (1, 3), }", code_points));
    REQUIRE(text.element_size() == 8);
    REQUIRE(text.text(0) == "\xc3\xa9\xe2\x82\xac");
    REQUIRE(text.text(1) == "\xf0\x9f\x98\x80"
                            "b");
    REQUIRE(text.text(2) == "a");
    REQUIRE(error_of([&] { (void)text.convert<int>(); }) ==
            "its elements are <U2, which are no numbers; turn them into numbers with numpy's astype");

    // Elements of several bytes change places as a whole.
    const NpyArray bytes = read_array(npy("{'descr': '|S2', 'fortran_order': True, 'shape': (2, 2), }",
                                          std::string_view("ab\0cd\0f\xff", 8)));
    REQUIRE(bytes.text(0) == "ab");
    REQUIRE(bytes.text(1) == "d");
    REQUIRE(bytes.text(2) == std::string_view("\0c", 2));
    REQUIRE(bytes.text(3) == "f\xff");

    const NpyArray none = read_array(npy("{'descr': '<U0', 'fortran_order': True, 'shape': (2, 2), }", ""));
    REQUIRE(none.text(3).empty());
    const NpyArray wrong = read_array(npy("{'descr': '<U1', 'fortran_order': False, 'shape': (), }",
                                          std::string_view("\0\xd8\0\0", 4))); // half of a pair
    REQUIRE(wrong.text(0).starts_with("\xef\xbf\xbd"));

    const TemporaryFolder folder;
    for (const NpyArray& array : {text, bytes, none, wrong}) {
        write_npy(folder / "a.npy", array);
        REQUIRE(read_npy(folder / "a.npy") == array);
    }
    REQUIRE(array_error(npy("{'descr': '<U4', 'fortran_order': False, 'shape': (3,), }", "a")) ==
            "it holds 1 bytes of elements where its shape (3,) of <U4 needs 48; copy or save it again");
}

TEST_CASE("Dates are read in the units of NumPy, and their text is that of NumPy") {
    const auto date = [](std::string_view unit, std::int64_t count) {
        NpyArray array = array_of<std::int64_t>({count}, {});
        std::string elements(reinterpret_cast<const char*>(array.bytes.data()), 8);
        array = read_array(npy(
            "{'descr': '<M8[" + std::string(unit) + "]', 'fortran_order': False, 'shape': (), }", elements));
        const TemporaryFolder folder;
        write_npy(folder / "a.npy", array);
        REQUIRE(read_npy(folder / "a.npy") == array);
        return array.text(0);
    };
    // str(numpy.datetime64(count, unit))
    REQUIRE(date("Y", 50) == "2020");
    REQUIRE(date("Y", -1970) == "0000");
    REQUIRE(date("M", -1) == "1969-12");
    REQUIRE(date("M", 601) == "2020-02");
    REQUIRE(date("W", -1) == "1969-12-25");
    REQUIRE(date("D", 18321) == "2020-02-29");
    REQUIRE(date("h", -1) == "1969-12-31T23");
    REQUIRE(date("m", 61) == "1970-01-01T01:01");
    REQUIRE(date("s", 1'583'020'799) == "2020-02-29T23:59:59");
    REQUIRE(date("ms", -1) == "1969-12-31T23:59:59.999");
    REQUIRE(date("us", 1'000'001) == "1970-01-01T00:00:01.000001");
    REQUIRE(date("ns", std::numeric_limits<std::int64_t>::max()) == "2262-04-11T23:47:16.854775807");
    REQUIRE(date("ns", std::numeric_limits<std::int64_t>::min()) == "NaT");
    REQUIRE(date("D", std::numeric_limits<std::int64_t>::max()) == "9223372036854775807[D]");
    const NpyArray big = read_array(npy("{'descr': '>M8[s]', 'fortran_order': False, 'shape': (1,), }",
                                        std::string_view("\0\0\0\0\0\0\0\1", 8)));
    REQUIRE(big.type_name() == "datetime64[s]");
    REQUIRE(big.text(0) == "1970-01-01T00:00:01");
    REQUIRE(error_of([&] { (void)big.convert<double>(); }).find("are datetime64[s], which are no numbers") !=
            std::string::npos);
}

TEST_CASE("An element type that is not read is named") {
    const std::string rest =
        " is not read; turn it into int8 to int64, uint8 to uint64, float16 to float64, bool, str, or "
        "datetime64 of Y, M, W, D, h, m, s, ms, us or ns with numpy's astype";
    for (const std::string descr : {"<c8", "|b2", "<f2x", "<U", "<U05", "<U5000000000", "|S-1", "|O", "<M8",
                                    "<M8[ps]", "<M8[10s]", "<m8[s]", "f4", "", "<"})
        REQUIRE(array_error(npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (), }", "a")) ==
                "its element type '" + descr + "'" + rest);
    REQUIRE(array_error(npy("{'descr': '<\n\x80', 'fortran_order': False, 'shape': (), }", "a")) ==
            R"(its element type '<\n\x80')" + rest);
    REQUIRE(array_error(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (), }", "a")) ==
            "its elements are records (a structured type), which are not read; save one field");
}

TEST_CASE("Elements are converted, and one that the type cannot hold is named by position and value") {
    REQUIRE(array_of<double>({1.9, -1.9, 255.9}, {3}).convert<std::int16_t>() ==
            std::vector<std::int16_t>{1, -1, 255});
    REQUIRE(array_of<std::int64_t>({-128, 127}, {2}).convert<std::int8_t>() ==
            std::vector<std::int8_t>{-128, 127});
    REQUIRE(array_of<std::uint64_t>({~0ull}, {1}).convert<float>() == std::vector<float>{0x1p64f});
    REQUIRE(array_of<double>({0.1}, {1}).convert<float>() == std::vector<float>{0.1f});
    REQUIRE(array_of<double>({-0.9}, {1}).convert<std::uint8_t>() == std::vector<std::uint8_t>{0});
    REQUIRE(array_of<double>({-0x1p63}, {1}).convert<std::int64_t>() ==
            std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
    REQUIRE(std::isnan(array_of<float>({NAN}, {1}).convert<double>()[0]));

    const auto rest = [](std::string_view type) {
        return ", which " + std::string(type) + " cannot hold; read it as a wider type";
    };
    REQUIRE(error_of([] {
                array_of<std::int32_t>({1, 300}, {2}).convert<std::uint8_t>();
            }) == "element 1 is 300" + rest("uint8"));
    REQUIRE(error_of([] {
                array_of<std::int32_t>({1, 2, 3, 4, 300, 6}, {2, 3}).convert<std::uint8_t>();
            }) == "row 1, column 1 is 300" + rest("uint8"));
    REQUIRE(error_of([] {
                array_of<std::int32_t>({1, 300}, {1, 2, 1}).convert<std::uint8_t>();
            }) == "element 1 is 300" + rest("uint8"));
    REQUIRE(array_of<double>({1e300}, {1}).convert<float>() ==
            std::vector<float>{std::numeric_limits<float>::infinity()});
    REQUIRE(error_of([] { array_of<std::int8_t>({-1}, {1}).convert<std::uint64_t>(); }) ==
            "element 0 is -1" + rest("uint64"));
    REQUIRE(error_of([] { array_of<std::uint64_t>({~0ull}, {1}).convert<std::int64_t>(); }) ==
            "element 0 is 18446744073709551615" + rest("int64"));
    REQUIRE(error_of([] {
                array_of<double>({0, 0, 0x1p63}, {3}).convert<std::int64_t>();
            }) == "element 2 is 9.223372036854776e+18" + rest("int64"));
    REQUIRE(error_of([] { array_of<float>({NAN}, {1}).convert<std::int32_t>(); }) ==
            "element 0 is nan" + rest("int32"));
    REQUIRE(error_of([] { array_of<float>({-1}, {1}).convert<std::uint32_t>(); }) ==
            "element 0 is -1" + rest("uint32"));
}

} // namespace npy_types_test
