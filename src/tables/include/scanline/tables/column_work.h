#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cpu/shared_work.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace scanline::tables {

/// The work on one column of a table: walks its rows, reports progress, and can be cancelled.
class ColumnWork {
public:
    using Show = std::function<void(double part)>;

    /// Rows of a table alone, without progress.
    ColumnWork(std::size_t rows, CancelPoll& poll) : rows_(rows), poll_(&poll) {}
    /// done: cells of all columns that are read so far, of `cells`; shown if `show` is not null.
    ColumnWork(std::size_t rows, CancelPoll& poll, std::atomic<std::size_t>& done, std::size_t cells,
               const Show* show)
        : rows_(rows), poll_(&poll), done_(&done), cells_(cells), show_(show) {}

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
