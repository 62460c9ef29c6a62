#include "options.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/systems/compaction.h"

namespace scanline::cli {

namespace detail {

std::vector<std::string> entries_of(const std::string& name, const Values& values) {
    std::vector<std::string> entries;
    for (const std::string& value : values) {
        const std::vector<std::string> more = split_list(name, value);
        if (more.empty())
            throw usage_error(name + ": the list is empty: give at least one value");
        entries.insert(entries.end(), more.begin(), more.end());
    }
    return entries;
}

} // namespace detail

CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                      const std::string& text) {
    return detail::add_taken_option(
               command, name, text + ", separated by commas",
               [&values, name](const detail::Values& given) { values = detail::entries_of(name, given); },
               [&values] { return fmt::format("{}", fmt::join(values, ",")); })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("LIST");
}

CLI::Option* add_device_option(CLI::App& command, int& device) {
    return add_number(command, "--gl-device", device, {0, 1000},
                      "EGL device to run on (scanline info lists them); default: "
                      "the first GPU");
}

void add_repetitions_option(CLI::App& command, int& repetitions, const std::string& text) {
    add_number(command, "--reps", repetitions, {1, 100'000}, text)->capture_default_str();
}

void add_tier_option(CLI::App& command, std::optional<compute::Tier>& tier) {
    add_choice(command, "--tier", tier, compute::all_tiers,
               "how invocations exchange values: shared-memory, ballot or "
               "subgroup; default: the last of these "
               "that works here")
        ->type_name("TIER");
}

void add_format_option(CLI::App& command, std::string& format, const std::vector<std::string>& formats) {
    command.add_option("--format", format, "how the report is printed")
        ->check(CLI::IsMember(formats))
        ->capture_default_str();
}

} // namespace scanline::cli
