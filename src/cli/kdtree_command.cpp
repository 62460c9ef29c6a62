#include "command.h"
#include "kdtree_build.h"
#include "kdtree_queries.h"
#include "kdtree_verify.h"

namespace scanline::cli {

void add_kdtree_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* kdtree = program.add_subcommand("kdtree", "Balanced k-d trees of points in files");
    kdtree->require_subcommand(1);
    add_kdtree_build(*kdtree);
    add_kdtree_verify(*kdtree);
    add_kdtree_queries(*kdtree);
}

} // namespace scanline::cli
