#include "compute_fixture.h"
#include "scanline/compute/arena.h"
#include "scanline/compute/scan.h"

#include <catch2/catch_all.hpp>

#include <optional>
#include <set>

namespace arena_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::GlTest;

static_assert(!std::is_copy_constructible_v<Arena::Scope> && !std::is_copy_assignable_v<Arena::Scope>);

namespace {

constexpr std::int64_t smallest = 65'536; // bytes of the first buffer

GLint64 bytes_of(GLuint buffer) {
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    GLint64 bytes = -1;
    glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return bytes;
}

} // namespace

TEST_CASE_METHOD(GlTest, "A new arena holds nothing, and an empty range needs nothing") {
    Arena arena;
    Arena::Scope scope(arena);
    const ArrayView<float> none = scope.take<float>(0);
    CHECK(none.empty());
    CHECK(none.range().type == ElementType::float32);
    CHECK(arena.bytes() == 0);
    CHECK(arena.peak_bytes() == 0);
    CHECK(arena.allocations() == 0);
}

TEST_CASE_METHOD(GlTest, "What is taken from an arena lies apart and begins where a binding may") {
    Arena arena;
    Arena::Scope scope(arena);
    std::vector<BufferRange> ranges;
    for (const ElementType type : enumerators<ElementType>)
        for (const std::int64_t size : {1, 63, 64, 65, 1000, 20'000, 3})
            ranges.push_back(scope.take(type, size));
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        INFO("range " << i);
        CHECK(ranges[i].first_byte() % Arena::alignment == 0);
        CHECK(ranges[i].size == std::vector<std::int64_t>{1, 63, 64, 65, 1000, 20'000, 3}[i % 7]);
        CHECK(ranges[i].type == enumerators<ElementType>[i / 7]);
        CHECK(ranges[i].first_byte() + ranges[i].bytes() <= bytes_of(ranges[i].buffer));
        for (std::size_t j = 0; j < i; ++j)
            CHECK_FALSE(ranges[i].overlaps(ranges[j]));
    }
}

TEST_CASE_METHOD(GlTest, "An arena reports its bytes, the most that was in use, and its buffers") {
    Arena arena;
    std::optional<Arena::Scope> scope(arena);
    scope->take<std::uint32_t>(1);
    CHECK(arena.bytes() == smallest);
    CHECK(arena.peak_bytes() == 256);
    CHECK(arena.allocations() == 1);
    scope->take<Pair>(33); // 264 bytes: two steps of the alignment
    CHECK(arena.peak_bytes() == 256 + 512);
    CHECK(arena.allocations() == 1);
    // More than is left: a second buffer, at least as large as all before.
    scope->take<std::uint32_t>((smallest - 768) / 4 + 1);
    CHECK(arena.allocations() == 2);
    CHECK(arena.bytes() == 2 * smallest);
    CHECK(arena.peak_bytes() == 768 + smallest - 512);
    scope->take<std::uint32_t>(100'000);
    CHECK(arena.allocations() == 3);
    CHECK(arena.bytes() == 2 * smallest + 400'128); // rounded up to the alignment
    const std::int64_t peak = arena.peak_bytes();
    scope.reset();
    CHECK(arena.peak_bytes() == peak);
    scope.emplace(arena);
    scope->take<std::uint32_t>(10);
    CHECK(arena.peak_bytes() == peak);
}

TEST_CASE_METHOD(GlTest, "A scope gives back what was taken in it and no more") {
    Arena arena;
    const Arena::Scope outer(arena);
    Arena::Scope first(arena);
    const BufferRange kept = first.take(ElementType::uint32, 100);
    BufferRange inside;
    {
        Arena::Scope inner(arena);
        inside = inner.take(ElementType::uint32, 100);
        CHECK_FALSE(inside.overlaps(kept));
        Arena::Scope innermost(arena);
        CHECK_FALSE(innermost.take(ElementType::uint32, 100).overlaps(inside));
        // Into a second buffer, and all of it released.
        innermost.take(ElementType::uint32, smallest / 4);
        CHECK(arena.allocations() == 2);
    }
    const BufferRange again = first.take(ElementType::uint32, 100);
    CHECK(again.same_as(inside));
    CHECK_FALSE(again.overlaps(kept));
    // The second buffer is empty again; the rest of the first is too small for this.
    first.take(ElementType::uint32, smallest / 4);
    CHECK(arena.allocations() == 2);
}

TEST_CASE_METHOD(GlTest, "An arena of several buffers becomes one, and then nothing is allocated any more") {
    Arena arena;
    const auto call = [&] {
        Arena::Scope scope(arena);
        std::set<GLuint> buffers;
        for (const std::int64_t size : {10'000, 30'000, 90'000})
            buffers.insert(scope.take(ElementType::uint32, size).buffer);
        return buffers.size();
    };
    CHECK(call() > 1);
    CHECK(call() == 1);
    const std::int64_t bytes = arena.bytes();
    CHECK(bytes == arena.peak_bytes());
    const std::int64_t allocations = arena.allocations();
    for (int repeat = 0; repeat < 10; ++repeat)
        CHECK(call() == 1);
    CHECK(arena.allocations() == allocations);
    CHECK(arena.bytes() == bytes);
}

TEST_CASE_METHOD(GlTest, "An arena that still holds something for somebody stays as it is") {
    Arena arena;
    Arena::Scope outer(arena);
    const ArrayView<std::uint32_t> kept = outer.take<std::uint32_t>(1000);
    const std::vector<std::uint32_t> values(1000, 42);
    upload<std::uint32_t>(kept, values);
    for (int repeat = 0; repeat < 2; ++repeat) {
        Arena::Scope inner(arena);
        const ArrayView<std::uint32_t> large = inner.take<std::uint32_t>(100'000);
        upload<std::uint32_t>(large, std::vector<std::uint32_t>(100'000, 7));
    }
    CHECK(download(kept) == values);
    CHECK(arena.allocations() == 2);
}

TEST_CASE_METHOD(GlTest, "An arena that was cleared holds nothing and begins anew") {
    Arena arena;
    { Arena::Scope(arena).take<std::uint32_t>(100'000); }
    CHECK(arena.bytes() > 0);
    arena.clear();
    CHECK(arena.bytes() == 0);
    Arena::Scope scope(arena);
    const ArrayView<std::uint32_t> some = scope.take<std::uint32_t>(3);
    upload<std::uint32_t>(some, std::vector<std::uint32_t>{1, 2, 3});
    CHECK(download(some) == std::vector<std::uint32_t>{1, 2, 3});
    CHECK(arena.bytes() == smallest);
}

TEST_CASE_METHOD(ComputeTest, "Scans allocate nothing once the largest has been made") {
    for (const ScanOrder order : enumerators<ScanOrder>) {
        const Scan<std::uint32_t> scan(engine(), {.order = order, .partition = 2048});
        DeviceArray<std::uint32_t> array(300'000);
        const DeviceArray<std::uint32_t> count(std::vector<std::uint32_t>{77'777});
        const auto all_of_them = [&] {
            for (const std::int64_t size : {300'000, 1, 5000, 100'000}) {
                scan(array.view().part(0, size), array.view().part(0, size));
                scan(array.view().part(0, size), array.view().part(0, size), count.view());
            }
        };
        all_of_them();
        all_of_them(); // several buffers become one
        INFO(to_string(order));
        const std::int64_t allocations = engine().arena().allocations();
        const std::int64_t bytes = engine().arena().bytes();
        for (int repeat = 0; repeat < 5; ++repeat)
            all_of_them();
        CHECK(engine().arena().allocations() == allocations);
        CHECK(engine().arena().bytes() == bytes);
    }
}

} // namespace arena_gl_test
