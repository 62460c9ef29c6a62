#include "scanline/cpu/scan.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <vector>

namespace scan_errors_test {

using namespace scanline;
using namespace scanline::cpu;
using scanline::test::usage_message;

namespace {

std::string message_of(const char* algorithm, const ScanOptions& options) {
    return usage_message([&] { const Scan scan(find_scan_algorithm(algorithm), options); });
}

} // namespace

TEST_CASE("Options that cannot be are errors that say what can") {
    CHECK(message_of("simd", {.threads = 2}) ==
          "scan: simd is for one thread, not 2: use an algorithm of several, like simd1-p");
    CHECK(message_of("simd1", {.threads = 0}) == "a team of 0 threads cannot be: it has 1 to 1024");
    CHECK(message_of("simd1", {.threads = 1025}) == "a team of 1025 threads cannot be: it has 1 to 1024");
    CHECK(message_of("simd1", {.partition = 100}) ==
          "scan: simd1 has no partitions: use an algorithm that ends in -p");
    CHECK(message_of("simd1-p", {.partition = 0}) ==
          "scan: a partition of 0 elements cannot be: give at least 1");
    CHECK(message_of("simd1", {.dilation = 1.5}) == "scan: a dilation of 1.5 cannot be: it is from 0 to 1");
    CHECK(message_of("simd1", {.dilation = -0.5}) == "scan: a dilation of -0.5 cannot be: it is from 0 to 1");
    CHECK(message_of("simd2", {.first_dilation = 2}) ==
          "scan: a first dilation of 2 cannot be: it is from 0 to 1");
    CHECK(message_of("simd", {.dilation = 0.5}) ==
          "scan: simd has one partition for all: dilate those of an algorithm of several threads");
}

TEST_CASE("Arrays that cannot be scanned are errors that say why, and nothing changes") {
    std::vector<int> values{1, 2, 3, 4, 5, 6};
    const std::vector<int> before = values;
    const Scan scan(find_scan_algorithm("simd"));
    const auto part = [&](std::size_t first, std::size_t size) {
        return std::span<int>(values).subspan(first, size);
    };
    CHECK(usage_message([&] { scan(std::span<const int>(part(0, 3)), part(3, 2)); }) ==
          "scan: 2 elements given for the output, 3 needed");
    CHECK(usage_message([&] { scan(std::span<const int>(part(0, 3)), part(2, 3)); }) ==
          "scan: the input and the output partly overlap: give them memory of their own, or the same");
    CHECK(usage_message([&] { scan(std::span<const int>(part(2, 3)), part(0, 3)); }) ==
          "scan: the input and the output partly overlap: give them memory of their own, or the same");
    CHECK(values == before);
    scan(std::span<const int>(part(0, 3)), part(3, 3));
    CHECK(values == std::vector<int>{1, 2, 3, 1, 3, 6});
}

} // namespace scan_errors_test
