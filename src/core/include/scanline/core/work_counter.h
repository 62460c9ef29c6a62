#pragma once
#include "scanline/core/pass_observer.h"

#include <string>

namespace scanline {

/// What an algorithm did, counted.
struct Work {
    std::uint64_t passes = 0;
    std::uint64_t items = 0;            ///< texels shaded and vertices drawn
    std::uint64_t fetches = 0;          ///< of the passes that can count them
    std::uint64_t uncounted_passes = 0; ///< passes whose fetches depend on the data

    Work& operator+=(const Work& other);
};

/// An observer that counts the work of each stage, in the order in which the stages ran.
class WorkCounter final : public PassObserver {
public:
    struct Stage {
        std::string name;
        Work work;
    };

    void stage_begins(std::string_view stage) override;
    void pass_ends(const Pass& pass) override;

    const std::vector<Stage>& stages() const { return stages_; }
    Work total() const;

private:
    std::vector<Stage> stages_;
};

} // namespace scanline
