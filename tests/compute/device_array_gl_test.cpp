#include "compute_fixture.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/fill.h"
#include "support/error_message.h"
#include "support/first_difference.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <numeric>
#include <thread>
#include <type_traits>

namespace device_array_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::GlTest;
using scanline::test::usage_message;
using Numbers = std::vector<std::uint32_t>;

using Array = DeviceArray<std::uint32_t>;
static_assert(!std::is_copy_constructible_v<Array> && !std::is_copy_assignable_v<Array>);
static_assert(std::is_nothrow_move_constructible_v<Array> && std::is_nothrow_move_assignable_v<Array>);
static_assert(std::is_convertible_v<ArrayView<float>, ArrayView<const float>>);
static_assert(!std::is_convertible_v<ArrayView<const float>, ArrayView<float>>);
static_assert(!std::is_convertible_v<BufferRange, ArrayView<float>>);
static_assert(Element<Pair> && Element<const float>);

TEMPLATE_TEST_CASE("What is uploaded to a device array comes back", "", std::uint32_t, std::int32_t, float,
                   std::uint64_t, Pair) {
    const GlTest gl;
    using T = TestType;
    std::vector<T> values;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        if constexpr (std::is_same_v<T, Pair>)
            values.push_back({i, ~i});
        else
            values.push_back(static_cast<T>(i * 1'000'003u));
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{5000}}) {
        const std::vector<T> some(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(size));
        const DeviceArray<T> array(some);
        CHECK(array.size() == static_cast<std::int64_t>(size));
        CHECK(array.view().size() == array.size());
        CHECK(array.view().empty() == (size == 0));
        CHECK(array.view().range().type == element_type_of<T>);
        CHECK((array.view().range().buffer == 0) == (size == 0));
        CHECK((array.download() == some));
    }
}

TEST_CASE_METHOD(test::ComputeTest, "What is copied in pieces arrives both ways, and nothing beside it") {
    constexpr std::int64_t piece = 4096, words = piece / 4;
    Transfer transfer({.piece = piece, .threads = 3});
    for (const std::int64_t size :
         {std::int64_t{0}, std::int64_t{1}, words - 1, words, words + 1, 9 * words + 5}) {
        Numbers values(static_cast<std::size_t>(size)), expected{7};
        // Every upload differs from those before in the last byte too.
        std::iota(values.begin(), values.end(), static_cast<std::uint32_t>(size) * 0x9e37'79b1u);
        expected.insert(expected.end(), values.begin(), values.end());
        expected.push_back(7);
        const Array array(Numbers(expected.size(), 7));
        const BufferRange range = array.view().part(1, size).range();
        transfer.upload(range, std::as_bytes(std::span(values)));
        INFO(size << " words in pieces of " << words);
        CHECK(test::first_difference(array.download(), expected) == "");
        Numbers back(static_cast<std::size_t>(size) + 1, 7);
        transfer.download(range, std::as_writable_bytes(std::span(back).first(values.size())));
        values.push_back(7);
        CHECK(test::first_difference(back, values) == "");
        CHECK(usage_message([&] {
                  transfer.upload(range, std::as_bytes(std::span(expected)));
              }).starts_with("uploading: the array has"));
        CHECK(usage_message([&] {
                  transfer.download(range, std::as_writable_bytes(std::span(expected)));
              }).starts_with("downloading: the array has"));
    }
}

TEST_CASE("Pieces pass through slots in order, and no slot takes one before it is empty") {
    for (const std::size_t slots : {1u, 2u, 4u}) {
        for (std::size_t pieces = 0; pieces < 12; ++pieces) {
            INFO(pieces << " pieces, " << slots << " slots");
            // A device that writes a slot as late as it may: when the piece in it is awaited.
            std::vector<std::optional<std::size_t>> in_slot(slots);
            std::size_t ended = 0, most = 0;
            through_slots(
                pieces, slots,
                [&](std::size_t piece, std::size_t slot) {
                    CHECK(!in_slot[slot]);
                    in_slot[slot] = piece;
                    most = std::max(most, piece + 1 - ended);
                },
                [&](std::size_t piece, std::size_t slot) {
                    CHECK(piece == ended++);
                    CHECK(std::exchange(in_slot[slot], std::nullopt) == piece);
                });
            CHECK(ended == pieces);
            CHECK(most == std::min(pieces, slots));
        }
    }
}

TEST_CASE_METHOD(test::ComputeTest, "What kernels write to arrays that end within a large page is there") {
    // Arrays of more than 4 MiB get 2 MiB pages if the driver supports them.
    const Iota<std::uint32_t> iota(engine());
    std::vector<Array> arrays;
    for (const std::int64_t size :
         {1'048'577, 1'048'577, 1'048'577, 1'500'001, 5'734'399, 1'048'577, 2'000'003})
        arrays.emplace_back(size);
    for (Array& array : arrays)
        iota(array.view(), static_cast<std::uint32_t>(array.size()));
    for (const Array& array : arrays) {
        Numbers expected(static_cast<std::size_t>(array.size()));
        std::iota(expected.begin(), expected.end(), static_cast<std::uint32_t>(array.size()));
        CHECK(test::first_difference(array.download(), expected) == "");
    }
}

TEST_CASE_METHOD(test::ComputeTest,
                 "A kernel that reads an array sees it as it was before an upload behind it") {
    const Copy<std::uint32_t> copy(engine());
    for (const std::size_t size : {3u, 1000u, 30'000u, 300'000u}) {
        INFO(size << " words");
        Numbers values(size);
        std::iota(values.begin(), values.end(), 1u);
        Array array(values), copied(static_cast<std::int64_t>(size));
        for (int i = 0; i < 3; ++i) {
            upload<std::uint32_t>(array.view(), values);
            copy(array.view(), copied.view());
            upload<std::uint32_t>(array.view().part(0, 3), Numbers(3, 0xffffffffu));
            CHECK(test::first_difference(copied.download(), values) == "");
        }
    }
}

TEST_CASE_METHOD(test::ComputeTest, "A part of an array is downloaded as kernels left it") {
    Array array(std::int64_t{1} << 21); // large enough for large pages
    const Iota<std::uint32_t> iota(engine());
    iota(array.view(), 5);
    for (const std::int64_t first : {0, 1, 1000, (1 << 21) - 3})
        CHECK(download(array.view().part(first, 3)) == Numbers{static_cast<std::uint32_t>(first) + 5,
                                                               static_cast<std::uint32_t>(first) + 6,
                                                               static_cast<std::uint32_t>(first) + 7});
}

TEST_CASE_METHOD(GlTest, "A part of a view is those elements and no others") {
    Array array(Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(download(array.view().part(3, 4)) == Numbers{3, 4, 5, 6});
    CHECK(download(array.view().part(3, 6).part(2, 3)) == Numbers{5, 6, 7});
    CHECK(download(array.view().part(0, 10)) == array.download());
    CHECK(array.view().part(10, 0).empty());
    CHECK(download(array.view().part(4, 0)).empty());
    upload<std::uint32_t>(array.view().part(3, 2), Numbers{30, 40});
    CHECK(array.download() == Numbers{0, 1, 2, 30, 40, 5, 6, 7, 8, 9});

    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const auto& [from, count] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {0, 11}, {10, 1}, {11, 0}, {-1, 3}, {3, -1}, {9, 2}, {1, most}, {most, 1}}) {
        const std::int64_t first = from, size = count;
        CHECK(usage_message([&] { array.view().part(first, size); }) ==
              fmt::format("the part of {} elements from {} on does not lie within an array of 10", size,
                          first));
    }
}

TEST_CASE_METHOD(GlTest, "A view of a program's own buffer begins where it is told to") {
    Array array(Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    const GLuint buffer = array.view().range().buffer;
    CHECK(download(ArrayView<const std::uint32_t>::wrap(buffer, 7, 2)) == Numbers{7, 8});
    // Offsets count elements of the view's type.
    const std::vector<Pair> pairs = download(ArrayView<const Pair>::wrap(buffer, 2, 2));
    CHECK((pairs == std::vector<Pair>{{4, 5}, {6, 7}}));
    const BufferRange range = ArrayView<Pair>::wrap(buffer, 2, 3).range();
    CHECK(range.first_byte() == 16);
    CHECK(range.bytes() == 24);
}

TEST_CASE("Ranges overlap where they have a byte in common") {
    const BufferRange range{1, 10, 5, ElementType::uint32};
    const auto at = [](std::int64_t first, std::int64_t size) {
        return BufferRange{1, first, size, ElementType::uint32};
    };
    CHECK(range.overlaps(range));
    CHECK(range.overlaps(at(14, 1)));
    CHECK(range.overlaps(at(6, 5)));
    CHECK(range.overlaps(at(0, 100)));
    CHECK(range.overlaps(at(12, 1)));
    CHECK_FALSE(range.overlaps(at(15, 5)));
    CHECK_FALSE(range.overlaps(at(5, 5)));
    CHECK_FALSE(range.overlaps(at(12, 0)));
    CHECK_FALSE(at(12, 0).overlaps(range));
    CHECK_FALSE(range.overlaps({2, 10, 5, ElementType::uint32}));
    // In bytes: words 10 to 14 are in pairs 5 to 7.
    CHECK(range.overlaps({1, 7, 1, ElementType::pair}));
    CHECK_FALSE(range.overlaps({1, 8, 1, ElementType::pair}));
    CHECK(range.overlaps({1, 5, 1, ElementType::uint64}));
    CHECK_FALSE(range.overlaps({1, 4, 1, ElementType::uint64}));

    CHECK(range.same_as(at(10, 5)));
    CHECK(range.same_as({1, 10, 5, ElementType::float32}));
    CHECK_FALSE(range.same_as(at(10, 4)));
    CHECK_FALSE(range.same_as(at(9, 5)));
    CHECK_FALSE(range.same_as({2, 10, 5, ElementType::uint32}));
    CHECK(at(10, 6).same_as({1, 5, 3, ElementType::pair}));
}

TEST_CASE_METHOD(GlTest, "A device array that is moved takes its buffer along") {
    Array array(Numbers{1, 2, 3});
    const GLuint buffer = array.view().range().buffer;
    Array moved(std::move(array));
    CHECK(moved.view().range().buffer == buffer);
    CHECK(moved.download() == Numbers{1, 2, 3});
    Array target(Numbers{9});
    const GLuint gone = target.view().range().buffer;
    target = std::move(moved);
    CHECK(target.download() == Numbers{1, 2, 3});
    CHECK(glIsBuffer(gone) == GL_FALSE);
    {
        const Array last(std::move(target));
        CHECK(glIsBuffer(buffer) == GL_TRUE);
    }
    CHECK(glIsBuffer(buffer) == GL_FALSE);
    CHECK(Array().view().empty());
    CHECK(Array().download().empty());
}

TEST_CASE_METHOD(GlTest, "Copies between the program and the GPU must be as long as the array") {
    Array array(3);
    CHECK(usage_message([&] {
              upload<std::uint32_t>(array.view(), Numbers{1, 2});
          }) ==
          "uploading: the array has 3 elements (12 bytes) and 8 bytes were given: make them as long as each "
          "other");
    Numbers four(4);
    CHECK(usage_message([&] {
              download_bytes(array.view().range(), std::as_writable_bytes(std::span(four)));
          }) == "downloading: the array has 3 elements (12 bytes) and 16 bytes were given: make them as long "
                "as each other");
}

TEST_CASE_METHOD(GlTest, "An array that cannot be is an error that names the bytes") {
    CHECK(usage_message([] { const Array array(-1); }) == "an array on the GPU cannot have -4 bytes");
    constexpr std::int64_t too_much = std::int64_t{1} << 50;
    CHECK(test::error_message(ErrorKind::failure, [] { const Array array(too_much); }) ==
          "the GPU has no room for an array of 4503599627370496 bytes: use smaller arrays, or free "
          "others first");
    context.take_debug_errors(); // the driver's own
    // The next one works.
    CHECK(Array(Numbers{5}).download() == Numbers{5});
}

TEST_CASE_METHOD(GlTest, "An error of OpenGL from before is not blamed on an array") {
    glEnable(0xffffffffu);
    CHECK(test::error_message(ErrorKind::failure, [] { const Array array(3); }) ==
          "allocating on the GPU: OpenGL reported GL_INVALID_ENUM before this call: find the earlier call of "
          "your program that failed, by glGetError() or a debug context");
    Array array(Numbers{1, 2, 3});
    glEnable(0xffffffffu);
    CHECK_THROWS_WITH(array.download(),
                      Catch::Matchers::StartsWith("downloading an array: OpenGL reported "));
    glEnable(0xffffffffu);
    CHECK_THROWS_WITH(upload<std::uint32_t>(array.view(), Numbers{4, 5, 6}),
                      Catch::Matchers::StartsWith("uploading an array: OpenGL reported "));
    CHECK(array.download() == Numbers{1, 2, 3});
    context.take_debug_errors();
}

TEST_CASE_METHOD(GlTest, "A view of a program's own buffer must lie in it") {
    using Words = ArrayView<std::uint32_t>;
    const gl::Buffer buffer = gl::Buffer::create(), unbound = gl::Buffer::create();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glBufferData(GL_ARRAY_BUFFER, 35, nullptr, GL_STATIC_DRAW);
    CHECK(Words::wrap(buffer.id(), 0, 8).size() == 8);
    CHECK(Words::wrap(buffer.id(), 8, 0).empty());
    CHECK(ArrayView<Pair>::wrap(buffer.id(), 3, 1).size() == 1);
    CHECK(Words::wrap(0, 0, 0).empty());
    const auto refusal = [](unsigned name, std::int64_t first, std::int64_t size) {
        return usage_message([&] { Words::wrap(name, first, size); });
    };
    CHECK(refusal(buffer.id(), 0, 1000) ==
          fmt::format(
              "wrapping a buffer: 1000 elements of uint32 from 0 on need 4000 bytes, and buffer {} has 35: "
              "allocate more, or wrap fewer",
              buffer.id()));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const auto& [first, size] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {8, 1}, {9, 0}, {1, 8}, {most, most}, {0, most}, {most, 0}})
        CHECK_THAT(refusal(buffer.id(), first, size),
                   Catch::Matchers::EndsWith("allocate more, or wrap fewer"));
    CHECK(refusal(buffer.id(), -1, 3) == "wrapping a buffer: 3 elements from -1 on: neither may be negative");
    CHECK(refusal(buffer.id(), 1, -3) == "wrapping a buffer: -3 elements from 1 on: neither may be negative");
    for (const unsigned name : {0u, 12'345u, unbound.id()})
        CHECK(
            refusal(name, 0, 1) ==
            fmt::format("wrapping a buffer: {} is not a buffer of the current context: create it there, and "
                        "allocate it by glBufferData() first",
                        name));
    GLint bound = 0;
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    CHECK(static_cast<GLuint>(bound) == buffer.id());
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    std::string elsewhere;
    std::thread([&] {
        elsewhere = test::error_message(ErrorKind::no_opengl, [&] { Words::wrap(buffer.id(), 0, 8); });
    }).join();
    CHECK(elsewhere ==
          "wrapping a buffer: no OpenGL context is current on this thread, or it has not been adopted: make "
          "yours current, then call gl::adopt_current_context()");
}

} // namespace device_array_gl_test
