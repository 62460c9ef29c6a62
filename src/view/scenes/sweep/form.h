#pragma once
#include "kit/property.h"
#include "kit/worker.h"
#include "scanline/bench/results.h"
#include "scanline/systems/system.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::sweep {

/// The form of a measurement: an experiment, and the values of its axes as typed by the user, "32, 128".
/// Rejects values that an axis does not accept.
class Form {
public:
    /// systems: with at least one experiment. The form starts with the first.
    explicit Form(systems::Systems systems);

    const bench::Experiment& experiment() const { return *experiment_; }

    /// The values of one of the experiment's axes; empty: the experiment chooses.
    std::string text(const bench::Axis& axis) const;
    /// True if an axis has an effect, given the other values.
    bool applies(const bench::Axis& axis) const;

    /// The rows of the form, including those of the experiment's axes. They refer to the form.
    std::vector<Property> properties();
    std::vector<Setting> settings() const { return settings_of(Form(*this).properties()); }
    /// Returns false for an unknown key. If only other experiments have an axis with this key, sets it in the
    /// first of them. Errors: usage, naming key, value and accepted values; the form has not changed then.
    bool set(std::string_view key, std::string_view value);

    /// masks: the folder for images given by a mask's name alone.
    bench::Request request(const std::filesystem::path& masks) const;
    bench::MeasureOptions measuring() const;
    /// The command for the same measurement: "scanline bench fig9 --quick --reps 5". masks: as in request().
    std::string command(const std::filesystem::path& masks) const;

private:
    using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

    bool set_axis(std::string_view key, std::string_view value);
    const std::vector<std::string>& values_of(const bench::Axis& axis) const;

    systems::Systems systems_;
    const bench::Experiment* experiment_;
    std::map<std::string_view, Values> given_; ///< by experiment name, then by option
    bool quick_ = true;                        ///< if the experiment has a quick plan
    bool peers_ = false;
    int repetitions_ = 5;
    double min_seconds_ = 0, max_noise_percent_ = 0, timeout_seconds_ = 60;
};

/// The inverse of split_list(): "a, b".
std::string join_list(const std::vector<std::string>& entries);

/// Passes rows from the worker to the interface while a sweep is running.
class Feed {
public:
    /// roof: what it is, see bench::Results.
    void put(std::span<const bench::Row> rows, const std::string& roof);
    /// The rows since the last call, and the roof.
    std::pair<std::vector<bench::Row>, std::string> take();

private:
    std::mutex mutex_;
    std::vector<bench::Row> rows_;
    std::string roof_;
};

/// The results of a form without rows, as known before measuring.
bench::Results sweep_header(const Form& form, const std::filesystem::path& masks, const Worker& worker);

/// Measures what a form specifies. Finished rows go to the feed at once; `done` receives all of them, even if
/// the ticket was stopped early. auto uses this machine's stored costs, see tune::stored_auto_model().
[[nodiscard]] Ticket post_sweep(Worker& worker, const Form& form, const std::filesystem::path& masks,
                                std::shared_ptr<Feed> feed, const std::function<void(bench::Results)>& done);

} // namespace scanline::view::sweep
