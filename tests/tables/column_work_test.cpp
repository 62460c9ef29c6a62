#include "scanline/tables/column_work.h"

#include "data/files.h"

#include <atomic>
#include <thread>

namespace scanline::tables::column_work_test {

TEST_CASE("Threads work on each column once, and report the error of the first column") {
    std::vector<std::atomic<int>> visits(5);
    std::atomic<bool> has_later_error = false;
    std::vector<double> parts;
    const auto work = [&](std::size_t number, const ColumnWork& rows) {
        ++visits[number];
        rows.for_each_row([](std::size_t) {});
        if (number == 3) {
            has_later_error = true;
            throw usage_error("later");
        }
        if (number == 1) {
            while (!has_later_error)
                std::this_thread::yield();
            throw usage_error("first");
        }
    };
    CHECK(data::test::error_of(
              [&] {
                  for_each_column(
                      5, 10, {.threads = 2}, [&](double part) { parts.push_back(part); }, work);
              },
              ErrorKind::usage) == "first");
    for (const std::atomic<int>& count : visits)
        CHECK(count == 1);
    CHECK(!parts.empty());
    CHECK(std::ranges::is_sorted(parts));
    for_each_column(0, 10, {}, {}, work);
}

} // namespace scanline::tables::column_work_test
