#include "mask_file.h"
#include "outcome.h"

#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <csignal>

namespace terminal_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

/// The final screen of a terminal after some output, for what the program uses: lines, carriage returns, and
/// erasing to the end of the line.
std::vector<std::string> screen(const std::string& written) {
    const std::string erase = "\x1b[K";
    std::vector<std::string> lines{""};
    std::size_t column = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] == '\n') {
            lines.emplace_back();
        } else if (written[i] == '\r') {
            column = 0;
        } else if (written.compare(i, erase.size(), erase) == 0) {
            lines.back().resize(column);
            i += erase.size() - 1;
        } else {
            lines.back().resize(std::max(lines.back().size(), column + 1), ' ');
            lines.back()[column++] = written[i];
        }
    }
    return lines;
}

Setting on_terminal() {
    Setting setting;
    setting.output = Output::terminal;
    return setting;
}

} // namespace

TEST_CASE("On a terminal the progress is gone when the report comes") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(64, 64, 1)).string();
    for (const char* mask : {"hand.png", "bunny.png", "finger.png"})
        data::write_png(folder / mask, noise(64, 64, 2));
    const std::vector<Arguments> commands{
        {"compact", image, "--algorithm", "bt"},
        {"bench", "compact", image, "--reps", "1", "--block", "16"},
        {"verify", "--cases", "3"},
        {"demo", "--masks", folder.path().string(), "-o", (folder / "demo").string(), "--reps", "1"}};
    for (const Arguments& arguments : commands) {
        const Outcome outcome = run(arguments, on_terminal());
        INFO(outcome.out);
        CHECK(outcome.exit_code == 0);
        CHECK_THAT(outcome.out, ContainsSubstring(" %"));
        const std::vector<std::string> lines = screen(outcome.out);
        const std::string renderer = run_for_json({"info", "--format", "json"})["gl_renderer"];
        CHECK_THAT(lines.front(), StartsWith(arguments.front() == "bench" ? "## compact" : renderer));
        CHECK(lines.back().empty());
    }
}

TEST_CASE("An interrupt ends long measurements with a message") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(64, 64, 2)).string();
    for (const Arguments& arguments :
         {Arguments{"compact", image, image, "--algorithm", "bt", "--reps", "100000"},
          {"bench", "compact", image, "--reps", "100000"}}) {
        Program program(arguments, on_terminal());
        program.wait_for(" %");
        program.send(SIGINT);
        const Outcome outcome = program.finish();
        INFO(outcome.out);
        CHECK(outcome.exit_code == 128 + SIGINT);
        const std::vector<std::string> lines = screen(outcome.out);
        REQUIRE(lines.size() >= 2);
        CHECK_THAT(lines[lines.size() - 2], StartsWith("scanline: interrupted"));
    }
}

TEST_CASE("Within one large picture the passes of a compaction are shown, and an interrupt ends it") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "large.pgm", noise(1024, 1024, 2)).string();
    Program program({"compact", image, "--algorithm", "horn", "--block", "4096", "--reps", "100000"},
                    on_terminal());
    program.wait_for(", pass ");
    program.send(SIGINT);
    CHECK(program.finish().exit_code == 128 + SIGINT);
}

} // namespace terminal_gl_test
