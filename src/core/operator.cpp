#include "scanline/core/operator.h"

namespace scanline {

std::string_view to_string(Operator op) {
    switch (op) {
    case Operator::sum: return "sum";
    case Operator::min: return "min";
    case Operator::max: return "max";
    }
    return "";
}

} // namespace scanline
