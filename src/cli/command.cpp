#include "command.h"

#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"

#include <charconv>
#include <cstdio>
#include <fmt/format.h>

namespace scanline::cli {

std::function<std::string(const std::string&)> number_between(double least, double greatest) {
    return [least, greatest](const std::string& text) -> std::string {
        double number = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc{} && rest == end && number >= least && number <= greatest)
            return {};
        return fmt::format("'{}' is no number from {} to {}", text, least, greatest);
    };
}

std::string not_empty(const std::string& text) {
    return text.empty() ? "an empty value is none: give at least one" : "";
}

CLI::Option* add_device_option(CLI::App& command, int& device) {
    return command
        .add_option("--gl-device", device,
                    "EGL device to run on (scanline info lists them); default: the first GPU")
        ->check(number_between(0, 1000))
        ->type_name("N");
}

void add_repetitions_option(CLI::App& command, int& repetitions) {
    command
        .add_option("--reps", repetitions,
                    "timed repetitions after a warm-up; the median is reported (of an even number the lower "
                    "of the middle two)")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str()
        ->type_name("N");
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
