// Command lines: valid ones, with options from the help, and accidents. Without OpenGL, so that every run is
// short; commands that measure for seconds are excluded.
#include "fuzz.h"
#include "makers.h"

#include "bench/example_results.h"
#include "cli/program.h"
#include "scanline/bench/report.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cstdint>
#include <map>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::Outcome;

/// An option as described by the help.
struct Option {
    std::string name;
    bool takes_value = false;
    std::vector<std::string> words; ///< of its description, which include its values
};

std::vector<std::string> words_of(const std::string& text) {
    const std::regex word("[A-Za-z0-9^:.+-]+");
    std::vector<std::string> words;
    for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at)
        words.push_back(at->str());
    return words;
}

std::vector<Option> options_of(const std::string& help) {
    const std::regex begin("^  (?:-\\w,)?(--?[\\w-]+)(.*)$"), value("^ [A-Z]");
    std::istringstream lines(help);
    std::vector<Option> options;
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_match(line, match, begin))
            options.push_back({match[1], std::regex_search(match[2].str(), value), words_of(match[2])});
        else if (!options.empty() && line.starts_with("          "))
            std::ranges::move(words_of(line), std::back_inserter(options.back().words));
    }
    return options;
}

struct Command {
    std::vector<std::string> line; ///< a valid line
    std::size_t names;             ///< number of words that name the subcommand
    std::vector<Option> options{};
};

std::vector<Command> commands() {
    const std::vector<std::string> gpu_experiments{"fig7", "table1",         "compact",
                                                   "scan", "segmented-sort", "copy"};
    std::vector<Command> all{
        {{"compact", "mask.png"}, 1},
        {{"compact", "mask.png", "--backend", "cpu", "-o", "out.npy"}, 1},
        {{"scan", "whole.npy", "-o", "out.npy"}, 1},
        {{"scan", "real.npy", "-o", "real.npy", "--algorithm", "simd2-p"}, 1},
        {{"sort", "real.npy", "-o", "out.npy"}, 1},
        {{"sort", "whole.npy", "-o", "whole.npy", "--positions", "where.npy"}, 1},
        {{"kdtree", "build", "points.csv", "-o", "out.npz"}, 2},
        {{"kdtree", "verify", "tree.npz", "--points", "points.csv"}, 2},
        {{"kdtree", "knn", "tree.npz", "points.csv", "-o", "out.npz"}, 2},
        {{"kdtree", "radius", "tree.npz", "points.csv", "-o", "out.npz", "--radius", "2"}, 2},
        {{"kdtree", "box", "tree.npz", "points.csv", "points.csv", "-o", "out.npz"}, 2},
        {{"skyline", "points.csv"}, 1},
        {{"skyline", "points.csv", "--add", "points.csv", "-o", "out.csv", "--stats"}, 1},
        {{"cube", "build", "points.csv", "-o", "out.cube", "--dims", "x"}, 2},
        {{"cube", "query", "points.cube", "x=*"}, 2},
        {{"cube", "rollup", "points.cube", "-o", "out.csv", "--stats"}, 2},
        {{"generate", "cube", "D2C3T4", "-o", "out.npz"}, 2},
        {{"compare", "report.json", "report.json"}, 1},
        {{"list"}, 1},
        {{"info"}, 1},
        {{"verify", "--cases", "1"}, 1},
        {{"tune", "--print"}, 1},
        {{"demo", "--reps", "1"}, 1},
        {{"view", "mask.png", "--screenshot", "out.png"}, 1},
    };
    for (const std::string& experiment : gpu_experiments)
        all.push_back({{"bench", experiment}, 2});
    return all;
}

Arguments names_of(const Command& command) {
    return {command.line.begin(), command.line.begin() + static_cast<std::ptrdiff_t>(command.names)};
}

/// By path below a folder.
using Files = std::map<std::string, std::string>;

Files files_in(const fs::path& folder) {
    Files files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_symlink() && entry.is_regular_file())
            files[fs::relative(entry.path(), folder).string()] = get(entry.path());
    }
    return files;
}

std::string hostile_value(Random& random) {
    static const std::vector<std::string> values{"",
                                                 " ",
                                                 "0",
                                                 "-0",
                                                 "-1",
                                                 "1",
                                                 "2",
                                                 "7",
                                                 "+1",
                                                 "1.5",
                                                 "1e3",
                                                 "2^10",
                                                 "2^63",
                                                 "2^64",
                                                 "2^99999",
                                                 "2^",
                                                 "0x3",
                                                 "010",
                                                 "1,5",
                                                 "1,,2",
                                                 ",",
                                                 "nan",
                                                 "inf",
                                                 "-inf",
                                                 "1e999",
                                                 "1e-999",
                                                 "4294967296",
                                                 "9223372036854775808",
                                                 "18446744073709551616",
                                                 "99999999999999999999",
                                                 "-99999999999999999999",
                                                 "0:32",
                                                 "5:3",
                                                 ":",
                                                 "=",
                                                 "a=b",
                                                 "image=none.png",
                                                 "-",
                                                 "--",
                                                 "---",
                                                 "--help",
                                                 "-h",
                                                 "--version",
                                                 "@list",
                                                 "%s%n",
                                                 "..",
                                                 ".",
                                                 "/",
                                                 "~",
                                                 "*",
                                                 "\xc3\xa9",
                                                 "\xff\xfe",
                                                 "a\x1b[2J\nb",
                                                 "\xe2\x80\xae"
                                                 "abc",
                                                 "\r\n",
                                                 "\t",
                                                 "auto",
                                                 "cpu",
                                                 "compute",
                                                 "all",
                                                 "json",
                                                 "none/x.npy",
                                                 "/proc/x.npy",
                                                 ".npy",
                                                 "none.npy",
                                                 "none.csv",
                                                 "none.png",
                                                 "none.npz",
                                                 "folder",
                                                 "folder.npy",
                                                 "folder/../whole.npy",
                                                 "whole.npy/x.npy",
                                                 "loop.npy",
                                                 "full.npy",
                                                 "link.npy",
                                                 "whole.npy",
                                                 "real.npy",
                                                 "mask.png",
                                                 "points.csv",
                                                 "tree.npz",
                                                 "points.cube",
                                                 "report.json",
                                                 "noise.png",
                                                 "noise.npy",
                                                 "noise.csv",
                                                 "noise.npz",
                                                 "empty.npy",
                                                 "out.npy",
                                                 "out.npz",
                                                 "out.png",
                                                 "out.csv",
                                                 "OUT.NPY"};
    switch (random.below(40)) {
    case 0: return std::string(1 + static_cast<std::size_t>(random.below(100'000)), 'x');
    case 1: return std::string(300, 'n') + ".npy";
    default: return pick(random, values);
    }
}

std::string value_for(const Option& option, Random& random) {
    if (!option.words.empty() && !one_in(random, 3))
        return pick(random, option.words);
    return hostile_value(random);
}

void insert_option(Arguments& line, std::size_t names, const Option& option, Random& random) {
    auto at = line.begin() + static_cast<std::ptrdiff_t>(names + random.below(line.size() - names + 1));
    std::vector<std::string> words{option.name};
    if (option.takes_value && !one_in(random, 12)) // otherwise the value is missing
        words.push_back(value_for(option, random));
    else if (one_in(random, 12))
        words.front() += "=" + hostile_value(random);
    line.insert(at, words.begin(), words.end());
}

Arguments random_line(const Command& command, Random& random) {
    Arguments line = command.line;
    for (std::uint64_t left = random.below(4); left > 0; --left)
        insert_option(line, command.names, pick(random, command.options), random);
    for (std::uint64_t left = random.below(3); left > 0; --left) {
        const auto at = static_cast<std::ptrdiff_t>(random.below(line.size()));
        switch (random.below(6)) {
        case 0: line.erase(line.begin() + at); break;
        case 1: line.insert(line.begin() + at, hostile_value(random)); break;
        case 2: line.insert(line.begin() + at, "--no-such-option"); break;
        case 3: line.push_back(pick(random, line)); break;
        default: line[static_cast<std::size_t>(at)] = hostile_value(random);
        }
        if (line.empty())
            break;
    }
    return line;
}

/// True if a line would open the visualizer or tune for seconds.
bool is_long(const Arguments& line) {
    return line.empty() || std::ranges::count(line, "--cpu") > 0;
}

class ArgumentCases : public Kind {
public:
    ArgumentCases() : commands_(commands()) {
        for (Command& command : commands_) {
            Arguments help = names_of(command);
            help.emplace_back("--help");
            command.options = options_of(run(help, fs::temp_directory_path()).out);
            if (command.options.empty())
                throw std::runtime_error(
                    fmt::format("the help of {} lists no options", command.line.front()));
        }
    }

    void run(Random& random, const fs::path& folder) override {
        make_files(random, folder);
        const Arguments line = random_line(pick(random, commands_), random);
        if (is_long(line))
            return;
        const Files before = files_in(folder);
        const Outcome outcome = run(line, folder);
        try {
            check(line, outcome, before, files_in(folder));
        } catch (const Fault& fault) {
            throw Fault(fmt::format("{}\n    arguments: {}\n    exit code {}, standard error: {}",
                                    fault.what(), quoted(line), outcome.exit_code, quoted(outcome.err)));
        }
    }

private:
    static std::string quoted(const nlohmann::json& value) {
        return value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace).substr(0, 2000);
    }

    static Outcome run(const Arguments& line, const fs::path& folder) {
        test::Setting setting = test::without_opengl();
        setting.environment["WAYLAND_DISPLAY"] = std::nullopt;
        setting.folder = folder;
        setting.timeout = std::chrono::seconds(120);
        return test::run(line, setting);
    }

    /// Makes a file of every readable kind, and unreadable ones.
    static void make_files(Random& random, const fs::path& folder) {
        const auto file = [&](const char* name, const std::string& bytes) { put(folder / name, bytes); };
        file("whole.npy", npy_file(data::ElementType::u32, {3}, std::string(12, '\1')));
        file("real.npy", npy_file(data::ElementType::f32, {2}, std::string("\0\0\x80\x3f\0\0\0\x40", 8)));
        file("empty.npy", "");
        file("mask.png", grey_png(data::Image(4, 3, 1, 200)));
        file("points.csv", "x,y\n2,3\n5,4\n9,6\n");
        file("report.json", bench::report_json(bench::example_results()));
        std::string noise(200, '\0');
        std::ranges::generate(noise, [&random] { return static_cast<char>(random.below(256)); });
        for (const char* name : {"noise.png", "noise.npy", "noise.csv", "noise.npz"})
            file(name, noise);
        fs::create_directory(folder / "folder");
        fs::create_directory(folder / "folder.npy");
        fs::create_symlink("loop.npy", folder / "loop.npy");
        fs::create_symlink("/dev/full", folder / "full.npy");
        fs::create_symlink("whole.npy", folder / "link.npy");
        static const std::string tree =
            made({"kdtree", "build", "points.csv", "-o", "tree.npz", "--backend", "cpu"}, "tree.npz");
        static const std::string cube =
            made({"cube", "build", "points.csv", "-o", "points.cube", "--dims", "x"}, "points.cube");
        file("tree.npz", tree);
        file("points.cube", cube);
    }

    /// What a command makes of the points.
    static std::string made(const Arguments& line, const char* output) {
        const test::TemporaryFolder folder;
        put(folder / "points.csv", "x,y\n2,3\n5,4\n9,6\n");
        const Outcome built = run(line, folder.path());
        require(built.exit_code == 0, fmt::format("no {} can be built: {}", output, built.err));
        return get(folder / output);
    }

    static void check(const Arguments& line, const Outcome& outcome, const Files& before,
                      const Files& after) {
        require(outcome.exit_code >= 0 && outcome.exit_code <= 4, "the exit code is none of the program's");
        for (const auto& [name, bytes] : after)
            require(!fs::path(name).filename().string().starts_with(".scanline-"), "there is left " + name);
        if (outcome.exit_code == 0) {
            // Only in-place commands may write to their input.
            const bool in_place = line.front() == "scan" || line.front() == "sort";
            for (const auto& [name, bytes] : before)
                require(in_place || (after.contains(name) && after.at(name) == bytes),
                        name + " is not as it was");
            return;
        }
        check_message(outcome, line);
        require(before == after, "a run that failed has changed files");
    }

    /// Messages repeat a path in full, up to the maximum path length.
    static std::size_t longest_path(const Arguments& line) {
        const auto longest = std::ranges::max_element(line, {}, &std::string::size);
        return std::min<std::size_t>(longest->size(), PATH_MAX);
    }

    static void check_message(const Outcome& outcome, const Arguments& line) {
        const std::string start = "scanline: ";
        require(outcome.err.starts_with(start) && outcome.err.ends_with('\n') &&
                    std::ranges::count(outcome.err, '\n') == 1,
                "standard error is not one line of the program's");
        require_message(std::string_view(outcome.err).substr(0, outcome.err.size() - 1), start,
                        longest_path(line));
        require(outcome.exit_code != 2 || outcome.out.empty(), "wrong usage has a result");
    }

    std::vector<Command> commands_;
};

} // namespace

std::unique_ptr<Kind> make_argument_cases() {
    return std::make_unique<ArgumentCases>();
}

} // namespace scanline::fuzz
