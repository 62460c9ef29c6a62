#include "storage.h"

#include "scanline/cube/column.h"
#include "scanline/tables/decimal.h"

#include <fmt/format.h>

namespace scanline::cube {

using tables::Decimal;
using tables::number_of;
using tables::text_of;

std::string_view to_string(Aggregate aggregate) {
    switch (aggregate) {
    case Aggregate::sum: return "sum";
    case Aggregate::count: return "count";
    case Aggregate::min: return "min";
    case Aggregate::max: return "max";
    case Aggregate::avg: return "avg";
    }
    return "";
}

std::optional<double> value_of(const Measure& measure, std::int64_t count, std::int64_t stored) {
    if (measure.aggregate == Aggregate::count)
        return static_cast<double>(count);
    if (count == 0)
        return std::nullopt;
    if (measure.aggregate == Aggregate::sum || measure.aggregate == Aggregate::avg) {
        const double sum = number_of({stored, -measure.digits});
        return measure.aggregate == Aggregate::sum ? sum : sum / static_cast<double>(count);
    }
    return measure.is_key ? number_of_key(stored) : static_cast<double>(stored);
}

std::string text_of(const Measure& measure, std::int64_t count, std::int64_t stored) {
    if (measure.aggregate == Aggregate::count)
        return fmt::format("{}", count);
    if (count == 0)
        return {};
    if (measure.aggregate == Aggregate::sum)
        return text_of(Decimal{stored, -measure.digits});
    if (measure.aggregate != Aggregate::avg && !measure.is_key)
        return fmt::format("{}", stored);
    return fmt::format("{}", *value_of(measure, count, stored));
}

} // namespace scanline::cube
