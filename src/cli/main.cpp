#include "command.h"

#include "scanline/core/error.h"
#include "scanline/core/version.h"

#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace {

using scanline::ErrorKind;

int run(int argc, char** argv) {
    CLI::App program("Scanline: data-parallel algorithms on any OpenGL GPU, run, shown and measured",
                     "scanline");
    program.set_version_flag("--version", fmt::format("scanline {}", scanline::version()));
    program.require_subcommand(1);
    program.failure_message([](const CLI::App* app, const CLI::Error& error) {
        return fmt::format("scanline: {} (--help tells more, also behind a subcommand of {})\n", error.what(),
                           app->get_name());
    });
    program.footer("Exit codes: 0 ok, 1 failure, 2 wrong usage, 3 no suitable OpenGL, 4 a result differs "
                   "from its reference.");

    int exit_code = 0;
    scanline::cli::add_compact_command(program, exit_code);
    scanline::cli::add_demo_command(program, exit_code);
    scanline::cli::add_bench_command(program, exit_code);
    scanline::cli::add_verify_command(program, exit_code);
    scanline::cli::add_info_command(program, exit_code);
    scanline::cli::add_list_command(program, exit_code);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? 0 : static_cast<int>(ErrorKind::usage);
    }
    return exit_code;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const scanline::Error& error) {
        fmt::print(stderr, "scanline: {}\n", error.what());
        return error.exit_code();
    } catch (const std::exception& error) {
        fmt::print(stderr, "scanline: {}\n", error.what());
        return static_cast<int>(ErrorKind::failure);
    }
}
