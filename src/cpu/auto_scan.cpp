#include "scanline/cpu/auto_scan.h"

#include <algorithm>

namespace scanline::cpu {

AutoScan::AutoScan(Operator op, bool exclusive, ScanModel model)
    : op_(op), exclusive_(exclusive), model_(std::move(model)) {}

const Scan& AutoScan::chosen(std::size_t bytes, std::size_t element_bytes, bool in_place) {
    const ScanChoice& choice =
        choose(in_place ? model_.in_place : model_.apart, static_cast<std::int64_t>(bytes));
    const ScanAlgorithm& algorithm = find_scan_algorithm(choice.algorithm);
    ScanOptions options{
        .op = op_, .exclusive = exclusive_, .threads = choice.threads, .dilation = choice.dilation};
    if (choice.partition_bytes)
        options.partition = *choice.partition_bytes / static_cast<std::int64_t>(element_bytes);
    // Teams are shared by all that may be scanned alike.
    const auto found = std::ranges::find_if(made_, [&](const std::unique_ptr<const Scan>& scan) {
        return &scan->algorithm() == &algorithm && scan->options() == options;
    });
    if (found != made_.end())
        return **found;
    return *made_.emplace_back(std::make_unique<const Scan>(algorithm, options));
}

} // namespace scanline::cpu
