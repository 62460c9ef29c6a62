#pragma once
#include "scanline/bench/measure.h"
#include "scanline/bench/sweep_request.h"
#include "scanline/view/setting.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// What shall be measured, as a person fills it in: the axes of `scanline bench`, with lists as they are
/// typed, "32, 128". What a field does not take never gets into it.
class SweepForm {
public:
    /// The experiment whose axes are free; the others are those of bench::experiments().
    static constexpr std::string_view free_sweep = bench::sweep_name;

    std::string experiment{free_sweep};
    bool quick = true; ///< of a named experiment
    std::string algorithm = "horn, jj, rlz, bt, packed", block = "256";
    std::string density = "0.1, 0.3, 0.5, 0.7, 0.9", image; ///< one of the two is empty
    std::string size = "262144", prefix_sum = "auto", run_lengths = "auto";
    int repetitions = 5;
    double min_seconds = 0, max_noise_percent = 0, timeout_seconds = 60;

    bool is_free() const { return experiment == free_sweep; }

    /// Returns false for a key that is none of the form's. Errors: usage, naming key, value and what it
    /// takes; the form is as it was then.
    bool set(std::string_view key, std::string_view value);
    std::vector<Setting> settings() const;

    /// masks: the folder of images that are given by the name of a mask alone. Of a free sweep.
    bench::SweepRequest request(const std::filesystem::path& masks) const;
    bench::MeasureOptions measuring() const;
    /// What measures the same without the visualizer: "scanline bench fig9 --quick --reps 5". masks: as in
    /// request().
    std::string command(const std::filesystem::path& masks) const;
};

/// The inverse of split_list(): "a, b".
std::string join_list(const std::vector<std::string>& entries);

} // namespace scanline::view
