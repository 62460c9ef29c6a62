#include "sweep/model.h"

#include "chart/choices.h"
#include "scanline/bench/compare.h"
#include "scanline/bench/sweep_figures.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <fmt/format.h>

namespace scanline::view {

const bench::Experiment* SweepModel::experiment_of(const bench::Results& results) const {
    const bench::Experiment* experiment = systems::experiment_named(systems_, results.experiment);
    return experiment != nullptr && experiment->free ? nullptr : experiment;
}

std::vector<bench::Figure> SweepModel::figures_of(const bench::Results& results,
                                                  std::string_view x_axis) const {
    if (std::ranges::none_of(results.rows, &bench::Row::measured))
        return {};
    // A file may name an experiment but lack the rows that its figures need.
    try {
        if (const bench::Experiment* experiment = experiment_of(results))
            return experiment->figures(results);
        return bench::sweep_figures(results, x_axis);
    } catch (const std::exception&) {
        return {};
    }
}

void SweepModel::begin(bench::Results header) {
    results_ = std::move(header);
    results_.complete = false;
    state_ = SweepState::running;
    ++revision_;
}

void SweepModel::add(std::span<const bench::Row> rows) {
    assert(state_ == SweepState::running);
    results_.rows.insert(results_.rows.end(), rows.begin(), rows.end());
    ++revision_;
}

void SweepModel::settle() {
    state_ = results_.complete       ? SweepState::finished
             : results_.rows.empty() ? SweepState::idle
                                     : SweepState::cancelled;
    ++revision_;
}

void SweepModel::finish(bench::Results results) {
    assert(state_ == SweepState::running);
    results_ = std::move(results);
    settle();
}

void SweepModel::fail() {
    assert(state_ == SweepState::running);
    settle();
}

void SweepModel::open(const std::string& name, bench::Results results) {
    assert(!results.rows.empty());
    if (state_ != SweepState::idle) {
        overlays_.push_back({name, std::move(results)});
        ++revision_;
        return;
    }
    show(name, std::move(results));
}

void SweepModel::show(const std::string& /*name*/, bench::Results results) {
    assert(state_ != SweepState::running);
    results_ = std::move(results);
    settle();
}

void SweepModel::keep(const std::string& name) {
    if (results_.rows.empty())
        return;
    overlays_.push_back({name, results_});
    ++revision_;
}

void SweepModel::remove_overlay(std::size_t index) {
    overlays_.erase(overlays_.begin() + static_cast<std::ptrdiff_t>(index));
    ++revision_;
}

std::vector<std::string> SweepModel::x_axes() const {
    return experiment_of(results_) ? std::vector<std::string>() : bench::sweep_x_axes(results_);
}

std::vector<bench::Figure> SweepModel::figures(std::string_view x_axis) const {
    std::vector<bench::Figure> figures = figures_of(results_, x_axis);
    for (const SweepOverlay& earlier : overlays_) {
        const std::vector<bench::Figure> others = figures_of(earlier.results, x_axis);
        for (bench::Figure& figure : figures) {
            const auto other = std::ranges::find(others, figure.stem, &bench::Figure::stem);
            if (other != others.end())
                overlay(figure.chart, other->chart, earlier.name);
        }
    }
    return figures;
}

std::vector<bench::Claim> SweepModel::claims() const {
    const bench::Experiment* experiment = experiment_of(results_);
    if (!experiment || !experiment->claims || results_.rows.empty())
        return {};
    try {
        return experiment->claims(results_);
    } catch (const std::exception&) { // as with figures
        return {};
    }
}

std::vector<std::string> SweepModel::differences(std::size_t overlay) const {
    const bench::Results& earlier = overlays_[overlay].results;
    if (earlier.experiment != results_.experiment && !results_.experiment.empty())
        return {fmt::format("another experiment: {}", earlier.experiment)};
    return bench::differences(earlier, results_);
}

} // namespace scanline::view
