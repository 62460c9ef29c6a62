#pragma once
#include "scan_kernels.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace scanline::cpu {

/// The kernels of a thread, one for each role.
template <class T>
struct ThreadKernels {
    typename ScanKernels<T>::Scan scan;      ///< results are read again soon
    typename ScanKernels<T>::Scan last_scan; ///< results are not
    typename ScanKernels<T>::Total total;
    typename ScanKernels<T>::Increment increment;

    T identity() const { return total(nullptr, 0); }
    T combine(T a, T b) const {
        T unused{};
        return scan(&b, &unused, 1, a);
    }
};

/// streaming: true if results may bypass the caches.
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

/// One scan by a team: two passes over the whole array or, if partitioned, over one stretch after the other.
/// A barrier separates the passes of a stretch. The next stretch starts without one, because the shared
/// values alternate between two slots (paper, section 2.2.1).
template <class T>
class TeamScan {
public:
    TeamScan(const ScanAlgorithm& algorithm, const ScanOptions& options, const ThreadKernels<T>& kernels,
             std::optional<std::int64_t> partition, std::span<const T> input, std::span<T> output)
        : kernels_(kernels), passes_(algorithm.passes), threads_(options.threads),
          division_(algorithm.passes, options), input_(input), output_(output),
          stretch_(partition ? division_.together(*partition) : size()),
          boundaries_(division_.boundaries(stretch_)),
          last_boundaries_(division_.boundaries(size() > 0 ? (size() - 1) % stretch_ + 1 : 0)),
          barrier_(options.threads), result_(kernels.identity()) {
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

    // Thread 0 has two partitions if there are more partitions than threads.
    void work(int thread) {
        T before = kernels_.identity(); // of the stretch
        std::size_t turn = 0;
        for (std::int64_t first = 0; first < size(); first += stretch_, turn ^= 1) {
            const std::int64_t elements = std::min(stretch_, size() - first);
            const bool last_stretch = first + elements == size();
            const std::vector<std::int64_t>& at = last_stretch ? last_boundaries_ : boundaries_;
            const auto part = [&](int index) {
                const auto i = static_cast<std::size_t>(index);
                return Part{first + at[i], at[i + 1] - at[i]};
            };
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

    // True if the sum of thread 0 in pass 1 includes everything before the stretch.
    bool first_sum_includes_before() const { return passes_ == ScanPasses::increment || division_.dilated(); }

    T first_pass(int thread, Part part, T before, bool last_stretch) {
        const bool scans = passes_ == ScanPasses::increment || (division_.dilated() && thread == 0);
        if (scans)
            return kernels_.scan(input_.data() + part.first, output_.data() + part.first,
                                 static_cast<std::size_t>(part.size),
                                 thread == 0 ? before : kernels_.identity());
        // The last total is never used.
        if (last_stretch && !division_.dilated() && thread == threads_ - 1)
            return kernels_.identity();
        return kernels_.total(input_.data() + part.first, static_cast<std::size_t>(part.size));
    }

    // Total of the partitions before a thread's own, and of everything before the stretch.
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
    // Allocated in advance: a thread that throws between barriers would leave the others waiting forever.
    const std::vector<std::int64_t> boundaries_, last_boundaries_;
    Barrier barrier_;
    std::array<std::vector<Slot>, 2> sums_;
    T result_;
};

} // namespace scanline::cpu
