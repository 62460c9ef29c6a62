#include "affinity.h"

#include <algorithm>
#include <memory>
#include <sched.h>

namespace scanline::cpu {
namespace {

constexpr int most_processors = 8192;

// A set of the system for as many processors as there may be.
class ProcessorSet {
public:
    ProcessorSet() : set_(CPU_ALLOC(most_processors)) {
        if (set_)
            CPU_ZERO_S(bytes(), set_.get());
    }
    static std::size_t bytes() { return CPU_ALLOC_SIZE(most_processors); }
    cpu_set_t* get() const { return set_.get(); }
    explicit operator bool() const { return set_ != nullptr; }

private:
    struct Free {
        void operator()(cpu_set_t* set) const { CPU_FREE(set); }
    };
    std::unique_ptr<cpu_set_t, Free> set_;
};

void use(const std::vector<int>& processors) {
    const ProcessorSet set;
    if (!set || processors.empty())
        return;
    for (const int processor : processors)
        CPU_SET_S(static_cast<std::size_t>(processor), ProcessorSet::bytes(), set.get());
    sched_setaffinity(0, ProcessorSet::bytes(), set.get());
}

} // namespace

std::vector<int> usable_processor_numbers() {
    const ProcessorSet set;
    std::vector<int> numbers;
    if (!set || sched_getaffinity(0, ProcessorSet::bytes(), set.get()) != 0)
        return numbers;
    // This is asked at every run of a team: no further than to the last one that there is.
    const int count = CPU_COUNT_S(ProcessorSet::bytes(), set.get());
    for (int processor = 0; static_cast<int>(numbers.size()) < count; ++processor) {
        if (CPU_ISSET_S(static_cast<std::size_t>(processor), ProcessorSet::bytes(), set.get()))
            numbers.push_back(processor);
    }
    return numbers;
}

Pin::Pin(int processor) : before_(usable_processor_numbers()) {
    use({processor});
}
Pin::~Pin() {
    use(before_);
}

} // namespace scanline::cpu
