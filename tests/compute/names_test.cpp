#include "scanline/compute/element.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/scan.h"

#include <catch2/catch_all.hpp>

#include <string>
#include <vector>

namespace names_test {

using namespace scanline::compute;
using scanline::enumerators;

namespace {

template <class All>
std::vector<std::string> names_of(const All& all) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const auto& one : all)
        names.emplace_back(to_string(one));
    return names;
}
using Names = std::vector<std::string>;

} // namespace

TEST_CASE("The choices of the compute room have the names that its interface says") {
    CHECK(names_of(enumerators<ElementType>) == Names{"uint32", "int32", "float32", "uint64", "pair"});
    CHECK(names_of(number_types) == Names{"uint32", "int32", "float32"});
    CHECK(names_of(enumerators<Operator>) == Names{"sum", "min", "max"});
    CHECK(names_of(enumerators<Tier>) == Names{"shared-memory", "ballot", "subgroup"});
    CHECK(names_of(enumerators<ScanMethod>) == Names{"horizontal", "tree", "vertical"});
    CHECK(names_of(enumerators<ScanOrder>) == Names{"scan-then-add", "reduce-then-scan", "chained"});
}

TEST_CASE("Element types are as long as their elements") {
    CHECK(element_bytes(element_type_of<std::uint32_t>) == sizeof(std::uint32_t));
    CHECK(element_bytes(element_type_of<std::int32_t>) == sizeof(std::int32_t));
    CHECK(element_bytes(element_type_of<float>) == sizeof(float));
    CHECK(element_bytes(element_type_of<std::uint64_t>) == sizeof(std::uint64_t));
    CHECK(element_bytes(element_type_of<const Pair>) == sizeof(Pair));
}

} // namespace names_test
