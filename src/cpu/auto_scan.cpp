#include "scanline/cpu/auto_scan.h"

#include <algorithm>

namespace scanline::cpu {

namespace {

// From this size on, waking a thread costs less than the work it saves the others.
constexpr std::int64_t team_bytes = std::int64_t{1} << 20;

constexpr double default_dilation = 0.8;

} // namespace

ScanModel default_scan_model(int processors) {
    std::vector<ScanStep> steps{{0, {"lookahead"}}};
    if (processors > 1)
        steps.push_back({team_bytes, {"lookahead2-p", processors, std::nullopt, default_dilation}});
    return {steps, steps};
}

const ScanChoice& choose(const std::vector<ScanStep>& steps, std::int64_t bytes) {
    return std::prev(std::ranges::upper_bound(steps, bytes, {}, &ScanStep::from_bytes))->choice;
}

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
    // Scans with the same settings share a team.
    const auto found = std::ranges::find_if(made_, [&](const std::unique_ptr<const Scan>& scan) {
        return &scan->algorithm() == &algorithm && scan->options() == options;
    });
    if (found != made_.end())
        return **found;
    return *made_.emplace_back(std::make_unique<const Scan>(algorithm, options));
}

} // namespace scanline::cpu
