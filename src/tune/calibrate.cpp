#include "scanline/tune/calibrate.h"

#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/data/generators.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/survey.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace scanline::tune {

namespace {

using raster::Algorithm;
using raster::CompactionChoice;

constexpr std::uint64_t calibration_seed = 20090115;

// Groups that are measured side by side, and so in memory together.
std::vector<std::vector<CompactionChoice>> choices() {
    std::vector<std::vector<CompactionChoice>> groups;
    const auto add_group = [&groups](bool blockwise, int block) {
        std::vector<CompactionChoice>& group = groups.emplace_back();
        for (const raster::AlgorithmRow& one : rows_of<Algorithm>)
            if (one.calibrated && one.blockwise == blockwise)
                group.push_back({one.value, block});
    };
    for (const int block : {32, 128, 512})
        add_group(true, block);
    add_group(false, 0);
    return groups;
}

struct StreamKind {
    std::int64_t elements;
    double density;
    double run_length; ///< 0 for noise
};

std::vector<systems::CompactionVariant> variants_of(std::span<const CompactionChoice> group) {
    std::vector<systems::CompactionVariant> variants;
    for (const CompactionChoice& choice : group) {
        systems::CompactionVariant variant;
        variant.options.algorithm = choice.algorithm;
        variant.block = choice.block > 0 ? choice.block : raster::min_block;
        variants.push_back(std::move(variant));
    }
    return variants;
}

// The survey as in `auto`: the passes and the readback.
bench::Group survey_group(raster::Engine& engine, std::int64_t elements) {
    struct Resources {
        raster::StreamTexture values;
        raster::Survey survey;
    };
    const raster::StreamLayout layout =
        raster::make_stream_layout(elements, raster::min_block, engine.max_side());
    const auto resources =
        std::make_shared<Resources>(Resources{engine.make_stream(layout), raster::Survey(engine, layout)});
    engine.upload(resources->values, layout, std::vector<float>(static_cast<std::size_t>(elements)));
    bench::Variant variant;
    // Replaces the survey's own stage with one that ends when the result arrives.
    variant.work = [&engine, kept = resources.get()] {
        const StageScope whole(engine.observer(), "survey-and-read");
        const ObserverScope quiet(engine, nullptr);
        const gl::StateGuard guard;
        kept->survey(kept->values, {});
        kept->survey.read();
    };
    bench::Group group;
    group.variants.push_back(std::move(variant));
    group.resources = resources;
    return group;
}

class Calibrator {
public:
    Calibrator(raster::Engine& engine, gl::TimerKind timer, const CalibrateOptions& options,
               const ProgressHook& progress)
        : engine_(engine), timer_(timer), options_(options), progress_(progress) {
        for (const std::int64_t elements : options.sizes)
            all_weight_ += static_cast<double>(kinds(elements).size()) * weight(elements);
    }

    std::optional<Calibration> run() {
        Calibration calibration;
        const std::optional<double> survey = measure_survey();
        if (!survey)
            return std::nullopt;
        calibration.model.survey_milliseconds = *survey;
        for (; size_ < options_.sizes.size() && time_for(size_, since_begin_.seconds(), size_milliseconds_);
             ++size_) {
            if (!measure_size())
                return std::nullopt;
        }
        for (const auto& [choice, samples] : samples_) {
            if (const std::optional<CostFit> fit = fit_cost(choice, samples)) {
                calibration.model.costs.push_back(fit->cost);
                calibration.fits.push_back(*fit);
            }
        }
        if (calibration.fits.empty())
            throw Error(fmt::format("no compaction could be measured here: {}", last_skipped_));
        return calibration;
    }

private:
    struct Samples {
        CompactionChoice choice;
        std::vector<CostSample> samples;
    };

    // Even the smallest streams take some time.
    static double weight(std::int64_t elements) { return static_cast<double>(elements + (1 << 18)); }

    double growth(std::size_t size) const {
        return static_cast<double>(options_.sizes[size]) / static_cast<double>(options_.sizes[size - 1]);
    }

    // True if after so many seconds there is time for each choice to run twice, warm-up and measured, on
    // streams of this size. milliseconds: for once on streams of the size before.
    bool time_for(std::size_t size, double seconds, double milliseconds) const {
        return size < 2 || seconds + 2 * growth(size) * milliseconds / 1e3 <= options_.seconds;
    }

    bool measure_size() {
        size_milliseconds_ = 0;
        stream_seconds_.emplace_back();
        return std::ranges::all_of(kinds(options_.sizes[size_]),
                                   [this](const StreamKind& kind) { return measure_stream(kind); });
    }

    double part_of(std::int64_t elements) const { return weight(elements) / all_weight_; }

    // How long a stream of a size takes: as those before it, or by the growth from size to size; at most its
    // part of the time. The median leaves out streams that programs are compiled for.
    double predicted(std::size_t size) const {
        if (size < stream_seconds_.size() && !stream_seconds_[size].empty())
            return bench::median(stream_seconds_[size]);
        const double most = options_.seconds * part_of(options_.sizes[size]);
        if (size == 0)
            return most;
        double growing = predicted(size - 1);
        if (size == 1)
            growing *= weight(options_.sizes[1]) / weight(options_.sizes[0]);
        else
            growing += std::max(0.0, growing - predicted(size - 2)) * growth(size);
        return std::min(growing, most);
    }

    // As a part of the whole time; `done` of a stream, which takes its time in proportion.
    double progress(double done) {
        const double elapsed = since_begin_.seconds();
        const auto streams = static_cast<double>(kinds(options_.sizes[size_]).size()),
                   measured = static_cast<double>(stream_seconds_[size_].size());
        double left = (streams - measured - done) * predicted(size_);
        double milliseconds = size_milliseconds_ * streams / std::max(1.0, measured);
        for (std::size_t size = size_ + 1;
             size < options_.sizes.size() && time_for(size, elapsed + left, milliseconds); ++size) {
            left += streams * predicted(size);
            milliseconds *= growth(size);
        }
        return shown_ = std::max(shown_, elapsed > 0 ? elapsed / (elapsed + left) : 0);
    }

    std::vector<StreamKind> kinds(std::int64_t elements) const {
        std::vector<StreamKind> all;
        for (const double density : options_.densities) {
            all.push_back({elements, density, 0});
            for (const double run_length : options_.run_lengths)
                all.push_back({elements, density, run_length});
        }
        return all;
    }

    // By the wall clock, because most of it is the CPU's wait.
    std::optional<double> measure_survey() {
        const std::int64_t elements = options_.sizes.back();
        bench::Plan plan;
        plan.groups.push_back({"survey", 1, [&] { return survey_group(engine_, elements); }});
        bench::MeasureOptions measuring = measure_options(0.02 * options_.seconds);
        measuring.repetitions = 3 * options_.repetitions;
        const bench::Results results = measure(engine_, gl::TimerKind::wall_clock, plan, measuring,
                                               [this](double /*fraction*/, const std::string& what) {
                                                   return !progress_ || progress_(0, what);
                                               });
        if (!results.complete)
            return std::nullopt;
        const bench::Row& row = results.rows.front();
        if (!row.measured())
            throw Error(row.skipped);
        return row.milliseconds().median;
    }

    bool measure_stream(const StreamKind& kind) {
        const Stopwatch watch(options_.clock);
        const double part = part_of(kind.elements);
        const std::vector<std::vector<CompactionChoice>> groups = choices();
        const systems::InputStream stream = calibration_stream(
            kind.elements, kind.density, kind.run_length > 0 ? std::optional(kind.run_length) : std::nullopt);
        const raster::StreamFeatures features = stream_features(stream.values, stream.discriminator);
        const std::string what =
            fmt::format("{} elements, {:.0f} % valid{}", kind.elements, 100 * kind.density,
                        kind.run_length > 0 ? fmt::format(" in runs of {}", kind.run_length) : "");
        bench::Plan plan;
        for (const std::vector<CompactionChoice>& group : groups)
            plan.groups.push_back({what, static_cast<double>(group.size()), [this, &stream, &group] {
                                       return compaction_group(engine_, stream, variants_of(group));
                                   }});
        const bench::Results results =
            measure(engine_, timer_, plan,
                    measure_options(options_.seconds * part / static_cast<double>(groups.size())),
                    [&](double fraction, const std::string& text) {
                        return !progress_ || progress_(progress(fraction), text);
                    });
        if (!results.complete)
            return false;
        auto row = results.rows.begin();
        for (const std::vector<CompactionChoice>& group : groups) {
            for (const CompactionChoice& choice : group)
                add(choice, *row++, features);
        }
        stream_seconds_.back().push_back(watch.seconds());
        return true;
    }

    bench::MeasureOptions measure_options(double timeout_seconds) const {
        bench::MeasureOptions measuring;
        measuring.repetitions = options_.repetitions;
        measuring.timeout_seconds = timeout_seconds;
        measuring.overhead_repetitions = 0;
        measuring.clock = options_.clock;
        return measuring;
    }

    void add(const CompactionChoice& choice, const bench::Row& row, const raster::StreamFeatures& features) {
        if (!row.measured()) {
            last_skipped_ = row.skipped;
            return;
        }
        auto found = std::ranges::find(samples_, choice, &Samples::choice);
        if (found == samples_.end())
            found = samples_.insert(samples_.end(), {choice, {}});
        found->samples.push_back({row.items, features, row.milliseconds().median});
        size_milliseconds_ += found->samples.back().milliseconds;
    }

    raster::Engine& engine_;
    gl::TimerKind timer_;
    const CalibrateOptions& options_;
    const ProgressHook& progress_;
    std::vector<Samples> samples_;
    std::string last_skipped_;
    Stopwatch since_begin_{options_.clock};
    double all_weight_ = 0;
    std::size_t size_ = 0;
    std::vector<std::vector<double>> stream_seconds_; ///< of each size
    double shown_ = 0;                                ///< the progress
    double size_milliseconds_ = 0; ///< for each choice once on each stream of the last size
};

void check(const CalibrateOptions& options) {
    if (options.sizes.empty() || options.densities.empty())
        throw usage_error("a calibration needs at least one size and one density of its streams");
    if (!std::ranges::is_sorted(options.sizes))
        throw usage_error("the sizes of a calibration are not in ascending order: sort them");
    if (options.sizes.front() < 1)
        throw usage_error(fmt::format("a calibration cannot use streams of {} elements: ask for at least 1",
                                      options.sizes.front()));
    for (const double density : options.densities) {
        if (!(density > 0 && density < 1))
            throw usage_error(fmt::format(
                "a calibration cannot use a density of {}: ask for one between 0 and 1", density));
    }
}

} // namespace

systems::InputStream calibration_stream(std::int64_t elements, double density,
                                        std::optional<double> run_length) {
    const auto width = static_cast<int>(elements);
    systems::InputStream stream;
    stream.seed = calibration_seed;
    stream.discriminator.negate = run_length && density > 0.5;
    const double drawn = stream.discriminator.negate ? 1 - density : density;
    const data::Image mask = run_length ? data::runs_mask(width, 1, *run_length, drawn, calibration_seed)
                                        : data::bernoulli_mask(width, 1, drawn, calibration_seed);
    stream.values.assign(mask.pixels.begin(), mask.pixels.end());
    return stream;
}

CalibrateOptions quick_calibration() {
    CalibrateOptions options;
    options.sizes = {1 << 14, 1 << 17, 1 << 20, 1 << 22};
    options.densities = {0.05, 0.5, 0.95};
    options.repetitions = 5;
    options.seconds = 4;
    return options;
}

std::optional<Calibration> calibrate(raster::Engine& engine, gl::TimerKind timer,
                                     const CalibrateOptions& options, const ProgressHook& progress) {
    check(options);
    return Calibrator(engine, timer, options, progress).run();
}

} // namespace scanline::tune
