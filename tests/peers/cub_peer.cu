// The peer cub: NVIDIA's CUB, by its functions for the whole device, timed by CUDA's events.
#include "peer_work.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

namespace scanline::peer {
namespace {

constexpr int bins = 256; // of a histogram

void check(cudaError_t status) {
    if (status != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(status));
}

// Memory on the device.
template <class T>
class DeviceMemory {
public:
    explicit DeviceMemory(std::size_t size) {
        if (size > 0)
            check(cudaMalloc(&data_, size * sizeof(T)));
    }
    explicit DeviceMemory(const Array<const T>& values) : DeviceMemory(values.size) {
        if (values.size > 0)
            check(cudaMemcpy(data_, values.data, values.size * sizeof(T), cudaMemcpyHostToDevice));
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory() { cudaFree(data_); }

    T* get() const { return data_; }

private:
    T* data_ = nullptr;
};

class Event {
public:
    Event() { check(cudaEventCreate(&event_)); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { cudaEventDestroy(event_); }

    void record() const { check(cudaEventRecord(event_)); }
    float milliseconds_since(const Event& begin) const {
        check(cudaEventSynchronize(event_));
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin.event_, event_));
        return milliseconds;
    }

private:
    cudaEvent_t event_ = nullptr;
};

// Keeps the device busy, bounded, until what is launched after it is queued: otherwise what the launches take
// of the processor's time would count where the work is shorter than they are.
constexpr long long waiting_cycles = 100'000;
__global__ void wait_a_moment() {
    const long long begin = clock64();
    while (clock64() - begin < waiting_cycles) {
    }
}

class CubWork final : public Work {
public:
    explicit CubWork(const ScanlinePeerCase& work)
        : operation_(work.operation), size_(size_of(work, "elements")),
          segments_(std::max<std::int64_t>(size_of(work, "offsets") - 1, 0)),
          elements_(array_of<const std::uint32_t>(work, "elements")),
          values_(array_of<const std::uint32_t>(work, "values")),
          flags_(array_of<const std::uint32_t>(work, "flags")),
          offsets_(array_of<const std::uint32_t>(work, "offsets")),
          results_(std::max<std::size_t>(size_, bins)), companions_(std::max<std::size_t>(size_, 1)),
          scratch_bytes_(needed_scratch()), scratch_(scratch_bytes_) {}

    double run() override {
        if (!wide_)
            wide_ = is_faster_wide();
        return time(*wide_);
    }

    void result(int output, std::uint32_t* to, std::size_t size) override {
        const DeviceMemory<std::uint32_t>& from = output == SCANLINE_PEER_RESULTS ? results_ : companions_;
        check(cudaMemcpy(to, from.get(), size * sizeof *to, cudaMemcpyDeviceToHost));
    }

private:
    static std::int64_t size_of(const ScanlinePeerCase& work, const char* name) {
        return static_cast<std::int64_t>(array_of<const std::uint32_t>(work, name).size);
    }

    // CUB takes a null pointer for scratch as the question how much it needs, and scratch of no bytes as that
    // pointer.
    std::size_t needed_scratch() {
        std::size_t narrow = 0, wide = 0;
        check(call(nullptr, narrow, static_cast<std::int32_t>(size_)));
        check(call(nullptr, wide, size_));
        return std::max<std::size_t>({narrow, wide, 1});
    }

    float time(bool wide) {
        wait_a_moment<<<1, 1>>>();
        begin_.record();
        check(wide ? call(scratch_.get(), scratch_bytes_, size_)
                   : call(scratch_.get(), scratch_bytes_, static_cast<std::int32_t>(size_)));
        end_.record();
        return end_.milliseconds_since(begin_);
    }

    // CUB has other kernels for numbers of elements in 64 bits than in 32. Neither is always the faster.
    bool is_faster_wide() {
        float narrow = std::numeric_limits<float>::max(), wide = narrow;
        for (int round = 0; round < 5; ++round) {
            narrow = std::min(narrow, time(false));
            wide = std::min(wide, time(true));
        }
        return wide < narrow;
    }

    // Count: of the elements.
    template <class Count>
    cudaError_t call(void* scratch, std::size_t& bytes, Count size) {
        const std::uint32_t* in = elements_.get();
        std::uint32_t* out = results_.get();
        if (operation_ == "copy") {
            const std::size_t copied = static_cast<std::size_t>(size) * sizeof *in;
            return scratch != nullptr ? cudaMemcpyAsync(out, in, copied, cudaMemcpyDeviceToDevice)
                                      : cudaSuccess;
        }
        if (operation_ == "scan")
            return cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, size);
        if (operation_ == "compact-flagged")
            return cub::DeviceSelect::Flagged(scratch, bytes, in, flags_.get(), out, companions_.get(), size);
        if (operation_ == "reduce")
            return cub::DeviceReduce::Sum(scratch, bytes, in, out, size);
        if (operation_ == "sort")
            return cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, size);
        if (operation_ == "sort-pairs")
            return cub::DeviceRadixSort::SortPairs(scratch, bytes, in, out, values_.get(), companions_.get(),
                                                   size);
        if (operation_ == "segmented-sort")
            return cub::DeviceSegmentedSort::SortKeys(scratch, bytes, in, out, size,
                                                      static_cast<Count>(segments_), offsets_.get(),
                                                      offsets_.get() + 1);
        if (operation_ == "histogram")
            return cub::DeviceHistogram::HistogramEven(scratch, bytes, in, out, bins + 1, 0u,
                                                       static_cast<std::uint32_t>(bins), size);
        throw std::runtime_error("CUB has no " + operation_);
    }

    std::string operation_;
    std::int64_t size_, segments_;
    DeviceMemory<std::uint32_t> elements_, values_, flags_, offsets_, results_, companions_;
    std::size_t scratch_bytes_;
    DeviceMemory<std::uint8_t> scratch_;
    Event begin_, end_;
    std::optional<bool> wide_; ///< none before the first run
};

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    return std::make_unique<CubWork>(work);
}

std::string name() {
    int device = 0;
    cudaDeviceProp properties{};
    check(cudaGetDevice(&device));
    check(cudaGetDeviceProperties(&properties, device));
    return "CUB " + std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
           std::to_string(CUB_SUBMINOR_VERSION) + ", " + properties.name;
}

} // namespace scanline::peer
