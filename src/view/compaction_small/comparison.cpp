#include "compaction_small/comparison.h"

#include "trace/difference.h"

namespace scanline::view {

std::vector<TraceStep> trace_steps(const SmallModel& model) {
    std::vector<TraceStep> steps;
    for (std::size_t row = 1; row < model.rows().size(); ++row) {
        const raster::reference::TracedPass& pass = model.trace().passes()[row - 1];
        TraceStep& step = steps.emplace_back();
        step.stage = model.rows()[row].stage;
        step.pass = pass.name;
        step.step = pass.step;
    }
    return steps;
}

std::string result_note(const SmallModel& a, const SmallModel& b) {
    // What is behind the stream's size is padding, which differs.
    const auto result = [size = static_cast<std::size_t>(a.layout().size)](const SmallModel& model) {
        return std::span(model.trace().passes().back().values).first(size);
    };
    return difference_note(result(a), result(b));
}

} // namespace scanline::view
