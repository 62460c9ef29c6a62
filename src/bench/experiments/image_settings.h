#pragma once
#include "scanline/bench/results.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace scanline::bench {

// Table 1's vocabulary, for the paper's times and for those measured here alike.

/// An image or its negative in one size.
struct DataSet {
    std::string image;
    bool negated = false;
    std::int64_t elements = 0;

    std::string picture() const; ///< "hand", "hand negated"
    std::string name() const;    ///< "hand, 4M", "hand negated, 4M"
    AxisValues axes() const;
};

/// The data sets that rows were planned for, in the order of their first rows. Throws NotMeasured where there
/// are none.
std::vector<DataSet> data_sets(const Results& results);

/// A choice of algorithm and block, with its time on a data set.
struct Setting {
    std::string algorithm, block;
    double milliseconds = 0;

    std::string name() const { return algorithm + "/" + block; }
};

/// Whether the order of the survivors matters.
enum class Order {
    any,
    kept, ///< only algorithms that keep the order
};

/// What was measured on a data set, and the best of such settings.
std::vector<Setting> settings_here(const Results& results, const DataSet& data);
std::optional<Setting> best_of(const std::vector<Setting>& settings,
                               const std::function<bool(const Setting&)>& takes_part);

/// The best of the paper's four algorithms here. Throws NotMeasured where one of them misses a time in some
/// block.
Setting paper_best_here(const Results& results, const DataSet& data, Order order);
/// The best of all algorithms here. Throws NotMeasured where there are none.
Setting best_here(const Results& results, const DataSet& data, Order order);
/// The best of the paper's own times. Throws NotMeasured where it has none of the data set.
Setting best_in_paper(const DataSet& data, Order order);

} // namespace scanline::bench
