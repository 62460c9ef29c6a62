#include "program.h"

#include "command.h"
#include "completion.h"
#include "ranks.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/first_bytes.h"
#include "scanline/core/message.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/core/version.h"
#include "scanline/data/user_folders.h"
#include "scanline/gl/context.h"
#include "terminal.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace scanline::cli {

std::string command_line() {
    const std::string arguments = first_bytes("/proc/self/cmdline");
    std::string text = "scanline";
    for (std::size_t begin = arguments.find('\0') + 1; begin < arguments.size();) {
        const std::size_t end = std::min(arguments.find('\0', begin), arguments.size());
        text += " " + shell_word(arguments.substr(begin, end - begin));
        begin = end + 1;
    }
    return text;
}

std::string masks_folder() {
    return (data::this_program().parent_path().parent_path() / "share/scanline/masks").string();
}

std::vector<std::filesystem::path> mask_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const char* name : mask_names)
        files.push_back(folder / (std::string(name) + ".png"));
    return files;
}

void add_masks_option(Subcommand& command, std::string& folder) {
    command.add_option("--masks", folder, "folder with hand.png, bunny.png and finger.png")
        ->type_name("DIR")
        ->check([](const std::string& given) {
            return std::filesystem::is_directory(given)
                       ? ""
                       : "there is no folder " + printable_path(given) + ": check the name";
        })
        ->capture_default_str();
    command.files().reads("--masks", [&folder] { return mask_files(folder); });
}

namespace {

// Truncates messages of CLI11, which repeats arguments in full.
constexpr std::size_t max_quoted = 300;

// Help and version are data, whose loss is an error; the rest are messages.
int exit_with(const CLI::App& program, const CLI::ParseError& error) {
    std::ostringstream out, message;
    const int code = program.exit(error, out, message);
    print(out.str());
    if (code == 0)
        return 0;
    if (is_speaker())
        print_message(message.str());
    return static_cast<int>(ErrorKind::usage);
}

// The innermost subcommand on the command line.
const CLI::App& innermost(const CLI::App& program) {
    const std::vector<CLI::App*> given = program.get_subcommands();
    return given.empty() ? program : innermost(*given.front());
}

std::string subcommands_of(const CLI::App& app) {
    return names_of(app.get_subcommands([](const CLI::App*) { return true; }),
                    [](const CLI::App* subcommand) { return subcommand->get_name(); });
}

// The name that the fewest changes of a character turn a mistyped one into, at most one for every three
// characters beside dashes in front; empty if none is as near.
std::string nearest_name(std::string_view mistyped, const std::vector<std::string>& names) {
    // The edit distance of Levenshtein, row by row.
    const auto distance = [mistyped](std::string_view name) {
        std::vector<std::size_t> row(name.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 0; i < mistyped.size(); ++i) {
            std::size_t diagonal = std::exchange(row[0], i + 1);
            for (std::size_t j = 0; j < name.size(); ++j) {
                const std::size_t replaced = diagonal + (mistyped[i] == name[j] ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
            }
        }
        return row.back();
    };
    const auto nearest = std::ranges::min_element(names, {}, distance);
    const std::size_t letters = mistyped.size() - std::min(mistyped.find_first_not_of('-'), mistyped.size());
    return nearest != names.end() && distance(*nearest) <= (letters + 2) / 3 ? *nearest : std::string();
}

// The option or subcommand whose name is the nearest to a mistyped one; empty if none is near.
std::string nearest_of(const CLI::App& app, const std::string& mistyped) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    }
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(subcommand->get_name());
    return nearest_name(mistyped.substr(0, mistyped.find('=')), names);
}

// For something on the command line that the innermost subcommand does not have.
Error unknown_argument(const CLI::App& app, const std::string& unknown) {
    const std::string nearest = nearest_of(app, unknown), subcommands = subcommands_of(app);
    std::string remedy = nearest.empty() ? "" : fmt::format(" did you mean {}?", nearest);
    if (!subcommands.empty())
        remedy += fmt::format(" its subcommands are {}", subcommands);
    const char* what = !subcommands.empty()       ? "subcommand or option"
                       : unknown.starts_with('-') ? "option"
                                                  : "further argument";
    return usage_error(fmt::format("{} has no {} {}{}{} (see --help)", app.get_name(), what,
                                   printable(unknown), remedy.empty() ? "" : ":", remedy));
}

// If a standard stream is closed, the next file opened, possibly by the driver, gets its descriptor, and our
// output would end up in that file. /dev/null opened in the wrong direction occupies the descriptor and makes
// every write fail.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

struct Command {
    std::string_view name;
    void (*add)(CLI::App& program, ExitCode& exit_code, systems::Systems systems);
};

template <void (*add)(CLI::App&, ExitCode&)>
void without_systems(CLI::App& program, ExitCode& exit_code, systems::Systems /*systems*/) {
    add(program, exit_code);
}

/// In the order of the help.
constexpr std::array commands{
    Command{"view", add_view_command},
    Command{"compact", without_systems<add_compact_command>},
    Command{"scan", without_systems<add_scan_command>},
    Command{"sort", without_systems<add_sort_command>},
    Command{"kdtree", without_systems<add_kdtree_command>},
    Command{"skyline", without_systems<add_skyline_command>},
    Command{"cube", without_systems<add_cube_command>},
    Command{"generate", without_systems<add_generate_command>},
    Command{"demo", without_systems<add_demo_command>},
    Command{"bench", add_bench_command},
    Command{"compare", without_systems<add_compare_command>},
    Command{"tune", without_systems<add_tune_command>},
    Command{"verify", add_verify_command},
    Command{"info", without_systems<add_info_command>},
    Command{"list", add_list_command},
    Command{"completion", without_systems<add_completion_command>},
};
constexpr std::string_view default_command = "view", version_option = "--version";

int parse_and_run(systems::Systems systems, int argc, char** argv, PhaseTimes& times) {
    CLI::App program("Scanline: data-parallel algorithms on any OpenGL GPU, run, shown and measured",
                     "scanline");
    program.set_version_flag(std::string(version_option), fmt::format("scanline {}", version()));
    program.require_subcommand(1);
    program.option_defaults()->disable_flag_override(); // rejects "--quick=5"
    program.failure_message([](const CLI::App* app, const CLI::Error& error) {
        return fmt::format("{} (see --help, also of the subcommands of {})",
                           printable(error.what(), max_quoted), app->get_name());
    });
    program.footer("Exit codes: 0 ok, 1 failure, 2 wrong usage, 3 no suitable OpenGL, 4 a result differs "
                   "from its reference.");

    int exit_code = 0;
    // The options of all commands take longer to make than many a command to run.
    const std::string_view first = argc > 1 ? argv[1] : default_command;
    const auto named = std::ranges::find(commands, first, &Command::name);
    const bool needs_all = named == commands.end() ? first != version_option : first == "completion";
    for (const Command& command : commands)
        if (needs_all || first == command.name)
            command.add(program, exit_code, systems);
    // An incomplete command line would not parse.
    constexpr int before_words = 3;
    if (argc >= before_words && first == "completion" && std::string_view(argv[2]) == "--words") {
        print(completion_lines(program, std::vector<std::string>(argv + before_words, argv + argc)));
        return 0;
    }
    try {
        if (argc <= 1)
            program.parse(std::vector<std::string>{std::string(default_command)});
        else
            program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 reports other errors before the unmatched argument, which is often a mistyped one.
        const std::vector<std::string> unknown = program.remaining(true);
        if (error.get_exit_code() == 0 || unknown.empty())
            return exit_with(program, error);
        throw unknown_argument(innermost(program), unknown.front());
    }
    times.enter(Phase::end);
    if (const CLI::Option* stats = innermost(program).get_option_no_throw("--stats");
        stats && stats->count() > 0) {
        const std::string text = joined_ranks() ? times_of_ranks(*joined_ranks(), times) : times.text();
        if (is_speaker())
            print_progress(fmt::format("time: {}\n", text));
    }
    return exit_code;
}

constexpr const char* no_memory =
    "there is not enough memory; close other programs or process less at a time";

// Reports out of memory from functions that are noexcept, such as some of CLI11, and ends the program.
void end_without_memory() {
    static const std::terminate_handler usual = std::set_terminate([] {
        try {
            if (const std::exception_ptr error = std::current_exception())
                std::rethrow_exception(error);
        } catch (const std::bad_alloc&) {
            print_message(no_memory);
            std::_Exit(static_cast<int>(ErrorKind::failure));
        } catch (...) {
        }
        usual();
    });
}

int run_command(const std::function<systems::Systems()>& systems, int argc, char** argv) {
    PhaseTimes times(processor_seconds());
    occupy_closed_streams();
    std::signal(SIGXFSZ, SIG_IGN); // a write over the limit of a file's size is an error like others
    const auto end = [](const Error& error) {
        const int exit_code = end_with(error);
        end_if_interrupted();
        return exit_code;
    };
    try {
        join_ranks();
        const int exit_code = run_over_ranks([&] { return parse_and_run(systems(), argc, argv, times); });
        if (joined_ranks())
            joined_ranks()->finish();
        return exit_code;
    } catch (const Error& error) {
        return end(error);
    } catch (const std::bad_alloc&) {
        return end(Error(no_memory));
    } catch (const std::exception& error) {
        return end(Error(error.what()));
    }
}

} // namespace

int run(const std::function<systems::Systems()>& systems, int argc, char** argv) {
    end_without_memory();
    gl::leave_contexts_to_system();
    const int exit_code = run_command(systems, argc, argv);
    if (gl::has_left_contexts()) {
        std::fflush(nullptr);
        std::_Exit(exit_code);
    }
    return exit_code;
}

} // namespace scanline::cli
