#pragma once
#include "scan_kernels.h"
#include "scanline/cpu/barrier.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/scan_division.h"

#include <array>
#include <vector>

namespace scanline::cpu {

/// What a thread does in each of its roles.
template <class T>
struct ThreadKernels {
    typename ScanKernels<T>::Scan scan;      ///< whose results are read again soon
    typename ScanKernels<T>::Scan last_scan; ///< whose results are not
    typename ScanKernels<T>::Total total;
    typename ScanKernels<T>::Increment increment;

    T identity() const { return total(nullptr, 0); }
    T combine(T a, T b) const {
        T unused{};
        return scan(&b, &unused, 1, a);
    }
};

/// streaming: whether results may go past the caches.
template <class T>
ThreadKernels<T> thread_kernels(const ScanKernels<T>& all, ScanKernel kernel, bool streaming) {
    switch (kernel) {
    case ScanKernel::scalar: return {all.scalar, all.scalar, all.scalar_total, all.scalar_increment};
    case ScanKernel::simd: return {all.simd, all.simd, all.simd_total, all.simd_increment};
    case ScanKernel::simd_v1: return {all.simd_v1, all.simd_v1, all.simd_total, all.simd_increment};
    case ScanKernel::simd_v2: return {all.simd_v2, all.simd_v2, all.simd_total, all.simd_increment};
    case ScanKernel::simd_t: return {all.simd_t, all.simd_t, all.simd_total, all.simd_increment};
    case ScanKernel::lookahead: break;
    }
    return {all.lookahead, streaming ? all.lookahead_streaming : all.lookahead, all.lookahead_total,
            all.simd_increment};
}

/// One scan by a team: two passes over the array or, partitioned, over one stretch of it after the other. The
/// passes of a stretch are a barrier apart; the next stretch begins without one, because what the threads
/// tell each other alternates between two places (paper, section 2.2.1).
template <class T>
class TeamScan {
public:
    TeamScan(const ScanAlgorithm& algorithm, const ScanOptions& options, const ThreadKernels<T>& kernels,
             std::optional<std::int64_t> partition, std::span<const T> input, std::span<T> output)
        : kernels_(kernels), passes_(algorithm.passes), threads_(options.threads),
          division_(algorithm.passes, options), input_(input), output_(output),
          stretch_(partition ? division_.together(*partition) : size()), barrier_(options.threads),
          result_(kernels.identity()) {
        for (std::vector<Slot>& sums : sums_)
            sums.resize(static_cast<std::size_t>(threads_));
    }

    T run(ThreadTeam& team) {
        team.run([this](int thread) { work(thread); });
        return result_;
    }

private:
    struct alignas(64) Slot {
        T value{};
    };
    struct Part {
        std::int64_t first, size;
    };

    std::int64_t size() const { return static_cast<std::int64_t>(input_.size()); }

    // Thread 0 has two partitions where there is one more than threads.
    void work(int thread) {
        T before = kernels_.identity(); // of the stretch
        std::size_t turn = 0;
        for (std::int64_t first = 0; first < size(); first += stretch_, turn ^= 1) {
            const std::int64_t elements = std::min(stretch_, size() - first);
            const std::vector<std::int64_t> at = division_.boundaries(elements);
            const auto part = [&](int index) {
                const auto i = static_cast<std::size_t>(index);
                return Part{first + at[i], at[i + 1] - at[i]};
            };
            const bool last_stretch = first + elements == size();
            sums_[turn][static_cast<std::size_t>(thread)].value =
                first_pass(thread, part(thread), before, last_stretch);
            barrier_.wait();
            const T offset = together(turn, thread, before);
            const T all = together(turn, threads_, before);
            if (passes_ == ScanPasses::accumulate && !(division_.dilated() && thread == 0))
                end(thread == threads_ - 1 && !division_.dilated() && last_stretch,
                    scan_last(part(thread), offset));
            else if (thread != 0)
                increment(part(thread), offset);
            if (thread != 0 || !division_.dilated()) {
                before = all;
                end(passes_ == ScanPasses::increment && thread == 0 && last_stretch, all);
            } else {
                before = scan_last(part(threads_), all);
                end(last_stretch, before);
            }
        }
    }

    // Whether what thread 0 finds in pass 1 includes what lies before the stretch.
    bool first_sum_includes_before() const { return passes_ == ScanPasses::increment || division_.dilated(); }

    T first_pass(int thread, Part part, T before, bool last_stretch) {
        const bool scans = passes_ == ScanPasses::increment || (division_.dilated() && thread == 0);
        if (scans)
            return kernels_.scan(input_.data() + part.first, output_.data() + part.first,
                                 static_cast<std::size_t>(part.size),
                                 thread == 0 ? before : kernels_.identity());
        // Nobody asks for the last one.
        if (last_stretch && !division_.dilated() && thread == threads_ - 1)
            return kernels_.identity();
        return kernels_.total(input_.data() + part.first, static_cast<std::size_t>(part.size));
    }

    // What the partitions before that of a thread have, and all before the stretch.
    T together(std::size_t turn, int thread, T before) const {
        T sum = first_sum_includes_before() ? kernels_.identity() : before;
        for (int i = 0; i < thread; ++i)
            sum = kernels_.combine(sum, sums_[turn][static_cast<std::size_t>(i)].value);
        return sum;
    }

    T scan_last(Part part, T before) const {
        return kernels_.last_scan(input_.data() + part.first, output_.data() + part.first,
                                  static_cast<std::size_t>(part.size), before);
    }

    void increment(Part part, T offset) const {
        kernels_.increment(output_.data() + part.first, static_cast<std::size_t>(part.size), offset);
    }

    void end(bool is_end, T result) {
        if (is_end)
            result_ = result;
    }

    const ThreadKernels<T> kernels_;
    const ScanPasses passes_;
    const int threads_;
    const ScanDivision division_;
    const std::span<const T> input_;
    const std::span<T> output_;
    const std::int64_t stretch_;
    Barrier barrier_;
    std::array<std::vector<Slot>, 2> sums_;
    T result_;
};

template <class T>
T scan_alone(const ThreadKernels<T>& kernels, std::optional<std::int64_t> partition, std::span<const T> input,
             std::span<T> output) {
    const std::size_t stretch = partition ? static_cast<std::size_t>(*partition) : input.size();
    T before = kernels.identity();
    for (std::size_t first = 0; first < input.size(); first += stretch)
        before = kernels.last_scan(input.data() + first, output.data() + first,
                                   std::min(stretch, input.size() - first), before);
    return before;
}

template <class T>
T scan_in_passes(ThreadTeam& team, const ScanAlgorithm& algorithm, const ThreadKernels<T>& kernels,
                 const ScanOptions& options, std::optional<std::int64_t> partition, std::span<const T> input,
                 std::span<T> output) {
    if (!algorithm.multithreaded())
        return scan_alone(kernels, partition, input, output);
    return TeamScan<T>(algorithm, options, kernels, partition, input, output).run(team);
}

} // namespace scanline::cpu
