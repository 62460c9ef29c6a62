#include "cases.h"

#include "cli/outcome.h"
#include "data/files.h"
#include "scanline/core/random.h"
#include "scanline/data/image.h"
#include "scanline/data/npy.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::test {

namespace fs = std::filesystem;

namespace {

/// A folder of large inputs, which are not looked at again.
constexpr const char* unchanged = "unchanged";

} // namespace

std::string FaultCase::name() const {
    std::string text;
    for (const std::string& word : line)
        text +=
            (text.empty() ? "" : " ") + (word.starts_with('/') ? fs::path(word).filename().string() : word);
    return text;
}

bool FaultCase::writes(const std::string& file) const {
    return std::ranges::any_of(
        outputs, [&](const std::string& output) { return file == output || file.starts_with(output + "/"); });
}

FaultCases::FaultCases() {
    Random random(1);
    std::vector<float> numbers(1000);
    std::ranges::generate(numbers, [&] { return static_cast<float>(random.below(1000)); });
    data::write_npy(folder_ / "a.npy", data::make_npy<float>(numbers, {numbers.size()}));
    data::write_npy(folder_ / "t.npy", data::make_npy<float>(numbers, {250, 4}));
    // Large enough to be written by way of memory.
    const std::vector<float> many(std::size_t{9} << 19, 7);
    fs::create_directory(folder_ / unchanged);
    data::write_npy(folder_ / unchanged / "many.npy", data::make_npy<float>(many, {many.size()}));
    std::string table = "x,y\n";
    for (int i = 0; i < 60; ++i)
        table += fmt::format("{},{}\n", random.below(100), random.below(100));
    data::test::put(folder_ / "p.csv", table);
    data::test::put(folder_ / "p.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty "
                                       "float y\nproperty float z\nend_header\n1 2 3\n4 5 6\n");
    // "x,y\n3,4\n1,9\n"
    data::test::put(folder_ / "p.csv.gz",
                    data::test::from_hex("1f8b0800000000000203abd0a9e432d631e132d4b1e402003116f20b0c000000"));
    data::test::put(folder_ / "more.csv", "x,y\n1,2\n");
    data::test::put(folder_ / "queries.txt", "x=*\ny=3..50\n");
    for (const char* name : {"hand.png", "bunny.png", "finger.png"})
        data::write_png(folder_ / name, data::Image(8, 8, 1, 255));

    const std::string a = at("a.npy"), points = at("p.csv"), more = at("more.csv"), tree = at("tree.npz"),
                      cube = at("c.cube"), report = at("before/skyline.json"), mask = at("hand.png");
    const Arguments bench{"bench",     "skyline", "--sizes", "200",    "--dimensions", "3",         "--reps",
                          "1",         "--peer",  "none",    "--kind", "correlated",   "--threads", "1",
                          "--variant", "cpu",     "-o"};
    const auto bench_to = [&](const std::string& name) {
        Arguments line = bench;
        line.push_back(at(name));
        return line;
    };
    const Setting plain = without_opengl();
    for (const Arguments& line :
         {Arguments{"kdtree", "build", points, "-o", tree},
          Arguments{"cube", "build", points, "--dims", "x,y", "-o", cube},
          Arguments{"skyline", points, "--emit", "rows", "-o", at("s.csv")}, bench_to("before")})
        run_well(line, plain);
    inputs_ = files();

    constexpr std::uint32_t of_threads = 48, of_facts = 200;
    const Arguments cpu{"--backend", "cpu", "-q"};
    const auto add = [&](Arguments line, std::vector<std::string> outputs, const Arguments& further = {}) {
        line.insert(line.end(), further.begin(), further.end());
        cases_.push_back({std::move(line), std::move(outputs)});
    };
    add({"sort", a, "-o", at("o.npy"), "--positions", at("i.npy")}, {"o.npy", "i.npy"}, cpu);
    add({"sort", at("unchanged/many.npy"), "-o", at("large.npy")}, {"large.npy"}, cpu);
    cases_.back().cost = Cost::last;
    cases_.back().last_allocations = of_threads;
    add({"sort", a, "-o", a}, {"a.npy"}, cpu);
    add({"scan", a, "-o", at("o.npy"), "--algorithm", "simd1-p", "--threads", "2"}, {"o.npy"}, cpu);
    cases_.back().last_allocations = of_threads;
    for (const char* name : {"o.npy", "o.csv", "o.png"})
        add({"compact", mask, "-o", at(name)}, {name}, cpu);
    add({"kdtree", "build", points, "-o", at("o.npz"), "--threads", "2"}, {"o.npz"}, cpu);
    for (const char* name : {"p.ply", "p.csv.gz"})
        add({"kdtree", "build", at(name), "-o", at("o.npz")}, {"o.npz"}, cpu);
    add({"kdtree", "verify", tree, "--points", points}, {}, cpu);
    for (const char* name : {"o.npz", "o.csv"}) {
        add({"kdtree", "knn", tree, points, "-o", at(name)}, {name}, cpu);
        add({"kdtree", "radius", tree, points, "--radius", "3", "-o", at(name)}, {name}, cpu);
    }
    add({"kdtree", "box", tree, points, points, "-o", at("o.npz"), "--threads", "2"}, {"o.npz"}, cpu);
    add({"kdtree", "knn", tree, "--at", "3,4", "--table", points}, {}, cpu);
    for (const char* name : {"o.npy", "o.npz"})
        add({"skyline", at("t.npy"), "--emit", "rows", "-o", at(name)}, {name}, cpu);
    add({"skyline", points, "--emit", "ids", "-o", at("o.npy")}, {"o.npy"}, cpu);
    add({"skyline", points}, {}, cpu);
    add({"skyline", at("s.csv"), "--add", more, "-o", at("o.csv")}, {"o.csv"}, cpu);
    add({"cube", "build", points, "--dims", "x,y", "-o", at("o.cube"), "--threads", "2"}, {"o.cube"}, cpu);
    add({"cube", "update", cube, more}, {"c.cube"}, cpu);
    add({"cube", "query", cube, "x=*", "--batch", at("queries.txt"), "-o", at("o.csv")}, {"o.csv"}, {"-q"});
    add({"cube", "query", cube, "x=*"}, {}, {"-q"});
    add({"cube", "rollup", cube, "-o", at("o.csv")}, {"o.csv"}, {"-q"});
    add({"cube", "info", cube}, {}, {"-q"});
    for (const char* name : {"o.csv", "o.npy"})
        add({"cube", "rows", cube, "x=1..50", "-o", at(name)}, {name}, {"-q"});
    for (const char* name : {"o.csv", "o.npz"})
        add({"cube", "export", cube, "-o", at(name)}, {name}, {"-q"});
    for (const char* name : {"o.csv", "o.npy"})
        add({"generate", "skyline", "-n", "20", "-d", "3", "-o", at(name)}, {name}, {"-q"});
    for (const char* name : {"o.csv", "o.npz"})
        add({"generate", "cube", "D2C3T20", "-o", at(name)}, {name}, {"-q"});
    add({"compare", report, report}, {});
    add({"info"}, {});
    cases_.back().last_allocations = of_facts;
    add({"list"}, {});
    add({"completion", "bash"}, {});
    add({"verify", "--cases", "2", "--system", "cpu-scan"}, {});
    add(bench_to("results"), {"results"});
    cases_.back().varies = true;
    for (const Arguments& line :
         {Arguments{"tune", "--cpu", "--quick", "-q"},
          Arguments{"demo", "--masks", at(""), "-o", at("pictures"), "--reps", "1", "-q"}}) {
        add(line, {line.front() == "demo" ? "pictures" : "cache"});
        cases_.back().cost = Cost::renames;
        cases_.back().varies = true;
        cases_.back().opengl = line.front() == "demo";
    }
    const auto view = [&](const std::string& scene, const std::string& option, const std::string& name) {
        add({"view", "--scene", scene, option, at(name), "--size", "640x480"}, {name});
        cases_.back().opengl = true;
        cases_.back().cost = Cost::last;
    };
    view("kdtree", "--screenshot", "o.png");
    view("kdtree", "--screenshot", "o.svg");
    view("skyline", "--animation", "o.apng");
}

Setting FaultCases::setting(const FaultCase& one) const {
    Setting setting = one.opengl ? Setting() : without_opengl();
    setting.environment["XDG_CACHE_HOME"] = at("cache");
    return setting;
}

Files FaultCases::files() const {
    Files found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder()))
        if (entry.is_regular_file() && entry.path().parent_path() != folder_ / unchanged)
            found[fs::relative(entry.path(), folder()).string()] = data::test::get(entry.path());
    return found;
}

Files FaultCases::prepare(const FaultCase& one, bool has_old) const {
    for (const auto& [name, bytes] : files()) {
        const auto input = inputs_.find(name);
        if (input == inputs_.end())
            fs::remove(folder() / name);
        else if (input->second != bytes)
            data::test::put(folder() / name, input->second);
    }
    Files now = inputs_;
    for (const std::string& name : one.outputs)
        if (has_old && fs::path(name).has_extension() && !now.contains(name)) {
            now[name] = "old";
            data::test::put(folder() / name, "old");
        }
    return now;
}

const FaultCases& fault_cases() {
    static const FaultCases cases;
    return cases;
}

} // namespace scanline::test
