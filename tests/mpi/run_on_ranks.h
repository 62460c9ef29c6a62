#pragma once
#include "cli/program.h"
#include "scanline/data/file.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace scanline::test {

/// Runs the program under mpirun, as that many ranks.
inline Outcome run_on_ranks(int ranks, const Arguments& arguments, const Environment& environment = {}) {
    Setting setting;
    setting.program = SCANLINE_MPIRUN;
    setting.environment = environment;
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
        setting.environment.insert({name, "1"});
    Arguments all{"-n",   std::to_string(ranks), "--map-by", "slot:OVERSUBSCRIBE", "--bind-to",
                  "none", SCANLINE_PROGRAM};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all, setting);
}

/// The file that ranks write, and what they print without it, must be those of one process. file: the name of
/// the output, such as "out.npy"; without one, standard output is compared.
inline void check_alike(int ranks, const Arguments& arguments, const TemporaryFolder& folder,
                        const std::string& file) {
    const auto arguments_for = [&](const std::string& name) {
        Arguments all = arguments;
        if (!file.empty())
            all.insert(all.end(), {"-o", (folder / (name + file)).string()});
        return all;
    };
    const Outcome alone = run(arguments_for("alone-")),
                  together = run_on_ranks(ranks, arguments_for("together-"));
    INFO(ranks << " ranks: " << fmt::format("{}", fmt::join(arguments, " ")) << ": " << together.err
               << alone.err);
    REQUIRE(alone.exit_code == 0);
    REQUIRE(together.exit_code == 0);
    if (file.empty())
        CHECK(together.out == alone.out);
    else
        CHECK(
            (data::read_file(folder / ("alone-" + file)) == data::read_file(folder / ("together-" + file))));
}

/// Two ranks must say the message once, and print nothing else.
inline void check_said_once(const Arguments& arguments, int exit_code, const std::string& message) {
    const Outcome outcome = run_on_ranks(2, arguments);
    const std::size_t first = outcome.err.find(message);
    INFO(outcome.err);
    CHECK(outcome.exit_code == exit_code);
    REQUIRE(first != outcome.err.npos);
    CHECK(outcome.err.find(message, first + 1) == outcome.err.npos);
    CHECK(outcome.out == "");
}

} // namespace scanline::test
