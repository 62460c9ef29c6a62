#include "options.h"

#include "ranks.h"
#include "terminal.h"

#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace scanline::cli {

namespace {

namespace fs = std::filesystem;

struct File {
    std::string_view name;
    fs::path path;
    const OutputRules* rules;
};

constexpr const char* list_type = "LIST";

bool is_device(const fs::path& path) {
    std::error_code none;
    return fs::is_other(fs::status(path, none));
}

void check_ending(const File& file) {
    const OutputRules& rules = *file.rules;
    if (data::is_standard(file.path)) {
        if (rules.may_be_standard)
            return;
        throw usage_error(fmt::format("{}: it cannot be written to standard output: name a file", file.name));
    }
    if (rules.endings.empty() || (rules.may_be_device && is_device(file.path)) ||
        std::ranges::count(rules.endings, data::ending_of(file.path)) > 0)
        return;
    throw usage_error(fmt::format("{}: {} does not end in {}: the ending selects the format", file.name,
                                  printable_path(file.path), fmt::join(rules.endings, ", ")));
}

void check_apart(const File& output, const File& other) {
    if (data::same_file(output.path, other.path))
        throw usage_error(fmt::format("{} and {} are both {}: give each a file of its own", output.name,
                                      other.name, printable_path(output.path)));
}

void check_kept(const File& output, const File& input) {
    if (!output.rules->may_be_input && !data::is_standard(output.path) &&
        data::same_file(output.path, input.path))
        throw usage_error(fmt::format("{}: {} is also the input {}, which would be lost: name another file",
                                      output.name, printable_path(output.path), input.name));
}

void check_one_standard_input(const std::vector<File>& inputs) {
    const auto is_standard = [](const File& input) { return data::is_standard(input.path); };
    const auto first = std::ranges::find_if(inputs, is_standard);
    const auto second = first == inputs.end() ? first : std::find_if(first + 1, inputs.end(), is_standard);
    if (second != inputs.end())
        throw usage_error(fmt::format("{} and {} are both standard input: give one of them a file",
                                      first->name, second->name));
}

void check_place(const File& output) {
    std::error_code none;
    if (!output.rules->folder_is_made || fs::is_directory(output.path.parent_path(), none))
        data::check_writable(output.path);
}

bool is_default(const CLI::Option& option) {
    return fmt::format("{}", fmt::join(option.results(), ",")) == option.get_default_str();
}

} // namespace

void FileRoles::reads(std::string name, Paths paths) {
    inputs_.push_back({std::move(name), std::move(paths)});
}

void FileRoles::writes(std::string name, Paths paths, OutputRules rules) {
    outputs_.push_back({std::move(name), std::move(paths), std::move(rules)});
}

void FileRoles::check() const {
    const auto files_of = [](const std::vector<Role>& roles) {
        std::vector<File> files;
        for (const Role& role : roles) {
            for (fs::path& path : role.paths())
                files.push_back({role.name, std::move(path), &role.rules});
        }
        return files;
    };
    const std::vector<File> inputs = files_of(inputs_), outputs = files_of(outputs_);
    check_one_standard_input(inputs);
    std::ranges::for_each(outputs, check_ending);
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        std::for_each(outputs.begin(), output, [&](const File& other) { check_apart(*output, other); });
        std::ranges::for_each(inputs, [&](const File& input) { check_kept(*output, input); });
    }
    std::ranges::for_each(outputs, check_place);
}

bool FileRoles::writes_standard() const {
    return std::ranges::any_of(
        outputs_, [](const Role& role) { return std::ranges::any_of(role.paths(), data::is_standard); });
}

std::string ending_of_output(const std::filesystem::path& path, std::string_view standard_ending) {
    return data::is_standard(path) ? std::string(standard_ending) : data::ending_of(path);
}

CLI::Option* Subcommand::add_output_folder(const std::string& name, std::string& folder,
                                           std::function<std::vector<std::string>()> files,
                                           const std::string& text) {
    CLI::Option* option = add_option(name, folder, text)->check(is_named)->type_name("DIR");
    const auto paths = [&folder, files = std::move(files)] {
        std::vector<std::filesystem::path> list;
        if (folder.empty())
            return list;
        for (const std::string& file : files())
            list.push_back(std::filesystem::path(folder) / file);
        return list;
    };
    files_.writes(option->get_name(), paths, {.folder_is_made = true});
    return option;
}

CLI::Option* Subcommand::add_stats(bool& wanted, const std::string& text) {
    return get_option("--stats")->description(text)->each([&wanted](const std::string&) { wanted = true; });
}

void Subcommand::require(const CLI::Option* option, std::string what, std::function<bool()> met) {
    requirements_.push_back({option, std::move(what), std::move(met)});
}

void Subcommand::offer(const CLI::Option* option, std::vector<std::string> values) {
    offers_[option] = {[values = std::move(values)](std::span<const std::string>) { return values; },
                       option->get_type_name() == list_type};
}

void Subcommand::offer_of_file(const CLI::Option* option,
                               std::function<std::vector<std::string>(const fs::path&)> names, bool is_list) {
    const auto values = [names = std::move(names)](std::span<const std::string> words) {
        std::vector<std::string> found;
        for (const std::string& word : words.first(words.size() - 1)) {
            std::error_code none;
            if (!found.empty() || !fs::is_regular_file(word, none))
                continue;
            try {
                found = names(word);
            } catch (const Error&) {
            }
        }
        return found;
    };
    offers_[option] = {values, is_list};
}

void Subcommand::offer_columns(const CLI::Option* option) {
    offer_of_file(
        option, [](const fs::path& path) { return data::first_columns(path).names; },
        option->get_type_name() == list_type);
}

const Subcommand::Offer* Subcommand::offer_of(const CLI::Option* option) const {
    const auto found = offers_.find(option);
    return found == offers_.end() ? nullptr : &found->second;
}

std::string Subcommand::is_named(const std::string& text) {
    return text.empty() ? "the name is empty: give one" : "";
}

void Subcommand::pre_callback() {
    if (PhaseTimes* const times = PhaseTimes::current())
        times->enter(Phase::work);
    const PhaseSpan span(Phase::check);
    if (joined_ranks() && !over_ranks_)
        throw usage_error(fmt::format(
            "{}{} works on one machine: start it without mpirun",
            get_parent()->get_parent() != nullptr ? get_parent()->get_name() + " " : "", get_name()));
    for (const Requirement& requirement : requirements_) {
        const CLI::Option& option = *requirement.option;
        if (option.count() > 0 && !is_default(option) && !requirement.met())
            throw usage_error(
                fmt::format("{} only works with {}: leave it out", option.get_name(), requirement.what));
    }
    files_.check();
    send_reports(quiet_                     ? Reports::nowhere
                 : files_.writes_standard() ? Reports::standard_error
                                            : Reports::standard_output);
}

void make_output_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(fmt::format("the folder {} cannot be made: {}; choose another one with --output",
                                printable_path(folder), error.message()));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw Error(fmt::format("the folder {} cannot be written to: {}; choose another one with --output",
                                printable_path(folder), std::generic_category().message(errno)));
}

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

CLI::Option* add_list(Subcommand& command, const std::string& name, std::vector<std::string>& values,
                      const std::string& text) {
    return detail::add_taken_option(
               command, name, text + ", separated by commas",
               [&values, name](const detail::Values& given) { values = detail::entries_of(name, given); },
               [&values] { return fmt::format("{}", fmt::join(values, ",")); })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name(list_type);
}

CLI::Option* add_device_option(Subcommand& command, int& device) {
    return add_number(command, "--gl-device", device, {0, 1000},
                      "EGL device to run on (scanline info lists them); default: the first GPU");
}

void add_repetitions_option(Subcommand& command, int& repetitions, const std::string& text) {
    add_number(command, "--reps", repetitions, {1, 100'000}, text)->capture_default_str();
}

void add_tier_option(Subcommand& command, std::optional<compute::Tier>& tier) {
    add_choice(command, "--tier", tier,
               "how invocations exchange values: {}; default: the last of these that works here")
        ->type_name("TIER");
}

void add_format_option(Subcommand& command, std::string& format, const std::vector<std::string>& formats) {
    CLI::Option* const option = command.add_option("--format", format, "format of the report")
                                    ->check(CLI::IsMember(formats))
                                    ->capture_default_str();
    command.offer(option, formats);
}

void add_table_options(Subcommand& command, data::TextForm& form) {
    detail::add_taken_option(
        command, "--separator",
        "what separates the columns of text: one character, or comma, semicolon, tab, pipe or blank (runs of "
        "blanks); default: whichever the first line uses",
        [&form](const detail::Values& values) {
            form.separator = data::parse_separator("--separator", values.front());
        },
        [] { return std::string(); })
        ->type_name("TEXT");
    const auto add_header = [&](const std::string& name, bool value, const std::string& text) {
        return command.add_flag_callback(
            name, [&form, value] { form.has_header = value; }, text);
    };
    CLI::Option* header = add_header("--header", true,
                                     "the first line of text has the names of the columns, "
                                     "even if they are numbers");
    add_header("--no-header", false, "the first line of text is a row")->excludes(header);
}

void add_number_options(Subcommand& command, tables::Reading& reading) {
    add_list(
        command, "--null", reading.missing,
        "further texts for missing values, beside empty cells, NA, N/A, null, NULL, None, NaN, \\N and #N/A");
    command.add_flag("--decimal-comma", reading.numbers.decimal_comma, "numbers have decimal commas: 5,5");
    command.add_flag("--thousands", reading.numbers.thousands,
                     "numbers may have commas, spaces or apostrophes between thousands: 2,590");
    command
        .add_option_function<std::string>(
            "--numbers", [&reading](const std::string& form) { reading.numbers.loose = form == "loose"; },
            "loose: skip currency and percent signs around numbers")
        ->check(CLI::IsMember({"strict", "loose"}))
        ->default_str("strict")
        ->type_name("FORM");
}

void add_reading_options(Subcommand& command, tables::Reading& reading) {
    add_number_options(command, reading);
    add_list(command, "--text", reading.texts, "columns of text as written: only empty cells are missing");
    command
        .add_option_function<std::string>(
            "--date-format",
            [&reading](const std::string& pattern) { reading.dates = tables::DateFormat::parse(pattern); },
            "how dates are written, such as %d.%m.%Y; default: found from each column")
        ->type_name("PATTERN");
}

} // namespace scanline::cli
