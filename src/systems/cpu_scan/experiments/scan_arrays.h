#pragma once
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

namespace scanline::bench {

/// What scans are measured on: elements between -1 and 1, whose sums stay small enough for float32, and where
/// the sums go. Both begin at pages.
class ScanArrays {
public:
    ScanArrays(std::int64_t elements, bool in_place);

    /// Where the sums go is their input, too.
    bool in_place() const { return in_place_; }
    std::span<const float> input() const { return in_place_ ? std::span<const float>(sums_) : elements_; }
    std::span<float> output() const { return sums_; }

    /// Puts the elements back where sums replaced them.
    void restore() const;
    /// Where nothing has been written yet, no sums are right.
    void clear() const;
    /// What is wrong with the output, which are sums of the elements; empty where nothing is.
    std::string difference() const;

private:
    struct Free {
        void operator()(float* memory) const { std::free(memory); }
    };
    using Memory = std::unique_ptr<float, Free>;
    static Memory allocate(std::size_t elements);

    bool in_place_;
    Memory element_memory_, sum_memory_;
    std::span<float> elements_, sums_;
};

} // namespace scanline::bench
