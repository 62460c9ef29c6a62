#pragma once
#include <vector>

namespace scanline::cpu {

/// The processors that the calling thread may use, by their numbers; empty where the system does not say.
std::vector<int> usable_processor_numbers();

/// Keeps the calling thread on one processor until the end of its life, then gives back what it could use
/// before. Where the system does not let it, nothing changes.
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
