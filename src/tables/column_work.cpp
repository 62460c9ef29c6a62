#include "scanline/tables/column_work.h"

#include <algorithm>

namespace scanline::tables {

void for_each_column(std::size_t columns, std::size_t rows, const cpu::Options& options,
                     const ColumnWork::Show& show,
                     const std::function<void(std::size_t number, const ColumnWork& work)>& work) {
    std::vector<std::exception_ptr> errors(columns);
    std::atomic<std::size_t> next = 0, done = 0;
    const auto worthwhile =
        cpu::threads_for(options, static_cast<std::int64_t>(rows) / cpu::items_of_a_thread);
    cpu::ThreadTeam team(
        static_cast<int>(std::clamp<std::int64_t>(static_cast<std::int64_t>(columns), 1, worthwhile)));
    team.run([&](int thread) {
        CancelPoll poll(options.limits.cancelled);
        for (std::size_t number; (number = next.fetch_add(1)) < columns;)
            try {
                work(number, ColumnWork(rows, poll, options, done, columns * rows,
                                        thread == 0 && show ? &show : nullptr));
            } catch (...) {
                errors[number] = std::current_exception();
            }
    });
    ColumnWork::rethrow_first(errors);
}

} // namespace scanline::tables
