#include "run.h"

#include "command.h"
#include "terminal.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"
#include "scanline/core/version.h"

#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace scanline::cli {

namespace {

// Truncates messages of CLI11, which repeats arguments in full.
constexpr std::size_t most_quoted = 300;

// Help and version are data, whose loss is an error; the rest are messages.
int exit_with(const CLI::App& program, const CLI::ParseError& error) {
    std::ostringstream out, message;
    const int code = program.exit(error, out, message);
    print(out.str());
    if (code == 0)
        return 0;
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

// If a standard stream is closed, the next file opened, possibly by the driver, gets its descriptor, and our
// output would end up in that file. /dev/null opened in the wrong direction occupies the descriptor and makes
// every write fail.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) == -1)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int parse_and_run(catalog::Systems systems, int argc, char** argv) {
    CLI::App program("Scanline: data-parallel algorithms on any OpenGL GPU, run, shown and measured",
                     "scanline");
    program.set_version_flag("--version", fmt::format("scanline {}", version()));
    program.require_subcommand(1);
    program.option_defaults()->disable_flag_override(); // rejects "--quick=5"
    program.failure_message([](const CLI::App* app, const CLI::Error& error) {
        return fmt::format("{} (see --help, also of the subcommands of {})",
                           printable(error.what(), most_quoted), app->get_name());
    });
    program.footer("Exit codes: 0 ok, 1 failure, 2 wrong usage, 3 no suitable OpenGL, 4 a result differs "
                   "from its reference.");

    int exit_code = 0;
    add_view_command(program, exit_code, systems);
    add_compact_command(program, exit_code);
    add_scan_command(program, exit_code);
    add_sort_command(program, exit_code);
    add_kdtree_command(program, exit_code);
    add_skyline_command(program, exit_code);
    add_cube_command(program, exit_code);
    add_generate_command(program, exit_code);
    add_demo_command(program, exit_code);
    add_bench_command(program, exit_code, systems);
    add_compare_command(program, exit_code);
    add_tune_command(program, exit_code);
    add_verify_command(program, exit_code, systems);
    add_info_command(program, exit_code);
    add_list_command(program, exit_code, systems);
    try {
        // Without arguments, do the program's main job.
        if (argc <= 1)
            program.parse(std::vector<std::string>{"view"});
        else
            program.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        // CLI11 reports a missing subcommand before the unmatched argument, which is the mistyped one.
        const std::vector<std::string> unknown = program.remaining(true);
        if (unknown.empty())
            return exit_with(program, error);
        const CLI::App& app = innermost(program);
        throw usage_error(
            fmt::format("{} has no subcommand or option {}: its subcommands are {} (see --help)",
                        app.get_name(), printable(unknown.front()), subcommands_of(app)));
    } catch (const CLI::ParseError& error) {
        return exit_with(program, error);
    }
    return exit_code;
}

} // namespace

int run(catalog::Systems systems, int argc, char** argv) {
    occupy_closed_streams();
    try {
        return parse_and_run(systems, argc, argv);
    } catch (const Error& error) {
        print_message(error.what());
        return error.exit_code();
    } catch (const std::bad_alloc&) {
        print_message("there is not enough memory; close other programs or process less at a time");
        return static_cast<int>(ErrorKind::failure);
    } catch (const std::exception& error) {
        print_message(error.what());
        return static_cast<int>(ErrorKind::failure);
    }
}

} // namespace scanline::cli
