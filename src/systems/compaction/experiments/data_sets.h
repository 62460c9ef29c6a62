#pragma once
#include "scanline/systems/sweep.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

// Table 1's vocabulary, for the paper's times and for those measured here alike.

inline constexpr std::array<std::int64_t, 3> paper_sizes{512 * 512, 1024 * 1024, 2048 * 2048};

/// Table 1 of the paper as rows like those that an experiment measures, on axes image, negated, elements,
/// algorithm and block.
const Results& paper_results();

/// An image or its negative in one size.
struct DataSet {
    std::string image;
    bool negated = false;
    std::int64_t elements = 0;

    bool operator==(const DataSet&) const = default;

    std::string picture() const; ///< "hand", "hand negated"
    std::string name() const;    ///< "hand, 4M", "hand negated, 4M"
    AxisValues axes() const {
        return {{image_axis, image}, {negated_axis, negated}, {elements_axis, elements}};
    }
    bool in_paper() const; ///< whether the paper has times of it
};

/// How many the paper has times of.
inline constexpr int paper_data_sets = 18;

/// The data sets that rows were planned for, in the order of their first rows. Throws NotMeasured where there
/// are none.
std::vector<DataSet> data_sets(const Results& results);
/// Those of them that the paper has times of. Throws NotMeasured if there are none.
std::vector<DataSet> data_sets_of_paper(const Results& results);

/// A row's choice of algorithm and block, or of auto's adaption: "bt/512", "packed", "auto/global".
std::string setting_of(const Row& row);
bool is_of_the_four(const Row& row); ///< by one of the paper's four algorithms

enum class Order {
    any,
    kept, ///< only algorithms that keep the order of the survivors
};

/// The fastest of the measured rows of a data set that `takes_part` takes, of equal ones the first; null
/// if there is none.
const Row* fastest(const Results& results, const DataSet& data,
                   const std::function<bool(const Row& row)>& takes_part);

// Rows of a data set. These throw NotMeasured if there is none.

/// The fastest of the paper's four. Throws NotMeasured where one of them misses a time in some block.
const Row& best_of_four(const Results& results, const DataSet& data, Order order);
/// The fastest of all but auto.
const Row& best_fixed(const Results& results, const DataSet& data, Order order);
const Row& row_of_setting(const Results& results, const DataSet& data, std::string_view setting);
/// The fastest of the paper's own times.
const Row& best_in_paper(const DataSet& data, Order order);

/// Table 1 as Markdown: for each image the paper's times beside those of the rows, the best settings marked
/// in both, then the best settings of each data set.
std::string image_table_summary(const Results& results);

} // namespace scanline::systems
