#pragma once
#include "scenes/skyline/run.h"

#include <fstream>
#include <initializer_list>
#include <string>
#include <utility>

namespace scanline::view::skyline_scene::cases {

inline const CancelHook never = [] { return false; };

/// A run of what is set, made here and now.
inline Run make_sky_run(std::initializer_list<std::pair<std::string, std::string>> settings) {
    Setup setup;
    for (const auto& [key, value] : settings)
        set(setup, key, value);
    return run_sky(setup, make_sky_table(setup, never), never);
}

/// Hotels with names, a cell without a number, and two equal ones.
inline std::filesystem::path put_hotels(const std::filesystem::path& path) {
    std::ofstream(path) << "name,price,stars,distance\n"
                           "Astoria,120,4,1.2\n"
                           "Bellevue,80,3,0.4\n"
                           "Central,60,2,0.3\n"
                           "Dolphin,,5,0.2\n"
                           "Elite,150,4,2.1\n"
                           "Forum,80,3,0.4\n";
    return path;
}

/// The rows of the table that no other dominates, by the values and directions of the run's columns.
inline std::vector<std::uint32_t> brute_skyline(const Run& run) {
    std::vector<std::uint32_t> rows;
    const auto sign = [&](int column) {
        return run.columns[static_cast<std::size_t>(column)].direction == skyline::Direction::min ? 1 : -1;
    };
    const auto dominates = [&](std::uint32_t p, std::uint32_t q) {
        bool better = false;
        for (int column = 0; column < run.dimensions(); ++column) {
            const double a = sign(column) * run.value(p, column), b = sign(column) * run.value(q, column);
            if (a > b)
                return false;
            better = better || a < b;
        }
        return better;
    };
    for (std::uint32_t q = 0; q < run.size(); ++q) {
        bool dominated = false;
        for (std::uint32_t p = 0; p < run.size() && !dominated; ++p)
            dominated = dominates(p, q);
        if (!dominated)
            rows.push_back(run.rows[q]);
    }
    return rows;
}

inline std::vector<std::uint32_t> found_rows(const Run& run) {
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t point : run.trace.found.ids)
        rows.push_back(run.rows[point]);
    return rows;
}

} // namespace scanline::view::skyline_scene::cases
