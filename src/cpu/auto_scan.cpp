#include "scanline/cpu/auto_scan.h"

#include <algorithm>

namespace scanline::cpu {

AutoScan::AutoScan(Operator op, bool exclusive, ScanModel model)
    : op_(op), exclusive_(exclusive), model_(std::move(model)) {}

const Scan& AutoScan::chosen(std::size_t bytes, std::size_t element_bytes, bool in_place) {
    const ScanChoice& choice =
        choose(in_place ? model_.in_place : model_.apart, static_cast<std::int64_t>(bytes));
    const auto found = std::ranges::find_if(made_, [&](const Made& made) {
        return made.choice == &choice && made.element_bytes == element_bytes;
    });
    if (found != made_.end())
        return *found->scan;
    ScanOptions options{
        .op = op_, .exclusive = exclusive_, .threads = choice.threads, .dilation = choice.dilation};
    if (choice.partition_bytes)
        options.partition = *choice.partition_bytes / static_cast<std::int64_t>(element_bytes);
    made_.push_back({&choice, element_bytes,
                     std::make_unique<const Scan>(find_scan_algorithm(choice.algorithm), options)});
    return *made_.back().scan;
}

} // namespace scanline::cpu
