#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cpu/shared_work.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <span>
#include <vector>

namespace scanline::tables {

/// The work on one column of a table: walks its rows, reports progress, and can be cancelled.
class ColumnWork {
public:
    using Show = std::function<void(double part)>;

    /// Rows of a table alone, without progress.
    ColumnWork(std::size_t rows, CancelPoll& poll) : rows_(rows), poll_(&poll) {}
    /// done: cells of all columns that are read so far, of `cells`; shown if `show` is not null.
    ColumnWork(std::size_t rows, CancelPoll& poll, const cpu::Options& options,
               std::atomic<std::size_t>& done, std::size_t cells, const Show* show)
        : rows_(rows), poll_(&poll), options_(&options), done_(&done), cells_(cells), show_(show) {}

    /// Calls each(row), which takes some tens of nanoseconds, for all rows. Throws Cancelled.
    template <class Each>
    void for_each_row(Each each) const {
        constexpr std::int64_t steps = 16; // of a few nanoseconds
        in_pieces(static_cast<std::int64_t>(rows_), steps, *poll_,
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last; ++row)
                          each(static_cast<std::size_t>(row));
                      count(static_cast<std::size_t>(last - first));
                  });
    }
    CancelPoll& poll() const { return *poll_; }

    /// The number of threads that share_rows() uses.
    std::size_t threads() const {
        return static_cast<std::size_t>(
            options_ == nullptr
                ? 1
                : cpu::threads_for(*options_, static_cast<std::int64_t>(rows_) / cpu::items_of_a_thread));
    }
    /// Calls each(thread, row) for all rows, by threads(). Throws the error of the first row that has one.
    template <class Each>
    void share_rows(Each each) const {
        if (threads() == 1)
            return for_each_row([&](std::size_t row) { each(std::size_t{0}, row); });
        cpu::ThreadTeam team(static_cast<int>(threads()));
        std::vector<std::exception_ptr> errors(threads());
        share_parts(team, rows_, errors.size(), [&](std::size_t thread, std::size_t first, std::size_t last) {
            CancelPoll poll(options_->limits.cancelled);
            try {
                ColumnWork(last - first, poll).for_each_row([&](std::size_t row) {
                    each(thread, first + row);
                });
            } catch (...) {
                errors[thread] = std::current_exception();
            }
        });
        count(rows_);
        rethrow_first(errors);
    }

    static void rethrow_first(std::span<const std::exception_ptr> errors) {
        for (const std::exception_ptr& error : errors)
            if (error)
                std::rethrow_exception(error);
    }

private:
    void count(std::size_t rows) const {
        if (done_ == nullptr)
            return;
        const std::size_t done = done_->fetch_add(rows, std::memory_order_relaxed);
        if (show_ != nullptr)
            (*show_)(static_cast<double>(done) / static_cast<double>(cells_));
    }

    std::size_t rows_;
    CancelPoll* poll_;
    const cpu::Options* options_ = nullptr;
    std::atomic<std::size_t>* done_ = nullptr;
    std::size_t cells_ = 0;
    const Show* show_ = nullptr;
};

/// Calls work(number, ColumnWork) for columns 0 to columns - 1; threads share them. show(part) is called on
/// the calling thread. If several columns throw, throws the error of the first.
void for_each_column(std::size_t columns, std::size_t rows, const cpu::Options& options,
                     const ColumnWork::Show& show,
                     const std::function<void(std::size_t number, const ColumnWork& work)>& work);

} // namespace scanline::tables
