#include "scanline/kdtree/device_tree.h"

#include "compute/compute_fixture.h"
#include "support/error_message.h"
#include "support/first_difference.h"

#include <catch2/catch_all.hpp>
#include <numeric>

namespace scanline::kdtree::device_links_gl_test {

using scanline::test::ComputeTest;
using scanline::test::error_message;
using scanline::test::first_difference;

namespace {

constexpr std::int64_t sizes[]{1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 1023, 1024, 1025, 70'001};

// -1 is all bits set.
std::vector<std::int32_t> as_signed(const std::vector<std::uint32_t>& words) {
    return {words.begin(), words.end()};
}

} // namespace

TEST_CASE("Links made on the GPU are those made on the CPU") {
    ComputeTest test;
    for (const int dimensions : {1, 3, 32}) {
        for (const std::int64_t size : sizes) {
            CAPTURE(dimensions, size);
            const DeviceLinks found = make_links(test.engine(), size, dimensions);
            const Links expected = make_links(size, dimensions);
            CHECK(static_cast<std::int32_t>(found.root) == expected.root);
            CHECK(first_difference(as_signed(found.left.download()), expected.left) == "");
            CHECK(first_difference(as_signed(found.right.download()), expected.right) == "");
            CHECK(first_difference(as_signed(found.axis.download()), expected.axis) == "");
        }
    }
    CHECK(make_links(test.engine(), 0, 2).root == 0xffffffff);
    CHECK(error_message(ErrorKind::usage, [&] { make_links(test.engine(), 2, 33); }) ==
          "kdtree links: points have 1 to 32 dimensions, not 33");
}

TEST_CASE("The levels of a tree on the GPU are those on the CPU") {
    ComputeTest test;
    for (const std::int64_t size : sizes) {
        std::vector<std::int32_t> index(static_cast<std::size_t>(size));
        std::iota(index.rbegin(), index.rend(), 0);
        const DeviceTree tree{
            2, compute::DeviceArray<std::uint32_t>(std::vector<std::uint32_t>(index.begin(), index.end()))};
        for (int level = 0; level < levels(size); ++level) {
            CAPTURE(size, level);
            CHECK(first_difference(as_signed(medians(test.engine(), tree, level).download()),
                                   medians(index, level)) == "");
        }
        CHECK(error_message(ErrorKind::usage, [&] { medians(test.engine(), tree, levels(size)); }) ==
              "kdtree medians: a tree of " + std::to_string(size) + " nodes has no level " +
                  std::to_string(levels(size)) + ": it has " + std::to_string(levels(size)));
    }
}

} // namespace scanline::kdtree::device_links_gl_test
