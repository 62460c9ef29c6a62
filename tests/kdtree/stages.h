#pragma once
#include "scanline/core/pass_observer.h"

#include <string>
#include <vector>

namespace scanline::kdtree::test {

/// The stages that work(observer) announces.
template <class Work>
std::vector<std::string> stages_of(Work work) {
    struct Stages : PassObserver {
        std::vector<std::string> names;
        void stage_begins(std::string_view stage) override { names.emplace_back(stage); }
    } stages;
    work(stages);
    return stages.names;
}

} // namespace scanline::kdtree::test
