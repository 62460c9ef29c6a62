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

/// The steps of the passes of that name that work(observer) announces.
template <class Work>
std::vector<int> steps_of(std::string_view pass, Work work) {
    struct Steps : PassObserver {
        std::string_view name;
        std::vector<int> steps;
        void pass_begins(const Pass& pass) override {
            if (pass.name == name)
                steps.push_back(pass.step);
        }
    } passes;
    passes.name = pass;
    work(passes);
    return passes.steps;
}

} // namespace scanline::kdtree::test
