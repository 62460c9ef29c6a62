#include "input_file.h"
#include "zip_handles.h"

#include "files.h"

namespace scanline::data::out_of_memory_test {

TEST_CASE("Memory that runs out is an error with the file and the bytes that it needs") {
    const std::string message =
        "cannot read a.npy: not enough memory for the 123456789012 bytes that it needs; "
        "close other programs or give a smaller file";
    const auto error_of = [](auto action) {
        return test::error_of([&] { with_memory_for("a.npy", 123'456'789'012, action); });
    };
    CHECK(error_of([] { throw std::bad_alloc(); }) == message);
    CHECK(error_of([] {
              std::vector<int> elements;
              elements.reserve(elements.max_size() + 1);
          }) == message);
    // The system would give it, and kill the program where it is used.
    CHECK(test::error_of([] {
              with_memory_for(
                  "a.npy", 5, [] { return 0; }, 4);
          }).starts_with("cannot read a.npy: not enough memory for the 5 bytes"));
    CHECK(with_memory_for("a.npy", 4, [] { return std::vector<int>{7}; }) == std::vector<int>{7});
}

TEST_CASE("Memory that runs out in an archive is no error of the archive") {
    ZipError error;
    zip_error_set(error.get(), ZIP_ER_MEMORY, 0);
    CHECK_THROWS_AS(error.text(), std::bad_alloc);
    zip_error_set(error.get(), ZIP_ER_CRC, 0);
    CHECK(error.text() == std::string("CRC error"));
}

} // namespace scanline::data::out_of_memory_test
