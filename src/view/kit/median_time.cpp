#include "kit/median_time.h"

#include <chrono>
#include <vector>

namespace scanline::view {

machine::Repetition median_time(const std::function<machine::Repetition()>& once,
                                const CancelHook& cancelled) {
    constexpr std::size_t most_repetitions = 9;
    constexpr std::chrono::milliseconds enough{200};
    const auto end = std::chrono::steady_clock::now() + enough;
    std::vector<machine::Repetition> repetitions{once()};
    while (repetitions.size() < most_repetitions && std::chrono::steady_clock::now() < end && !cancelled())
        repetitions.push_back(once());
    return machine::median_repetition(repetitions);
}

} // namespace scanline::view
