#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/view/setting.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// What is to be measured, as a person fills it in: an experiment with the axes of `scanline bench`, lists as
/// they are typed, "32, 128". What a field does not take never gets into it.
class SweepForm {
public:
    SweepForm();

    bool quick = true;  ///< where the experiment knows it
    bool peers = false; ///< whether other libraries take part, those that are here
    int repetitions = 5;
    double min_seconds = 0, max_noise_percent = 0, timeout_seconds = 60;

    const bench::Experiment& experiment() const { return *experiment_; }
    void choose(const bench::Experiment& experiment) { experiment_ = &experiment; }

    /// What stands on an axis of the experiment; empty: as the experiment has it by itself.
    std::string text(const bench::Axis& axis) const;
    /// Whether an axis has an effect now.
    bool applies(const bench::Axis& axis) const;

    /// Returns false for a key that is none of the form's. The key of an axis that only other experiments
    /// have is taken for the first of these. Errors: usage, naming key, value and what it takes; the form is
    /// as it was then.
    bool set(std::string_view key, std::string_view value);
    std::vector<Setting> settings() const;

    /// masks: the folder of images that are given by the name of a mask alone.
    bench::Request request(const std::filesystem::path& masks) const;
    bench::MeasureOptions measuring() const;
    /// What measures the same without the visualizer: "scanline bench fig9 --quick --reps 5". masks: as in
    /// request().
    std::string command(const std::filesystem::path& masks) const;

private:
    using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

    bool set_axis(std::string_view key, std::string_view value);
    const std::vector<std::string>& values_of(const bench::Experiment& experiment,
                                              const bench::Axis& axis) const;

    const bench::Experiment* experiment_;
    std::map<std::string_view, Values> given_; ///< by the experiment's name, then by the option
};

/// The inverse of split_list(): "a, b".
std::string join_list(const std::vector<std::string>& entries);

} // namespace scanline::view
