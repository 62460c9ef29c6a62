#include "experiments/experiments.h"
#include "experiments/streams.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

// Time against the size of the stream: section 4 of the paper.

namespace scanline::bench {

namespace {

constexpr int scaling_block = 256;
constexpr int invalid_percent = 50;
constexpr double paper_deviation = 0.05;

constexpr std::int64_t full_sizes[] = {1 << 18, 1 << 20, 1 << 22, 1 << 24};
constexpr std::int64_t quick_sizes[] = {1 << 16, 1 << 18, 1 << 20};

Group make_group(raster::Engine& engine, std::int64_t elements) {
    InputStream stream = random_stream(elements, invalid_percent);
    stream.axes = {{"elements", std::to_string(elements)}};
    return compaction_group(engine, stream, every_algorithm(scaling_block));
}

Plan scaling_plan(const Request& request) {
    raster::Engine& engine = request.machine->raster();
    const std::span<const std::int64_t> sizes = request.quick ? std::span<const std::int64_t>(quick_sizes)
                                                              : std::span<const std::int64_t>(full_sizes);
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes)
        planned.push_back({element_count(elements) + " elements", static_cast<double>(elements),
                           [&engine, elements] { return make_group(engine, elements); }});
    return raster_plan(request, std::move(planned));
}

std::vector<Figure> scaling_figures(const Results& results) {
    const std::string under =
        subtitle(results, fmt::format("blocks of {}, {} % invalid, medians and quartiles", scaling_block,
                                      invalid_percent));
    chart::LineChart time{
        results.title, under, {"elements", chart::Scale::log2}, {"time (ms)", chart::Scale::log10}, {}};
    time.series = curves_by(results, "algorithm", "elements");
    time.series.push_back(roof_curve(results, "elements"));
    chart::LineChart rate{"Elements per second against stream size, blocks of 256",
                          under,
                          {"elements", chart::Scale::log2},
                          {"million elements per second"},
                          {}};
    rate.series = curves_by(results, "algorithm", "elements",
                            [](const Row& row) { return items_per_second(row, 1e6); });
    return {{results.experiment + "-time", std::move(time)}, {results.experiment + "-rate", std::move(rate)}};
}

// How far a time is from its part of the time at the base size: 0.1 where it is 10 % too long.
double deviation(const Results& results, std::string_view algorithm, int elements, int base) {
    const auto time = [&](int size) {
        return median_milliseconds(
            results, {{"elements", std::to_string(size)}, {"algorithm", std::string(algorithm)}});
    };
    return time(elements) / elements * base / time(base) - 1;
}

// The paper compared 256K and 1M with 4M; a quick run compares with its largest size.
Finding linear_in_size(const Results& results) {
    std::vector<int> sizes = axis_numbers(results, "elements");
    std::erase_if(sizes, [](int size) { return size > paper_elements; });
    if (sizes.size() < 2)
        throw NotMeasured("there are no two sizes of at most 4M elements to compare");
    const int base = sizes.back();
    sizes.pop_back();
    bool holds = true;
    std::string evidence;
    for (const std::string_view algorithm : paper_algorithms) {
        evidence += fmt::format("{}{}", evidence.empty() ? "" : "; ", algorithm);
        for (const int size : sizes) {
            const double off = deviation(results, algorithm, size, base);
            holds = holds && std::abs(off) <= paper_deviation;
            evidence += fmt::format("{} {:+.1f} % at {}", size == sizes.front() ? "" : ",", 100 * off,
                                    element_count(size));
        }
    }
    return {holds,
            fmt::format("deviation from a share of the time at {}: {}", element_count(base), evidence)};
}

std::vector<Claim> scaling_claims(const Results& results) {
    ClaimList list(results);
    list.add("all four are linear in stream size within 5 %", [&] { return linear_in_size(results); });
    return list.take();
}

} // namespace

Experiment scaling() {
    return {.name = "scaling",
            .title = "Time against stream size, blocks of 256",
            .source = "Moreira et al., GRAPP 2009, section 4",
            .plan = scaling_plan,
            .figures = scaling_figures,
            .claims = scaling_claims};
}

} // namespace scanline::bench
