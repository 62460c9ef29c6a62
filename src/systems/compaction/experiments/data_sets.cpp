#include "experiments/data_sets.h"

#include "experiments/experiments.h"
#include "scanline/core/format.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

using raster::Algorithm;

struct PaperTimes {
    std::string_view image;
    int block;
    Algorithm algorithm;
    std::array<double, 3> positive, negative; ///< of paper_sizes elements
};

// Moreira, Reis and de Sousa, "New algorithms for GPU stream compaction: a comparative study", GRAPP 2009,
// table 1: compaction times in ms on a GeForce 7300 Go. The text of the paper does not say which part of the
// table belongs to which image; the order finger, hand, bunny was inferred from the densities, as the binary
// tree is the faster the sparser an image. Jumping Jack was not run with blocks of 512, which that card's
// limit of 256 iterations of a loop did not allow.
constexpr auto table1 = std::to_array<PaperTimes>({
    {"finger", 32, Algorithm::horn, {13.24, 50.27, 166.56}, {14.15, 54.9, 180.63}},
    {"finger", 32, Algorithm::jj, {13.21, 43.31, 128.49}, {12.05, 40.85, 122.07}},
    {"finger", 32, Algorithm::rlz, {12.66, 51.61, 173.38}, {13.52, 56.05, 185.19}},
    {"finger", 32, Algorithm::bt, {8.55, 31.39, 96.08}, {11.68, 45.46, 147.78}},
    {"finger", 128, Algorithm::horn, {12.33, 43.79, 161.45}, {13.77, 49.97, 178.86}},
    {"finger", 128, Algorithm::jj, {9.98, 35.83, 131.03}, {9.49, 31.44, 109.14}},
    {"finger", 128, Algorithm::rlz, {10.21, 38.55, 154.62}, {11.19, 43.26, 166.62}},
    {"finger", 128, Algorithm::bt, {7.22, 25.86, 95.81}, {10.91, 44.07, 166.05}},
    {"finger", 512, Algorithm::horn, {11.49, 42.41, 158.07}, {17.22, 68.7, 217.57}},
    {"finger", 512, Algorithm::rlz, {10.85, 40.15, 160.83}, {11.91, 44.85, 173.98}},
    {"finger", 512, Algorithm::bt, {6.47, 25.77, 97.27}, {11.87, 49.35, 190.96}},
    {"hand", 32, Algorithm::horn, {12.24, 44.01, 130.65}, {13.34, 49.89, 159.19}},
    {"hand", 32, Algorithm::jj, {12.11, 39.95, 112.34}, {11.0, 42.84, 137.28}},
    {"hand", 32, Algorithm::rlz, {12.19, 50.11, 164.28}, {13.48, 55.91, 189.76}},
    {"hand", 32, Algorithm::bt, {7.76, 26.97, 68.07}, {11.73, 45.64, 151.15}},
    {"hand", 128, Algorithm::horn, {9.6, 32.75, 115.49}, {11.81, 43.86, 150.92}},
    {"hand", 128, Algorithm::jj, {10.33, 32.63, 102.0}, {8.02, 30.14, 116.11}},
    {"hand", 128, Algorithm::rlz, {9.62, 36.59, 141.94}, {11.21, 43.32, 171.06}},
    {"hand", 128, Algorithm::bt, {5.33, 17.65, 57.87}, {11.11, 44.58, 171.73}},
    {"hand", 512, Algorithm::horn, {8.51, 31.55, 112.12}, {15.91, 57.2, 187.88}},
    {"hand", 512, Algorithm::rlz, {10.04, 37.73, 145.76}, {11.72, 44.88, 176.55}},
    {"hand", 512, Algorithm::bt, {4.36, 15.35, 52.93}, {13.01, 51.08, 202.21}},
    {"bunny", 32, Algorithm::horn, {10.31, 37.86, 110.35}, {11.72, 43.08, 134.01}},
    {"bunny", 32, Algorithm::jj, {9.77, 34.14, 100.04}, {9.27, 36.7, 115.59}},
    {"bunny", 32, Algorithm::rlz, {11.75, 49.33, 162.55}, {12.92, 54.05, 183.24}},
    {"bunny", 32, Algorithm::bt, {6.93, 26.2, 69.21}, {11.21, 42.73, 134.3}},
    {"bunny", 128, Algorithm::horn, {9.02, 30.29, 101.07}, {10.22, 34.94, 121.3}},
    {"bunny", 128, Algorithm::jj, {7.16, 23.48, 84.39}, {6.8, 26.29, 99.39}},
    {"bunny", 128, Algorithm::rlz, {9.3, 36.26, 142.47}, {10.48, 40.99, 162.45}},
    {"bunny", 128, Algorithm::bt, {5.29, 20.38, 70.25}, {10.69, 40.49, 150.68}},
    {"bunny", 512, Algorithm::horn, {9.34, 36.33, 130.78}, {14.91, 55.5, 146.91}},
    {"bunny", 512, Algorithm::rlz, {9.76, 37.28, 146.67}, {11.02, 41.87, 165.98}},
    {"bunny", 512, Algorithm::bt, {4.96, 21.25, 81.77}, {11.77, 46.66, 178.98}},
});

Results make_paper_results() {
    Results results;
    for (const PaperTimes& times : table1) {
        for (const bool negated : {false, true}) {
            for (std::size_t size = 0; size < paper_sizes.size(); ++size) {
                Row& row = results.rows.emplace_back();
                row.axes = {{image_axis, times.image},
                            {negated_axis, negated},
                            {elements_axis, paper_sizes[size]},
                            {algorithm_axis, times.algorithm},
                            {block_axis, times.block}};
                row.repetitions.push_back({{}, (negated ? times.negative : times.positive)[size]});
            }
        }
    }
    return results;
}

bool is_fixed(const Row& row) {
    return row[algorithm_axis] != to_string(Algorithm::automatic);
}

const Row& fastest_in_order(const Results& results, const DataSet& data, Order order,
                            bool (*takes_part)(const Row& row)) {
    const Row* best = fastest(results, data, [&](const Row& row) {
        return takes_part(row) &&
               (order == Order::any || raster::keeps_order(find_compaction(row[algorithm_axis]).value));
    });
    if (best == nullptr)
        throw NotMeasured("not measured: " + data.name());
    return *best;
}

} // namespace

const Results& paper_results() {
    static const Results results = make_paper_results();
    return results;
}

std::string DataSet::picture() const {
    return image + (negated ? " negated" : "");
}

std::string DataSet::name() const {
    return fmt::format("{}, {}", picture(), element_count(elements));
}

bool DataSet::in_paper() const {
    return paper_results().find(axes()) != nullptr;
}

std::vector<DataSet> data_sets(const Results& results) {
    if (results.rows.empty())
        throw NotMeasured("nothing was measured");
    return distinct_values(results, [](const Row& row) -> DataSet {
        if (!row.value(elements_axis).number())
            throw NotMeasured("a row has no number of elements");
        return {row[image_axis], row[negated_axis], row[elements_axis]};
    });
}

std::vector<DataSet> data_sets_of_paper(const Results& results) {
    std::vector<DataSet> all = data_sets(results);
    std::erase_if(all, [](const DataSet& data) { return !data.in_paper(); });
    if (all.empty())
        throw NotMeasured("no data set of the paper was measured");
    return all;
}

std::string setting_of(const Row& row) {
    std::string text = row[algorithm_axis];
    for (const char* choice : {"block", "adapt"}) {
        if (const std::string value = row.axis(choice); !value.empty() && value != no_value)
            text += "/" + value;
    }
    return text;
}

bool is_of_the_four(const Row& row) {
    return std::ranges::find(paper_algorithms, row[algorithm_axis]) != paper_algorithms.end();
}

const Row* fastest(const Results& results, const DataSet& data,
                   const std::function<bool(const Row& row)>& takes_part) {
    std::vector<const Row*> rows = measured_rows(results, data.axes());
    std::erase_if(rows, [&](const Row* row) { return !takes_part(*row); });
    return rows.empty() ? nullptr : &fastest(rows);
}

const Row& best_of_four(const Results& results, const DataSet& data, Order order) {
    for (const int block : axis_numbers(results, "block")) {
        for (const std::string_view algorithm : paper_algorithms)
            measured_row(results, with(data.axes(), {{algorithm_axis, algorithm}, {block_axis, block}}));
    }
    return fastest_in_order(results, data, order, is_of_the_four);
}

const Row& best_fixed(const Results& results, const DataSet& data, Order order) {
    return fastest_in_order(results, data, order, is_fixed);
}

const Row& row_of_setting(const Results& results, const DataSet& data, std::string_view setting) {
    const Row* row = fastest(results, data, [setting](const Row& one) { return setting_of(one) == setting; });
    if (row == nullptr)
        throw NotMeasured(fmt::format("not measured: {} on {}", setting, data.name()));
    return *row;
}

const Row& best_in_paper(const DataSet& data, Order order) {
    if (!data.in_paper())
        throw NotMeasured("the paper has no times of " + data.name());
    return fastest_in_order(paper_results(), data, order, is_fixed);
}

} // namespace scanline::systems
