#include "npy_files.h"

#include <sys/stat.h>
#include <thread>
#include <utility>

namespace npy_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

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
            read_array(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }  \n", "abcd", major));
        REQUIRE(array.type == ElementType::u16);
        REQUIRE(array.shape == Shape{2});
        REQUIRE(array.convert<int>() == std::vector<int>{0x6261, 0x6463});
    }
    REQUIRE(read_array(npy("{\"shape\":(1,2),'fortran_order':True,'descr':'|u1'}", "ab")).shape ==
            Shape{1, 2});
}

TEST_CASE("Big-endian elements are turned into native ones") {
    const NpyArray shorts = read_array(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }",
                                           std::string_view("\x01\x02\xff\xfe", 4)));
    REQUIRE(shorts.type == ElementType::i16);
    REQUIRE(shorts.convert<std::int16_t>() == std::vector<std::int16_t>{258, -2});
    const NpyArray one = read_array(npy("{'descr': '>f8', 'fortran_order': False, 'shape': (), }",
                                        std::string_view("\x3f\xf8\0\0\0\0\0\0", 8)));
    REQUIRE(one.convert<double>() == std::vector<double>{1.5});
}

TEST_CASE("Fortran order is turned into C order") {
    const std::string two = npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", "adbecf");
    REQUIRE(read_array(two).convert<std::uint8_t>() ==
            std::vector<std::uint8_t>{'a', 'b', 'c', 'd', 'e', 'f'});

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
        read_array(npy("{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3, 4), }", elements));
    REQUIRE(array.shape == Shape{2, 3, 4});
    REQUIRE(array.convert<std::int32_t>() == expected);

    REQUIRE(read_array(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (3, 0), }", "")).bytes.empty());
    REQUIRE(
        read_array(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2,), }", "ab")).convert<int>() ==
        std::vector<int>{'a', 'b'});
}

TEST_CASE("A header that Python 2 wrote is read") {
    const NpyArray array =
        read_array(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2L, 1L), }", "abcd"));
    REQUIRE(array.shape == Shape{2, 1});
    REQUIRE(array_error(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2LL,), }", "abcd")) ==
            "its NPY header does not parse at character 53; the file is damaged");
}

TEST_CASE("A file that is not NPY or ends in its header is reported") {
    const std::string early = "the file ends within its NPY header; copy or save it again";
    REQUIRE(array_error("") == "it is not an NPY file; save it with numpy.save");
    REQUIRE(array_error("PK\3\4") == "it is not an NPY file; save it with numpy.save");
    const std::string whole = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab");
    for (std::size_t size = 6; size + 2 < whole.size(); ++size)
        REQUIRE(array_error(whole.substr(0, size)) == early);
    REQUIRE(array_error(std::string_view("\x93NUMPY\2\0\0\0\x10\0{", 13)) == early);
    REQUIRE(array_error(std::string_view("\x93NUMPY\2\0\1\0\x10\0{", 13)) ==
            "its NPY header has 1048577 bytes, over the limit of 1048576; the file is damaged");
}

TEST_CASE("An unknown format version is reported") {
    REQUIRE(array_error(npy("{}", "", '\4')) ==
            "it is of NPY format version 4.0, and 1.0, 2.0 and 3.0 are read; save it with numpy.save");
    std::string minor = npy("{}", "");
    minor[7] = '\1';
    REQUIRE(array_error(minor) ==
            "it is of NPY format version 1.1, and 1.0, 2.0 and 3.0 are read; save it with numpy.save");
}

TEST_CASE("A header that does not parse is reported with the character") {
    const auto at = [](int i) {
        return "its NPY header does not parse at character " + std::to_string(i) + "; the file is damaged";
    };
    REQUIRE(array_error(npy("", "")) == at(0));
    REQUIRE(array_error(npy("{}", "")) == at(2));
    REQUIRE(array_error(npy("{'descr': '|u1', 'shape': (), }", "a")) == at(31));
    REQUIRE(array_error(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (), } x", "a")) == at(56));
    REQUIRE(array_error(npy("{'descr': '|u1', 'descr': '|u1', 'shape': (), }", "a")) == at(25));
    REQUIRE(array_error(npy("{'descr': '|u1', 'fortran_order': 0, 'shape': (), }", "a")) == at(34));
    REQUIRE(array_error(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }", "a")) == at(51));
    REQUIRE(array_error(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1 2), }", "a")) == at(53));
    REQUIRE(array_error(npy("{'descr': '|u1", "")) == at(10));
    REQUIRE(array_error(npy("{'other': 1}", "")) == at(9));
    REQUIRE(array_error(npy("{'descr' '|u1'}", "")) == at(9));
}

TEST_CASE("More or fewer bytes than the shape says are reported") {
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    REQUIRE(
        array_error(npy(header, std::string(23, 'x'))) ==
        "it holds 23 bytes of elements where its shape (2, 3) of float32 needs 24; copy or save it again");
    REQUIRE(
        array_error(npy(header, std::string(25, 'x'))) ==
        "it holds 25 bytes of elements where its shape (2, 3) of float32 needs 24; copy or save it again");
    REQUIRE(array_error(npy("{'descr': '|i1', 'fortran_order': False, 'shape': (), }", "")) ==
            "it holds 0 bytes of elements where its shape () of int8 needs 1; copy or save it again");
}

TEST_CASE("A shape that no machine can address is reported, before memory is asked for") {
    REQUIRE(
        array_error(
            npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "abcd")) ==
        "its shape (4294967296, 4294967296) is larger than this machine can address; the file is damaged");
    REQUIRE(array_error(
                npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2305843009213693952,), }", "abcd")) ==
            "its shape (2305843009213693952,) is larger than this machine can address; the file is damaged");
    REQUIRE(array_error(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
                            "abcd")) ==
            "its shape is larger than this machine can address; the file is damaged");
    REQUIRE(
        read_array(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (4294967296, 4294967296, 0), }", ""))
            .bytes.empty());
}

TEST_CASE("A missing array is reported with its path") {
    const TemporaryFolder folder;
    const std::string path = (folder / "missing.npy").string();
    REQUIRE(error_of([&] { read_npy(path); }) ==
            "cannot read " + path + ": there is no such file; check the name");
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

TEST_CASE("A large file, which threads read, is the array that was written") {
    const TemporaryFolder folder;
    std::vector<std::uint32_t> numbers((std::size_t{17} << 20) / sizeof(std::uint32_t) + 3);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<std::uint32_t>(i) * 0x9e37'79b1u;
    write_npy<std::uint32_t>(folder / "a.npy", numbers, {numbers.size()});
    CHECK(read_npy(folder / "a.npy").convert<std::uint32_t>() == numbers);
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
