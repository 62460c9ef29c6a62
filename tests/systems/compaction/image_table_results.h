#pragma once
#include "experiments/data_sets.h"
#include "systems/made_up_results.h"

#include <algorithm>
#include <functional>
#include <string>

// Made-up results of table 1: with the paper's times, and with all that it measures beside these.

namespace scanline::systems::test {

using Times = std::function<double(const std::string& image, bool negated, int elements,
                                   const std::string& algorithm, int block)>;

/// One time of the paper's table; none where it has none.
inline std::optional<double> paper_milliseconds(const std::string& image, bool negated, int elements,
                                                int block, const std::string& algorithm) {
    const Row* row = paper_results().find({{"image", image},
                                           {"negated", negated},
                                           {"elements", elements},
                                           {"algorithm", algorithm},
                                           {"block", block}});
    return row != nullptr ? std::optional(row->milliseconds().median) : std::nullopt;
}

// The paper's time; for Jumping Jack in blocks of 512, which it could not measure, one that wins nothing.
inline double papers(const std::string& image, bool negated, int elements, const std::string& algorithm,
                     int block) {
    return paper_milliseconds(image, negated, elements, block, algorithm).value_or(1000);
}

inline void add_data_set(Results& results, const std::string& image, bool negated, int elements,
                         const Times& times) {
    for (const int block : {32, 128, 512}) {
        for (const std::string& algorithm : paper_four)
            add_row(results,
                    {{"image", image},
                     {"negated", negated ? "true" : "false"},
                     {"elements", std::to_string(elements)},
                     {"algorithm", algorithm},
                     {"block", std::to_string(block)}},
                    times(image, negated, elements, algorithm, block));
    }
}

inline Results table(const Times& times) {
    Results results = made_up("table1");
    for (const std::string image : {"hand", "bunny", "finger"}) {
        for (const int elements : {512 * 512, 1024 * 1024, 2048 * 2048}) {
            for (const bool negated : {false, true})
                add_data_set(results, image, negated, elements, times);
        }
    }
    return results;
}

// A row of a run with all that table 1 measures.
struct Place {
    std::string image;
    bool negated = false;
    int elements = 0;
    std::string name, block, adapt;
};

// The four take 4, the HistoPyramid 1 and the rest 2.
inline double time_of_all(const Place& place) {
    if (place.block != "-")
        return 4;
    return place.name == "histopyramid" ? 1 : 2;
}

inline void add_all(Results& results, Place place, const std::function<double(const Place&)>& times) {
    const auto add = [&](const std::string& name, const std::string& block, const std::string& adapt) {
        place.name = name;
        place.block = block;
        place.adapt = adapt;
        add_row(results,
                {{"image", place.image},
                 {"negated", place.negated ? "true" : "false"},
                 {"elements", std::to_string(place.elements)},
                 {"algorithm", name},
                 {"block", block},
                 {"adapt", adapt}},
                times(place));
    };
    for (const std::string block : {"32", "128", "512"}) {
        for (const std::string& algorithm : paper_four)
            add(algorithm, block, "-");
    }
    for (const std::string name : {"histopyramid", "packed"})
        add(name, "-", "-");
    for (const std::string adapt : {"global", "regional", "temporal"})
        add("auto", "-", adapt);
}

inline Results table_of_all(const std::function<double(const Place&)>& times) {
    Results results = made_up("table1");
    for (const int elements : {512 * 512, 1024 * 1024, 2048 * 2048}) {
        for (const std::string image : {"hand", "bunny", "finger"}) {
            for (const bool negated : {false, true})
                add_all(results, {image, negated, elements, {}, {}, {}}, times);
        }
        add_all(results, {"mixed", false, elements, {}, {}, {}}, times);
    }
    for (Row& row : results.rows)
        row.repetitions.push_back(row.repetitions.front());
    return results;
}

using Factors = std::vector<double>;

// A repetition for each round, so many times as long as the first one was.
inline void run_rounds(Row& row, const Factors& factors) {
    const Repetition first = row.repetitions.front();
    row.repetitions.clear();
    for (const double factor : factors) {
        row.repetitions.push_back(first);
        row.repetitions.back().milliseconds *= factor;
    }
}

// All take the same in each round, but auto of that adaption where the row stands at `axes`.
inline Results table_of_rounds(const std::string& adapt, AxisValues axes, const Factors& factors) {
    axes.emplace_back("adapt", adapt);
    Results results = table_of_all(time_of_all);
    for (Row& row : results.rows)
        run_rounds(row, stands_at(row, axes) ? factors : Factors(factors.size(), 1));
    return results;
}

// Nine rounds: the interval is from the second smallest to the second largest.
inline Factors nine(double low, double middle, double high) {
    return {middle, 9.0, low, middle, high, middle, 0.1, middle, middle};
}

inline const AxisValues hand_1m{{"image", "hand"}, {"negated", "false"}, {"elements", "1048576"}};
inline const std::string near_best = "auto (global), its own look";
inline const std::string not_slower = "on no data set slower";
inline const std::string faster_on_mixed = "on the mixed image";

} // namespace scanline::systems::test
