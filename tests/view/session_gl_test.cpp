// Sessions of the real scenes: whatever has been set comes back.
#include "gui_driver.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/systems/all.h"
#include "scanline/view/view_request.h"
#include "shell/workbench.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <optional>
#include <utility>

namespace scanline::view::session_gl_test {

namespace {

using Values = std::vector<std::string>;
using Choices = std::vector<std::pair<std::string, Values>>;

const Values switches{"true", "false"}, blocks{"2", "8", "16", "64", "256"};

/// Some of what every setting takes; what another setting forbids is refused.
const std::vector<std::pair<std::string, Choices>> scenes{
    {"compaction-small",
     {{"preset",
       {"jumping-jack", "figure-1", "figure-3", "figure-6", "two-blocks", "all-valid", "one-run",
        "longest-jumps", "random", "edited"}},
      {"size", {"8", "12", "16", "31", "64", "256"}},
      {"block", blocks},
      {"density", {"0", "0.25", "0.4", "1"}},
      {"seed", {"1", "7", "9999"}},
      {"elements", {"0110011000100100", "11111111", "0101010101"}},
      {"algorithm", {"jj", "horn", "rlz", "bt", "packed"}},
      {"prefix-sum", {"auto", "blelloch", "hillis-steele"}},
      {"run-lengths", {"auto", "balanced-tree"}},
      {"compare", {"none", "bt", "horn-unblocked"}},
      {"chains", {"one", "all"}},
      {"selected", {"0", "3", "30"}},
      {"pinned", {"-1", "0", "7"}}}},
    {"compaction-image",
     {{"image", {"hand", "bunny", "finger", "/nowhere/gone.png"}},
      {"algorithm", {"bt", "jj", "rlz", "packed"}},
      {"block", blocks},
      {"b-algorithm", {"jj", "horn"}},
      {"b-block", blocks},
      {"compare", {"off", "side-by-side", "difference"}},
      {"flip", switches},
      {"threshold", {"auto", "128", "0.1", "255", "200.5"}},
      {"negate", switches},
      {"prefix-sum", {"auto", "blelloch"}},
      {"run-lengths", {"auto", "recursive-doubling"}},
      {"payload", {"value", "index"}},
      {"pass", {"0", "3", "1000"}},
      {"grid", switches},
      {"zoom", {"fit", "1", "0.3", "256"}},
      {"center-x", {"0", "0.5", "0.123"}},
      {"center-y", {"0.5", "1"}},
      {"cap", {"128", "256", "65536"}}}},
    {"prefix-sum",
     {{"variant", {"hillis-steele", "blelloch", "chained", "horizontal", "scalar1-p", "scalar2"}},
      {"size", {"4", "16", "64"}},
      {"values", {"ones", "ascending", "random", "textbook", "compaction", "3,1,-7,0,999"}},
      {"values-seed", {"0", "1", "9999"}},
      {"operator", {"sum", "min", "max"}},
      {"exclusive", switches},
      {"lanes", {"1", "4", "9"}},
      {"tile", {"1", "4", "64"}},
      {"partition", {"1", "2", "64"}},
      {"dilation", {"0", "0.25", "1"}},
      {"seed", {"0", "5", "9999"}},
      {"stalled", {"none", "0", "15"}},
      {"compare", switches}}},
    {"kdtree",
     {{"points", {"uniform", "clustered", "grid", "line", "all-equal", "/nowhere/gone.csv"}},
      {"dimensions", {"2", "3"}},
      {"count", {"1", "24", "300"}},
      {"seed", {"0", "7", "9999"}},
      {"show", {"build", "query"}},
      {"query", {"nearest", "radius", "box"}},
      {"neighbors", {"1", "64"}},
      {"reach", {"0.01", "0.123", "1"}},
      {"query-x", {"0", "0.5", "1"}},
      {"query-y", {"0.123", "1"}},
      {"query-z", {"0", "0.75"}},
      {"follow", switches},
      {"pinned", {"-1", "0", "299"}},
      {"yaw", {"-360", "12.5"}},
      {"pitch", {"-89", "0.25"}},
      {"zoom", {"0.25", "1", "8"}}}},
    {"skyline",
     {{"table", {"independent", "correlated", "anticorrelated", "/nowhere/gone.csv"}},
      {"dimensions", {"2", "3", "8"}},
      {"count", {"1", "50", "200"}},
      {"seed", {"0", "7", "9999"}},
      {"columns", {"", "max", "min,ignore,max"}},
      {"header", {"auto", "yes", "no"}},
      {"thousands", switches},
      {"view", {"auto", "points", "parallel", "levels"}},
      {"x", {"0", "5"}},
      {"y", {"1", "0"}},
      {"z", {"2", "30"}},
      {"brush", {"", "0:0.25:1", "1:0:0.123,4:0.5:0.5"}},
      {"measured", {"1024", "65536"}},
      {"pinned", {"-1", "0", "199"}},
      {"yaw", {"-360", "12.5"}},
      {"pitch", {"-89", "0.25"}},
      {"zoom", {"0.25", "1", "8"}}}},
    {"explorer",
     {{"table", {"sales", "/nowhere/gone.csv"}},
      {"count", {"1", "500", "3000"}},
      {"seed", {"0", "7", "9999"}},
      {"measure", {"count", "price:sum", "price:avg", "quantity:max"}},
      {"path", {"", "city, channel", "price, when.day, product"}},
      {"bins", {"", "price:5", "price:0, quantity:3"}},
      {"separator", {"auto", "blank", "/"}},
      {"null", {"", "-, \"a,b\""}},
      {"date-format", {"", "%d.%m.%y"}},
      {"select", {"", "city={Oslo,Bergen}", "channel=web, city=Oslo"}},
      {"drill", {"", "city=Oslo", "channel=web"}}}},
    {"cube",
     {{"codes", {"uniform", "zipf"}},
      {"dimensions", {"2", "5"}},
      {"cardinality", {"2", "8"}},
      {"count", {"1", "64"}},
      {"seed", {"0", "7", "9999"}},
      {"measure", {"sum", "min", "max"}},
      {"path", {"", "BA", "EDCBA"}},
      {"show", {"build", "query", "update"}},
      {"query", {"*,*,*,*,*", "0,*,1,*,7"}},
      {"further", {"0", "16"}},
      {"measured", {"1024", "65536"}},
      {"pinned", {"none", "root", "1,0,2"}}}},
    {"sweep",
     {{"experiment", {"compact", "table1"}},
      {"quick", switches},
      {"algorithm", {"bt", "horn, packed", "all"}},
      {"block", {"256", "2, 64"}},
      {"density", {"", "0.1, 0.9"}},
      {"image", {"", "hand, finger"}},
      {"size", {"262144", "1000, 2000"}},
      {"reps", {"5", "100"}},
      {"min-time", {"0", "0.5"}},
      {"max-noise", {"0", "2.5"}},
      {"timeout", {"60", "0.25"}},
      {"x-axis", {"auto", "density"}},
      {"figure", {"1", "3"}},
      {"log-x", {"auto", "on", "off"}},
      {"log-y", {"auto", "on", "off"}},
      {"bands", switches},
      {"roof", switches},
      {"tab", {"chart", "table", "claims"}},
      {"folder", {"scanline-results", "elsewhere"}}}},
};

struct Program {
    explicit Program(SessionState session)
        : driver([] {}), workbench(driver.gui, Worker::Options{},
                                   Workbench::Options{.masks = SCANLINE_MASKS_DIR,
                                                      .systems = systems::all(),
                                                      .session = std::move(session)}) {}

    test::GuiDriver driver;
    Workbench workbench;
};

template <class Range>
const auto& pick(Random& random, const Range& range) {
    return range[random.below(range.size())];
}

bool harmless(const std::string& action) {
    return action.starts_with("scene.") && action != "scene.run" && !action.starts_with("scene.export");
}

void change(Workbench& workbench, Random& random) {
    const auto& [name, choices] = pick(random, scenes);
    workbench.select(name);
    for (int i = random.between(0, 12); i > 0; --i) {
        if (random.below(4) == 0) {
            const std::string action = pick(random, workbench.actions().all()).id;
            if (harmless(action))
                workbench.actions().run(action);
            continue;
        }
        const auto& [key, values] = pick(random, choices);
        try {
            workbench.scene().set(key, pick(random, values));
        } catch (const Error&) { // refused, because of another setting
        }
    }
}

} // namespace

TEST_CASE("A session that is saved and loaded gives the settings of every scene again") {
    const scanline::test::TemporaryFolder folder;
    const auto file = folder / "session.json";
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        SessionState left;
        {
            Program program({});
            for (int i = 0; i < 30; ++i)
                change(program.workbench, random);
            left = program.workbench.session();
        }
        save_session(file, left);
        const LoadedSession loaded = load_session(file);
        CHECK(loaded.warning.empty());
        Program again(loaded.state);
        const SessionState found = again.workbench.session();
        CHECK(found.scene == left.scene);
        for (const auto& [scene, settings] : left.scenes) {
            for (const auto& [key, value] : settings) {
                CAPTURE(scene, key);
                CHECK(found.scenes.at(scene).at(key) == value);
            }
        }
        CHECK(again.workbench.log().entries().empty());
    }
}

TEST_CASE("The command of a scene gives a new one all its settings, and a new one needs none") {
    // One Gui at a time: the other scenes stand beside those of the program.
    Program program({});
    Log log;
    Actions actions;
    Host host{program.workbench.worker(),
              log,
              actions,
              program.driver.gui.look(),
              SCANLINE_MASKS_DIR,
              systems::all(),
              nullptr,
              [] {}};
    const auto make_one_like = [&host](const Scene& scene) {
        std::vector<std::unique_ptr<Scene>> all = make_scenes(host);
        return std::move(*std::ranges::find(all, scene.name(), name_of));
    };
    for (const auto& scene : program.workbench.scenes())
        CHECK(changed_settings(*scene, *make_one_like(*scene)).empty());
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        for (int i = 0; i < 10; ++i)
            change(program.workbench, random);
        Scene& scene = program.workbench.scene();
        CAPTURE(scene.name());
        const std::vector<Setting> changed = changed_settings(scene, *make_one_like(scene));
        const std::unique_ptr<Scene> fresh = make_one_like(scene);
        for (const auto& [key, value] : changed)
            fresh->set(key, value);
        const std::vector<Setting> wanted = scene.settings(), found = fresh->settings();
        REQUIRE(found.size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            CAPTURE(wanted[i].key);
            CHECK(found[i].value == wanted[i].value);
        }
    }
    program.workbench.select("prefix-sum");
    Scene& scene = program.workbench.scene();
    const std::unique_ptr<Scene> fresh = make_one_like(scene);
    for (const Setting& setting : fresh->settings())
        scene.set(setting.key, setting.value);
    scene.set("values", "3,1,-7,0");
    scene.transport()->seek(2);
    CHECK(view_command(scene, *fresh) ==
          "scanline view --scene prefix-sum --set size=4 --set values=3,1,-7,0 --pass 2");
    program.workbench.select("compaction-image");
    program.workbench.scene().set("image", "/nowhere/it's gone.png");
    program.workbench.scene().set("pass", "3");
    const std::string command =
        view_command(program.workbench.scene(), *make_one_like(program.workbench.scene()));
    CHECK(command.find(R"( --set 'image=/nowhere/it'\''s gone.png')") != std::string::npos);
    CHECK(command.ends_with(" --pass 3"));
    CHECK(command.find("pass=") == std::string::npos);
}

} // namespace scanline::view::session_gl_test
