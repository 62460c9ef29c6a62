#include "command.h"

#include "number_options.h"

#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"

#include <cstdio>

namespace scanline::cli {

CLI::Option* add_device_option(CLI::App& command, int& device) {
    return add_number(command, "--gl-device", device, {0, 1000},
                      "EGL device to run on (scanline info lists them); default: the first GPU");
}

void add_repetitions_option(CLI::App& command, int& repetitions, const std::string& text) {
    add_number(command, "--reps", repetitions, {1, 100'000}, text)->capture_default_str();
}

void add_tier_option(CLI::App& command, std::optional<std::string>& tier) {
    command
        .add_option(
            "--tier", tier,
            "how invocations exchange values: shared-memory, ballot or subgroup; default: the last of "
            "these that works here")
        ->type_name("TIER");
}

std::optional<compute::Tier> parse_tier(const std::optional<std::string>& tier) {
    if (!tier)
        return std::nullopt;
    return catalog::parse("--tier", *tier, compute::all_tiers);
}

void add_format_option(CLI::App& command, std::string& format, const std::vector<std::string>& formats) {
    command.add_option("--format", format, "how the report is printed")
        ->check(CLI::IsMember(formats))
        ->capture_default_str();
}

void print(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error("standard output cannot be written: is the disk full, or the reader gone?");
}

} // namespace scanline::cli
