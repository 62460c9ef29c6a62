#pragma once
#include "scanline/catalog/system.h"
#include "scanline/view/setting.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// The form of a measurement: an experiment, and the values of its axes as the user types them, "32, 128". It
/// rejects values that an axis does not take.
class SweepForm {
public:
    /// systems: with an experiment or more. The form begins with the first.
    explicit SweepForm(catalog::Systems systems);

    bool quick = true;  ///< where the experiment knows it
    bool peers = false; ///< compare with the libraries whose modules are found
    int repetitions = 5;
    double min_seconds = 0, max_noise_percent = 0, timeout_seconds = 60;

    const bench::Experiment& experiment() const { return *experiment_; }
    void choose(const bench::Experiment& experiment) { experiment_ = &experiment; }

    /// The values of an axis of the experiment; empty: the experiment chooses.
    std::string text(const bench::Axis& axis) const;
    /// Whether an axis has an effect with the other values.
    bool applies(const bench::Axis& axis) const;

    /// Returns false for an unknown key. The key of an axis that only other experiments have sets the axis of
    /// the first of them. Errors: usage, naming key, value and what it takes; the form is
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

    catalog::Systems systems_;
    const bench::Experiment* experiment_;
    std::map<std::string_view, Values> given_; ///< by the experiment's name, then by the option
};

/// The inverse of split_list(): "a, b".
std::string join_list(const std::vector<std::string>& entries);

} // namespace scanline::view
