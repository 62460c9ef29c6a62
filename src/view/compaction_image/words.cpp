#include "compaction_image/words.h"

#include "scanline/raster/passes.h"
#include "trace/words.h"

#include <algorithm>
#include <string_view>

namespace scanline::view {

using raster::Algorithm;

Algorithm algorithm_of(const RunRecord& record) {
    const Algorithm named = record.spec.options.algorithm;
    if (named != Algorithm::automatic)
        return named;
    const auto has_stage = [&](std::string_view stage) {
        return std::ranges::find(record.steps, stage, &TraceStep::stage) != record.steps.end();
    };
    if (has_stage(raster::stage::pack))
        return Algorithm::packed;
    if (has_stage(raster::stage::run_extraction))
        return Algorithm::rlz;
    if (has_stage(raster::stage::reduction))
        return has_stage(raster::stage::concatenation) ? Algorithm::bt : Algorithm::histopyramid;
    if (!has_stage(raster::stage::concatenation))
        return Algorithm::horn_unblocked;
    return record.monotonic ? Algorithm::horn : Algorithm::jj;
}

bool marks_invalid(const RunRecord& record) {
    const Algorithm algorithm = algorithm_of(record);
    return algorithm != Algorithm::bt && algorithm != Algorithm::histopyramid;
}

std::string sentence_of(const RunRecord& record, int step) {
    return describe_passes(passes_of(record), algorithm_of(record))[static_cast<std::size_t>(step)].meaning;
}

} // namespace scanline::view
