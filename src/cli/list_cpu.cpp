#include "list_cpu.h"

#include "text_table.h"

#include "scanline/cpu/scan_algorithm.h"

namespace scanline::cli {

std::string cpu_scans_text() {
    TextTable table({"scan on the CPU", "how, after Zhang, Wang, Ross 2020"}, 2);
    for (const cpu::ScanAlgorithm& algorithm : cpu::scan_algorithms())
        table.add({std::string(algorithm.name), std::string(algorithm.summary)});
    return table.format();
}

nlohmann::ordered_json cpu_scans_json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const cpu::ScanAlgorithm& algorithm : cpu::scan_algorithms())
        list.push_back({{"name", algorithm.name},
                        {"summary", algorithm.summary},
                        {"threads", algorithm.multithreaded() ? "several" : "one"},
                        {"partitioned", algorithm.partitioned}});
    return list;
}

} // namespace scanline::cli
