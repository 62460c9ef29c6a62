#include "scanline/core/error.h"
#include "scanline/systems/compute.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <set>
#include <vector>

namespace scanline::systems::compute_test {

using compute::ScanMethod;
using compute::ScanOrder;

namespace {

std::vector<std::string_view> names_of(std::string_view kind) {
    std::vector<std::string_view> names;
    for (const Entry& entry : compute_algorithms())
        if (entry.kind == kind)
            names.push_back(entry.name);
    return names;
}

} // namespace

TEST_CASE("The catalog has every method and order of scans in the order of their enumerations") {
    std::vector<std::string_view> methods, orders;
    for (const ScanMethod method : enumerators<compute::ScanMethod>)
        methods.push_back(to_string(method));
    for (const ScanOrder order : enumerators<compute::ScanOrder>)
        orders.push_back(to_string(order));
    CHECK(names_of("scan method") == methods);
    CHECK(names_of("scan order") == orders);
}

TEST_CASE("Every entry of the compute room is whole and needs OpenGL 4.3") {
    std::set<std::string_view> names;
    for (const Entry& entry : compute_algorithms()) {
        INFO(entry.name);
        CHECK(names.insert(entry.name).second);
        for (const std::string_view text : {entry.kind, entry.title, entry.idea, entry.source})
            CHECK_FALSE(text.empty());
        CHECK(entry.opengl == gl::Version{4, 3});
    }
}

TEST_CASE("A scan is found by its method, its order, or both") {
    for (const ScanMethod method : enumerators<compute::ScanMethod>) {
        CHECK(find_scan(to_string(method)) == ScanAlgorithm{method, {}});
        for (const ScanOrder order : enumerators<compute::ScanOrder>)
            CHECK(find_scan(std::string(to_string(method)) + "+" + std::string(to_string(order))) ==
                  ScanAlgorithm{method, order});
    }
    for (const ScanOrder order : enumerators<compute::ScanOrder>)
        CHECK(find_scan(to_string(order)) == ScanAlgorithm{{}, order});
    CHECK(find_scan("tree+chained") == ScanAlgorithm{ScanMethod::tree, ScanOrder::chained});
}

TEST_CASE("A name that is neither method nor order is a usage error that lists them") {
    for (const std::string name : {"", "+", "kogge-stone", "tree+", "+chained", "chained+tree", "tree+tree",
                                   "tree+chained+chained", "Tree", "tree +chained"}) {
        INFO(name);
        try {
            find_scan(name);
            FAIL_CHECK("no error");
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            CHECK(error.what() == "no scan algorithm is called " + name +
                                      ": there are the methods horizontal, tree, vertical, the orders "
                                      "scan-then-add, reduce-then-scan, chained, and a method and an order "
                                      "with a plus between them");
        }
    }
}

} // namespace scanline::systems::compute_test
