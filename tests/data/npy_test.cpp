#include "scanline/data/npy.h"

#include "files.h"
#include "support/temporary_folder.h"

#include <cmath>
#include <limits>
#include <span>
#include <sys/stat.h>
#include <thread>
#include <utility>

namespace npy_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

namespace {

using Shape = std::vector<std::size_t>;

/// A handmade NPY file.
std::string npy(std::string_view header, std::string_view elements, char major = 1) {
    std::string bytes = "\x93NUMPY";
    bytes += major;
    bytes += '\0';
    for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
        bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    bytes += header;
    bytes += elements;
    return bytes;
}

NpyArray read(std::string_view bytes) {
    const TemporaryFolder folder;
    return read_npy(put(folder / "array.npy", bytes));
}

/// The error from reading a file, without "cannot read PATH: ".
std::string error_in(std::string_view bytes) {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "array.npy", bytes);
    const std::string message = error_of([&] { read_npy(path); });
    REQUIRE(message.find('\n') == std::string::npos);
    const std::string prefix = "cannot read " + path.string() + ": ";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

template <class T>
NpyArray array_of(std::initializer_list<T> values, Shape shape) {
    return make_npy<T>(std::span<const T>(values.begin(), values.size()), std::move(shape));
}

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

TEST_CASE("The bytes of a written file are those that NumPy writes") {
    const TemporaryFolder folder;
    write_npy(folder / "a.npy", array_of<std::int16_t>({1, -2, 3}, {3}));
    const std::string dictionary = "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }";
    REQUIRE(get(folder / "a.npy") == npy(dictionary + std::string(117 - dictionary.size(), ' ') + "\n",
                                         std::string_view("\x01\x00\xfe\xff\x03\x00", 6)));
    write_npy(folder / "a.npy", array_of<std::uint8_t>({7}, {}));
    REQUIRE(get(folder / "a.npy").find("{'descr': '|u1', 'fortran_order': False, 'shape': (), }") == 10);
    write_npy(folder / "a.npy", array_of<double>({1, 2}, {1, 2}));
    REQUIRE(get(folder / "a.npy").find("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }") == 10);
}

TEST_CASE("A header too long for version 1.0 is written as 2.0 and read again") {
    const TemporaryFolder folder;
    const Shape shape(30'000, 1);
    write_npy(folder / "a.npy", array_of<float>({2.5f}, shape));
    REQUIRE(get(folder / "a.npy").substr(6, 2) == std::string("\2\0", 2));
    REQUIRE(std::filesystem::file_size(folder / "a.npy") % 64 == 4);
    const NpyArray again = read_npy(folder / "a.npy");
    REQUIRE(again.shape == shape);
    REQUIRE(again.convert<float>() == std::vector<float>{2.5f});
}

TEST_CASE("The format versions 1.0, 2.0 and 3.0 are read, with keys in any order and any spacing") {
    for (const char major : {'\1', '\2', '\3'}) {
        const NpyArray array =
            read(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }  \n", "abcd", major));
        REQUIRE(array.type == ElementType::u16);
        REQUIRE(array.shape == Shape{2});
        REQUIRE(array.convert<int>() == std::vector<int>{0x6261, 0x6463});
    }
    REQUIRE(read(npy("{\"shape\":(1,2),'fortran_order':True,'descr':'|u1'}", "ab")).shape == Shape{1, 2});
}

TEST_CASE("Big-endian elements are turned into native ones") {
    const NpyArray shorts = read(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }",
                                     std::string_view("\x01\x02\xff\xfe", 4)));
    REQUIRE(shorts.type == ElementType::i16);
    REQUIRE(shorts.convert<std::int16_t>() == std::vector<std::int16_t>{258, -2});
    const NpyArray one = read(npy("{'descr': '>f8', 'fortran_order': False, 'shape': (), }",
                                  std::string_view("\x3f\xf8\0\0\0\0\0\0", 8)));
    REQUIRE(one.convert<double>() == std::vector<double>{1.5});
}

TEST_CASE("Fortran order is turned into C order") {
    const std::string two = npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", "adbecf");
    REQUIRE(read(two).convert<std::uint8_t>() == std::vector<std::uint8_t>{'a', 'b', 'c', 'd', 'e', 'f'});

    // Element (i, j, k) of shape 2 x 3 x 4 is 100 i + 10 j + k; also big-endian.
    std::string elements;
    std::vector<int> expected;
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 2; ++i)
                elements +=
                    {static_cast<char>((100 * i + 10 * j + k) >> 8), static_cast<char>(100 * i + 10 * j + k)};
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 4; ++k)
                expected.push_back(100 * i + 10 * j + k);
    const NpyArray array =
        read(npy("{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3, 4), }", elements));
    REQUIRE(array.shape == Shape{2, 3, 4});
    REQUIRE(array.convert<std::int32_t>() == expected);

    REQUIRE(read(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (3, 0), }", "")).bytes.empty());
    REQUIRE(read(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2,), }", "ab")).convert<int>() ==
            std::vector<int>{'a', 'b'});
}

TEST_CASE("Booleans and halves are numbers, and are written back as they were read") {
    const NpyArray flags =
        read(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", std::string_view("\1\0\2", 3)));
    REQUIRE(flags.type_name() == "bool");
    REQUIRE(flags.convert<int>() == std::vector<int>{1, 0, 1});
    REQUIRE(flags.text(2) == "1");

    // 1, -2, the largest, the smallest, infinity, -0 and NaN.
    const NpyArray halves = read(npy("{'descr': '>f2', 'fortran_order': False, 'shape': (7,), }",
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
        read(npy("{'descr': '>U2', 'fortran_order': True, 'shape': (1, 3), }", code_points));
    REQUIRE(text.element_size() == 8);
    REQUIRE(text.text(0) == "\xc3\xa9\xe2\x82\xac");
    REQUIRE(text.text(1) == "\xf0\x9f\x98\x80"
                            "b");
    REQUIRE(text.text(2) == "a");
    REQUIRE(error_of([&] { (void)text.convert<int>(); }) ==
            "its elements are <U2, which are no numbers; turn them into numbers with numpy's astype");

    // Elements of several bytes change places as a whole.
    const NpyArray bytes = read(npy("{'descr': '|S2', 'fortran_order': True, 'shape': (2, 2), }",
                                    std::string_view("ab\0cd\0f\xff", 8)));
    REQUIRE(bytes.text(0) == "ab");
    REQUIRE(bytes.text(1) == "d");
    REQUIRE(bytes.text(2) == std::string_view("\0c", 2));
    REQUIRE(bytes.text(3) == "f\xff");

    const NpyArray none = read(npy("{'descr': '<U0', 'fortran_order': True, 'shape': (2, 2), }", ""));
    REQUIRE(none.text(3).empty());
    const NpyArray wrong = read(npy("{'descr': '<U1', 'fortran_order': False, 'shape': (), }",
                                    std::string_view("\0\xd8\0\0", 4))); // half of a pair
    REQUIRE(wrong.text(0).starts_with("\xef\xbf\xbd"));

    const TemporaryFolder folder;
    for (const NpyArray& array : {text, bytes, none, wrong}) {
        write_npy(folder / "a.npy", array);
        REQUIRE(read_npy(folder / "a.npy") == array);
    }
    REQUIRE(error_in(npy("{'descr': '<U4', 'fortran_order': False, 'shape': (3,), }", "a")) ==
            "it holds 1 bytes of elements where its shape (3,) of <U4 needs 48; copy or save it again");
}

TEST_CASE("Dates are read in the units of NumPy, and their text is that of NumPy") {
    const auto date = [](std::string_view unit, std::int64_t count) {
        NpyArray array = array_of<std::int64_t>({count}, {});
        std::string elements(reinterpret_cast<const char*>(array.bytes.data()), 8);
        array = read(npy("{'descr': '<M8[" + std::string(unit) + "]', 'fortran_order': False, 'shape': (), }",
                         elements));
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
    const NpyArray big = read(npy("{'descr': '>M8[s]', 'fortran_order': False, 'shape': (1,), }",
                                  std::string_view("\0\0\0\0\0\0\0\1", 8)));
    REQUIRE(big.type_name() == "datetime64[s]");
    REQUIRE(big.text(0) == "1970-01-01T00:00:01");
    REQUIRE(error_of([&] { (void)big.convert<double>(); }).find("are datetime64[s], which are no numbers") !=
            std::string::npos);
}

TEST_CASE("A header that Python 2 wrote is read") {
    const NpyArray array = read(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2L, 1L), }", "abcd"));
    REQUIRE(array.shape == Shape{2, 1});
    REQUIRE(error_in(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2LL,), }", "abcd")) ==
            "its NPY header does not parse at character 53; the file is damaged");
}

TEST_CASE("A file that is not NPY or ends in its header is reported") {
    const std::string early = "the file ends within its NPY header; copy or save it again";
    REQUIRE(error_in("") == "it is not an NPY file; save it with numpy.save");
    REQUIRE(error_in("PK\3\4") == "it is not an NPY file; save it with numpy.save");
    const std::string whole = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab");
    for (std::size_t size = 6; size + 2 < whole.size(); ++size)
        REQUIRE(error_in(whole.substr(0, size)) == early);
    REQUIRE(error_in(std::string_view("\x93NUMPY\2\0\0\0\x10\0{", 13)) == early);
    REQUIRE(error_in(std::string_view("\x93NUMPY\2\0\1\0\x10\0{", 13)) ==
            "its NPY header has 1048577 bytes, over the limit of 1048576; the file is damaged");
}

TEST_CASE("An unknown format version is reported") {
    REQUIRE(error_in(npy("{}", "", '\4')) ==
            "it is of NPY format version 4.0, and 1.0, 2.0 and 3.0 are read; save it with numpy.save");
    std::string minor = npy("{}", "");
    minor[7] = '\1';
    REQUIRE(error_in(minor) ==
            "it is of NPY format version 1.1, and 1.0, 2.0 and 3.0 are read; save it with numpy.save");
}

TEST_CASE("A header that does not parse is reported with the character") {
    const auto at = [](int i) {
        return "its NPY header does not parse at character " + std::to_string(i) + "; the file is damaged";
    };
    REQUIRE(error_in(npy("", "")) == at(0));
    REQUIRE(error_in(npy("{}", "")) == at(2));
    REQUIRE(error_in(npy("{'descr': '|u1', 'shape': (), }", "a")) == at(31));
    REQUIRE(error_in(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (), } x", "a")) == at(56));
    REQUIRE(error_in(npy("{'descr': '|u1', 'descr': '|u1', 'shape': (), }", "a")) == at(25));
    REQUIRE(error_in(npy("{'descr': '|u1', 'fortran_order': 0, 'shape': (), }", "a")) == at(34));
    REQUIRE(error_in(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }", "a")) == at(51));
    REQUIRE(error_in(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1 2), }", "a")) == at(53));
    REQUIRE(error_in(npy("{'descr': '|u1", "")) == at(10));
    REQUIRE(error_in(npy("{'other': 1}", "")) == at(9));
    REQUIRE(error_in(npy("{'descr' '|u1'}", "")) == at(9));
}

TEST_CASE("An element type that is not read is named") {
    const std::string rest =
        " is not read; turn it into int8 to int64, uint8 to uint64, float16 to float64, bool, str, or "
        "datetime64 of Y, M, W, D, h, m, s, ms, us or ns with numpy's astype";
    for (const std::string descr : {"<c8", "|b2", "<f2x", "<U", "<U05", "<U5000000000", "|S-1", "|O", "<M8",
                                    "<M8[ps]", "<M8[10s]", "<m8[s]", "f4", "", "<"})
        REQUIRE(error_in(npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (), }", "a")) ==
                "its element type '" + descr + "'" + rest);
    REQUIRE(error_in(npy("{'descr': '<\n\x80', 'fortran_order': False, 'shape': (), }", "a")) ==
            R"(its element type '<\n\x80')" + rest);
    REQUIRE(error_in(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (), }", "a")) ==
            "its elements are records (a structured type), which are not read; save one field");
}

TEST_CASE("More or fewer bytes than the shape says are reported") {
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    REQUIRE(
        error_in(npy(header, std::string(23, 'x'))) ==
        "it holds 23 bytes of elements where its shape (2, 3) of float32 needs 24; copy or save it again");
    REQUIRE(
        error_in(npy(header, std::string(25, 'x'))) ==
        "it holds 25 bytes of elements where its shape (2, 3) of float32 needs 24; copy or save it again");
    REQUIRE(error_in(npy("{'descr': '|i1', 'fortran_order': False, 'shape': (), }", "")) ==
            "it holds 0 bytes of elements where its shape () of int8 needs 1; copy or save it again");
}

TEST_CASE("A shape that no machine can address is reported, before memory is asked for") {
    REQUIRE(
        error_in(
            npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "abcd")) ==
        "its shape (4294967296, 4294967296) is larger than this machine can address; the file is damaged");
    REQUIRE(error_in(
                npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952,), }", "abcd")) ==
            "its shape (2305843009213693952,) is larger than this machine can address; the file is damaged");
    REQUIRE(error_in(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
                         "abcd")) ==
            "its shape is larger than this machine can address; the file is damaged");
    REQUIRE(read(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (4294967296, 4294967296, 0), }", ""))
                .bytes.empty());
}

TEST_CASE("A missing array is reported with its path") {
    const TemporaryFolder folder;
    const std::string path = (folder / "missing.npy").string();
    REQUIRE(error_of([&] { read_npy(path); }) ==
            "cannot read " + path + ": there is no such file; check the name");
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

TEST_CASE("Elements are read into memory of the caller, in native order") {
    const TemporaryFolder folder;
    const auto elements_in = [&folder](const std::string& bytes) {
        std::vector<std::uint16_t> elements;
        read_npy(put(folder / "a.npy", bytes), [&](const NpyLayout& layout) {
            CHECK(layout.type == ElementType::u16);
            CHECK(layout.shape == Shape{2, 2});
            CHECK(layout.byte_count() == 8);
            elements.resize(4);
            return std::as_writable_bytes(std::span(elements));
        });
        return elements;
    };
    const std::string_view bytes("\1\0\2\0\3\0\4\0", 8);
    CHECK(elements_in(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }", bytes)) ==
          std::vector<std::uint16_t>{1, 2, 3, 4});
    CHECK(elements_in(npy("{'descr': '>u2', 'fortran_order': True, 'shape': (2, 2), }", bytes)) ==
          std::vector<std::uint16_t>{0x100, 0x300, 0x200, 0x400});
}

TEST_CASE("Memory for elements is asked for once the size of the file is right, and may be refused") {
    const TemporaryFolder folder;
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
    const auto path = put(folder / "a.npy", npy(header, std::string(11, 'x')));
    REQUIRE(error_of([&] {
                read_npy(path, [](const NpyLayout& /*layout*/) -> std::span<std::byte> {
                    FAIL("the file is too short");
                    return {};
                });
            }).find("it holds 11 bytes") != std::string::npos);
    put(path, npy(header, std::string(12, 'x')));
    REQUIRE(error_of([&] {
                read_npy(path,
                         [](const NpyLayout& /*layout*/) -> std::span<std::byte> { throw Error("no room"); });
            }) == "no room");
}

TEST_CASE("An array comes through a pipe as from a file, and one that breaks off or goes on is reported") {
    const TemporaryFolder folder;
    const std::filesystem::path pipe = folder / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    const auto through_pipe = [&pipe](const std::string& bytes) {
        std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << bytes; });
        NpyArray array;
        const std::string message = error_of([&] { array = read_npy(pipe); });
        writer.join();
        return std::pair(array, message);
    };
    const std::string header = "{'descr': '<u4', 'fortran_order': False, 'shape': (300000,), }";
    std::string elements(1'200'000, 'a');
    elements.front() = 'b';
    const auto [array, none] = through_pipe(npy(header, elements));
    REQUIRE(none == "no error");
    REQUIRE(array.element_count() == 300'000);
    REQUIRE(array.convert<std::uint32_t>().front() == 0x61616162);
    const std::string rest = " bytes of elements where its shape (300000,) of uint32 needs 1200000";
    REQUIRE(through_pipe(npy(header, elements.substr(1))).second.find("it holds 1199999" + rest) !=
            std::string::npos);
    REQUIRE(through_pipe(npy(header, elements + "c")).second.find("it holds more than 1200000" + rest) !=
            std::string::npos);
    REQUIRE(through_pipe(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{", 13))
                .second.find("header has 4294967295 bytes") != std::string::npos);
}

TEST_CASE("Elements of the caller are written as an array of them is") {
    const TemporaryFolder folder;
    const std::vector<float> elements{1, 2, 3, 4, 5, 6};
    write_npy<float>(folder / "elements.npy", elements, {2, 3});
    write_npy(folder / "array.npy", make_npy<float>(elements, {2, 3}));
    REQUIRE(get(folder / "elements.npy") == get(folder / "array.npy"));
    REQUIRE(error_of(
                [&] {
                    write_npy<float>(folder / "a.npy", elements, {2, 2});
                },
                ErrorKind::usage) == "6 elements do not make an array of shape (2, 2); give it 4");
    REQUIRE(names_in(folder.path()).size() == 2);
}

TEST_CASE("Elements that do not fill their shape make no array") {
    REQUIRE(error_of(
                [] {
                    array_of<float>({1, 2, 3}, {2, 2});
                },
                ErrorKind::usage) == "3 elements do not make an array of shape (2, 2); give it 4");
    REQUIRE(error_of(
                [] {
                    array_of<float>({}, {std::size_t{1} << 40, std::size_t{1} << 40});
                },
                ErrorKind::usage) ==
            "an array of shape (1099511627776, 1099511627776) is larger than this machine can address");
    const TemporaryFolder folder;
    NpyArray array = array_of<float>({1, 2, 3}, {3});
    array.bytes.pop_back();
    const std::string path = (folder / "a.npy").string();
    REQUIRE(
        error_of([&] { write_npy(path, array); }, ErrorKind::usage) ==
        "cannot write " + path +
            ": the array holds 11 bytes, which is not what its shape (3,) of float32 needs; give it as many");
    REQUIRE(names_in(folder.path()).empty());
}

} // namespace npy_test
