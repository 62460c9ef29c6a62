#pragma once
#include "scanline/bench/axes.h"
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
    bool in_paper() const; ///< whether the paper has times of it
};

/// How many the paper has times of.
inline constexpr int paper_data_sets = 18;

/// The data sets that rows were planned for, in the order of their first rows. Throws NotMeasured where there
/// are none.
std::vector<DataSet> data_sets(const Results& results);
/// Those of them that the paper has times of. Throws NotMeasured where there are none.
std::vector<DataSet> data_sets_of_paper(const Results& results);

/// A choice of algorithm and block, or of auto's adaption, with its time on a data set.
struct Setting {
    std::string algorithm;
    std::string block; ///< no_value where there is none
    std::string adapt; ///< the same, or empty
    double milliseconds = 0;
    /// Row::totals() of a measured one.
    std::vector<double> repetitions{};
    /// Row::whole_milliseconds() of a measured one.
    std::optional<double> whole_milliseconds{};

    std::string name() const;   ///< "bt/512", "packed", "auto/global"
    bool is_the_papers() const; ///< one of the paper's four algorithms
    bool is_fixed() const;      ///< not auto's
};

/// Whether the order of the survivors matters.
enum class Order {
    any,
    kept, ///< only algorithms that keep the order
};

/// The names of the settings that rows were planned for, in the order of their first rows.
std::vector<std::string> setting_names(const Results& results);

/// What was measured on a data set, and the best of such settings.
std::vector<Setting> settings_here(const Results& results, const DataSet& data);
std::optional<Setting> best_of(const std::vector<Setting>& settings,
                               const std::function<bool(const Setting&)>& takes_part);

/// The best of the paper's four algorithms here. Throws NotMeasured where one of them misses a time in some
/// block.
Setting paper_best_here(const Results& results, const DataSet& data, Order order);
/// The best of all fixed settings here. Throws NotMeasured where there are none.
Setting best_fixed_here(const Results& results, const DataSet& data, Order order);
/// The setting of that name here. Throws NotMeasured where it is not there.
Setting setting_here(const Results& results, const DataSet& data, std::string_view name);
/// The paper's own times of a data set.
std::vector<Setting> settings_in_paper(const DataSet& data);
/// The best of them. Throws NotMeasured where it has none of the data set.
Setting best_in_paper(const DataSet& data, Order order);

} // namespace scanline::bench
