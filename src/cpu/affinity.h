#pragma once
#include <vector>

namespace scanline::cpu {

/// Numbers of the processors that the calling thread may use; empty if the system does not report them.
std::vector<int> usable_processor_numbers();

/// Pins the calling thread to one processor for the object's lifetime, then restores its affinity. Does
/// nothing if the system refuses.
class Pin {
public:
    explicit Pin(int processor);
    ~Pin();
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;

private:
    std::vector<int> before_;
};

} // namespace scanline::cpu
