#pragma once
#include "sweep/form.h"

#include "scanline/bench/results.h"
#include "scanline/view/worker.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace scanline::view {

/// Passes rows from the worker to the interface while a sweep is running.
class SweepFeed {
public:
    void put(std::span<const bench::Row> rows);
    std::vector<bench::Row> take();

private:
    std::mutex mutex_;
    std::vector<bench::Row> rows_;
};

/// The results of a form without rows, as known before measuring.
bench::Results sweep_header(const SweepForm& form, const std::filesystem::path& masks, const Worker& worker);

/// Measures what a form specifies. Finished rows go to the feed at once; `done` receives all of them, even if
/// the ticket was stopped early. auto uses this machine's stored costs, see bench::stored_auto_model().
[[nodiscard]] Ticket post_sweep(Worker& worker, const SweepForm& form, const std::filesystem::path& masks,
                                std::shared_ptr<SweepFeed> feed,
                                const std::function<void(bench::Results)>& done);

} // namespace scanline::view
