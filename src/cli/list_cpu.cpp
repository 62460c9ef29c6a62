#include "list_cpu.h"

#include "stored_models.h"
#include "terminal.h"

#include "scanline/cpu/scan_algorithm.h"

namespace scanline::cli {

namespace {

// Of auto, which is none of the algorithms, but what --algorithm takes all the same.
constexpr const char* auto_summary =
    "what was the fastest here for as many elements: see scanline tune --cpu";

} // namespace

std::string cpu_scans_text() {
    TextTable table({"scan on the CPU", "how, after Zhang, Wang, Ross 2020"}, 2);
    for (const cpu::ScanAlgorithm& algorithm : cpu::scan_algorithms())
        table.add({std::string(algorithm.name), std::string(algorithm.summary)});
    table.add({std::string(auto_cpu_scan), auto_summary});
    return table.format();
}

nlohmann::ordered_json cpu_scans_json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const cpu::ScanAlgorithm& algorithm : cpu::scan_algorithms())
        list.push_back({{"name", algorithm.name},
                        {"summary", algorithm.summary},
                        {"threads", algorithm.multithreaded() ? "several" : "one"},
                        {"partitioned", algorithm.partitioned}});
    list.push_back({{"name", auto_cpu_scan},
                    {"summary", auto_summary},
                    {"threads", "as many as are best"},
                    {"partitioned", false}});
    return list;
}

} // namespace scanline::cli
