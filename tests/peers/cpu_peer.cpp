// The peers cpu and tbb: the algorithms of the standard library, by the execution policy
// SCANLINE_PEER_POLICY, timed by the steady clock.
#include "float_scan_work.h"
#include "steady_work.h"

#include <algorithm>
#include <array>
#include <execution>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#ifdef SCANLINE_PEER_TBB
#include "tbb_arena.h"
#endif

namespace scanline::peer {
namespace {

constexpr auto& policy = std::execution::SCANLINE_PEER_POLICY;
constexpr std::size_t bins = 256;     // of a histogram
constexpr std::size_t chunk = 65'536; // elements that one thread counts at a time

using Histogram = std::array<std::uint32_t, bins>;

Words copied(const ScanlinePeerCase& work, const char* name) {
    const Array<const std::uint32_t> words = array_of<const std::uint32_t>(work, name);
    return {words.begin(), words.end()};
}

class CpuWork : public SteadyWork {
public:
    explicit CpuWork(const ScanlinePeerCase& work)
        : elements_(copied(work, "elements")), results_(std::max<std::size_t>(elements_.size(), bins)) {}

protected:
    Words results() const override { return results_; }

    Words elements_, results_;
};

class Copy final : public CpuWork {
    using CpuWork::CpuWork;
    void work() override { std::copy(policy, elements_.begin(), elements_.end(), results_.begin()); }
};

class Scan final : public CpuWork {
    using CpuWork::CpuWork;
    void work() override {
        std::inclusive_scan(policy, elements_.begin(), elements_.end(), results_.begin());
    }
};

class Reduce final : public CpuWork {
    using CpuWork::CpuWork;
    void work() override { results_.front() = std::reduce(policy, elements_.begin(), elements_.end()); }
};

class CompactFlagged final : public CpuWork {
public:
    explicit CompactFlagged(const ScanlinePeerCase& work) : CpuWork(work), flags_(copied(work, "flags")) {}

private:
    void work() override {
        const auto flagged = [this](const std::uint32_t& element) {
            return flags_[static_cast<std::size_t>(&element - elements_.data())] != 0;
        };
        const auto end = std::copy_if(policy, elements_.begin(), elements_.end(), results_.begin(), flagged);
        count_ = static_cast<std::uint32_t>(end - results_.begin());
    }
    Words companions() const override { return {count_}; }

    Words flags_;
    std::uint32_t count_ = 0;
};

class Sort final : public CpuWork {
    using CpuWork::CpuWork;
    void prepare() override { std::copy(elements_.begin(), elements_.end(), results_.begin()); }
    void work() override {
        std::sort(policy, results_.begin(), results_.begin() + static_cast<std::ptrdiff_t>(elements_.size()));
    }
};

// Pairs side by side are what the standard library can sort.
class SortPairs final : public CpuWork {
public:
    explicit SortPairs(const ScanlinePeerCase& work) : CpuWork(work), values_(copied(work, "values")) {}

private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    void prepare() override {
        pairs_.resize(elements_.size());
        std::transform(elements_.begin(), elements_.end(), values_.begin(), pairs_.begin(),
                       [](std::uint32_t key, std::uint32_t value) { return Pair(key, value); });
    }
    void work() override {
        std::stable_sort(policy, pairs_.begin(), pairs_.end(),
                         [](const Pair& a, const Pair& b) { return a.first < b.first; });
    }
    Words results() const override { return of_each(&Pair::first); }
    Words companions() const override { return of_each(&Pair::second); }
    Words of_each(std::uint32_t Pair::*member) const {
        Words words(pairs_.size());
        std::transform(pairs_.begin(), pairs_.end(), words.begin(),
                       [=](const Pair& pair) { return pair.*member; });
        return words;
    }

    Words values_;
    std::vector<Pair> pairs_;
};

class SegmentedSort final : public CpuWork {
public:
    explicit SegmentedSort(const ScanlinePeerCase& work)
        : CpuWork(work), offsets_(copied(work, "offsets")), segments_(offsets_.size() - 1) {
        std::iota(segments_.begin(), segments_.end(), std::size_t{0});
    }

private:
    void prepare() override { std::copy(elements_.begin(), elements_.end(), results_.begin()); }
    void work() override {
        std::for_each(policy, segments_.begin(), segments_.end(), [this](std::size_t segment) {
            std::sort(results_.begin() + offsets_[segment], results_.begin() + offsets_[segment + 1]);
        });
    }

    Words offsets_;
    std::vector<std::size_t> segments_;
};

class CountEach final : public CpuWork {
public:
    explicit CountEach(const ScanlinePeerCase& work)
        : CpuWork(work), chunks_((elements_.size() + chunk - 1) / chunk) {
        std::iota(chunks_.begin(), chunks_.end(), std::size_t{0});
    }

private:
    void work() override {
        const Histogram counts = std::transform_reduce(
            policy, chunks_.begin(), chunks_.end(), Histogram{},
            [](Histogram a, const Histogram& b) {
                std::transform(a.begin(), a.end(), b.begin(), a.begin(), std::plus<>());
                return a;
            },
            [this](std::size_t index) {
                Histogram counted{};
                const std::span<const std::uint32_t> all(elements_);
                const std::size_t from = index * chunk;
                for (const std::uint32_t element : all.subspan(from, std::min(chunk, all.size() - from)))
                    ++counted[element % bins];
                return counted;
            });
        std::copy(counts.begin(), counts.end(), results_.begin());
    }

    std::vector<std::size_t> chunks_;
};

#ifdef SCANLINE_PEER_TBB
void scan_floats(const float* floats, float* sums, std::size_t size, int threads) {
    arena_of(threads).execute([=] { std::inclusive_scan(policy, floats, floats + size, sums); });
}
#else
void scan_floats(const float* floats, float* sums, std::size_t size, int threads) {
    if (threads != 1)
        throw std::runtime_error("it is for one thread");
    std::inclusive_scan(policy, floats, floats + size, sums);
}
#endif

std::unique_ptr<Work> make_float_scan(const ScanlinePeerCase& work) {
    return std::make_unique<FloatScanWork>(work, scan_floats);
}

template <class Task>
std::unique_ptr<Work> make(const ScanlinePeerCase& work) {
    return std::make_unique<Task>(work);
}

constexpr std::pair<std::string_view, std::unique_ptr<Work> (*)(const ScanlinePeerCase&)> tasks[]{
    {"copy", make<Copy>},
    {"scan", make<Scan>},
    {"compact-flagged", make<CompactFlagged>},
    {"reduce", make<Reduce>},
    {"sort", make<Sort>},
    {"sort-pairs", make<SortPairs>},
    {"segmented-sort", make<SegmentedSort>},
    {"histogram", make<CountEach>},
    {"scan-float32", make_float_scan},
};

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    for (const auto& [operation, make_task] : tasks) {
        if (operation == work.operation)
            return make_task(work);
    }
    throw std::runtime_error("the standard library has no " + std::string(work.operation));
}

std::string name() {
    return SCANLINE_PEER_NAME;
}

} // namespace scanline::peer
