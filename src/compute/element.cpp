#include "scanline/compute/element.h"
#include "scanline/compute/tier.h"

namespace scanline::compute {

std::string_view to_string(ElementType type) {
    switch (type) {
    case ElementType::uint32: return "uint32";
    case ElementType::int32: return "int32";
    case ElementType::float32: return "float32";
    case ElementType::uint64: return "uint64";
    case ElementType::pair: return "pair";
    }
    return "";
}

std::string_view to_string(Tier tier) {
    switch (tier) {
    case Tier::shared_memory: return "shared-memory";
    case Tier::ballot: return "ballot";
    case Tier::subgroup: return "subgroup";
    }
    return "";
}

} // namespace scanline::compute
