#include "scenes/sweep/form.h"

#include "scanline/core/error.h"
#include "scanline/systems/all.h"
#include "scanline/systems/sweep.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace scanline::view::sweep::form_test {

using Catch::Matchers::ContainsSubstring;

namespace {

std::string value_of(const Form& form, const std::string& key) {
    for (const Setting& setting : form.settings()) {
        if (setting.key == key)
            return setting.value;
    }
    return "no setting " + key;
}

} // namespace

TEST_CASE("Lists are split at commas and joined again") {
    CHECK(join_list({"a", "b"}) == "a, b");
}

TEST_CASE("Every setting of the form takes the value that it shows") {
    Form form(systems::all());
    for (const Setting& setting : form.settings()) {
        CAPTURE(setting.key);
        CHECK(form.set(setting.key, setting.value));
        CHECK(value_of(form, setting.key) == setting.value);
    }
    for (const Property& row : form.properties()) {
        CAPTURE(row.key);
        CHECK_FALSE(row.tooltip.empty());
    }
    CHECK_FALSE(form.set("colour", "red"));
}

TEST_CASE("A field refuses what it does not take, and stays as it was") {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"experiment", "fig99"}, {"quick", "maybe"},    {"algorithm", "bt, quick"},
        {"algorithm", ""},       {"block", "100"},      {"block", "1"},
        {"block", "32, x"},      {"density", "1.5"},    {"density", "0.1,,0.2"},
        {"size", "0"},           {"size", "16777217"},  {"size", "nan"},
        {"prefix-sum", "none"},  {"run-lengths", "bt"}, {"reps", "0"},
        {"reps", "two"},         {"min-time", "-1"},    {"max-noise", "101"},
        {"timeout", "0"},        {"timeout", "inf"}};
    for (const auto& [key, value] : wrong) {
        CAPTURE(key, value);
        Form form(systems::all());
        const std::string before = value_of(form, key);
        CHECK_THROWS_AS(form.set(key, value), Error);
        CHECK(value_of(form, key) == before);
    }
}

TEST_CASE("Images take the place of random streams, and the other way round") {
    Form form(systems::all());
    form.set("image", "hand, a/b.png");
    CHECK(value_of(form, "density") == "");
    CHECK(form.request("masks").names("IMAGE") == std::vector<std::string>{"masks/hand.png", "a/b.png"});
    form.set("density", "0.5");
    CHECK(value_of(form, "image") == "");
    form.set("image", "");
    CHECK(value_of(form, "density") == "0.5");
}

TEST_CASE("A form becomes a request and options of measuring") {
    Form form(systems::all());
    form.set("algorithm", "bt,jumping-jack");
    form.set("block", "64, 256");
    form.set("density", "0.25");
    form.set("size", "1000, 2000");
    form.set("prefix-sum", "blelloch");
    form.set("run-lengths", "balanced-tree");
    form.set("negate", "on");
    form.set("reps", "7");
    form.set("min-time", "0.5");
    form.set("max-noise", "5");
    form.set("timeout", "2.5");
    const bench::Request request = form.request("masks");
    CHECK(request.names("--algorithm") == std::vector<std::string>{"bt", "jumping-jack"});
    CHECK(request[bench::Option<int>{"--block"}] == std::vector{64, 256});
    CHECK(request[bench::Option<double>{"--density"}] == std::vector{0.25});
    CHECK(request[bench::Option<std::int64_t>{"--size"}] == std::vector<std::int64_t>{1000, 2000});
    CHECK(request.names("--prefix-sum") == std::vector<std::string>{"blelloch"});
    CHECK(request.names("--run-lengths") == std::vector<std::string>{"balanced-tree"});
    CHECK(request.flag("--negate"));
    CHECK_FALSE(request.flag("--era-limits"));
    CHECK(request.context.get<systems::MasksFolder>()->path == "masks");
    CHECK(form.measuring().repetitions == 7);
    CHECK(form.measuring().min_seconds == 0.5);
    CHECK(form.measuring().max_noise == Catch::Approx(0.05));
    CHECK(form.measuring().timeout_seconds == 2.5);
    CHECK(form.command("masks") == "scanline bench compact --density 0.25 --size 1000,2000 "
                                   "--algorithm bt,jumping-jack --block 64,256 --prefix-sum blelloch "
                                   "--run-lengths balanced-tree --negate --reps 7 --min-time 0.5 "
                                   "--max-noise 5 --timeout 2.5");
}

TEST_CASE("A named experiment has its own axes, and those of others keep their values") {
    Form form(systems::all());
    form.set("block", "64");
    form.set("experiment", "fig9");
    CHECK(value_of(form, "block") == "no setting block");
    CHECK(form.command("masks") == "scanline bench fig9 --quick --reps 5");
    form.set("quick", "off");
    form.set("density", "0.25");
    CHECK(form.command("masks") == "scanline bench fig9 --reps 5");
    form.set("experiment", "compact");
    CHECK(value_of(form, "block") == "64");
    CHECK(value_of(form, "density") == "0.25");
}

TEST_CASE("Every experiment can be chosen, and each of its axes takes the value that it shows") {
    for (const bench::Experiment& experiment : systems::all_experiments()) {
        Form form(systems::all());
        REQUIRE(form.set("experiment", experiment.name));
        for (const bench::Axis& axis : experiment.axes) {
            CAPTURE(experiment.name, axis.option);
            CHECK(form.set(axis.key(), form.text(axis)));
            CHECK_FALSE(axis.values_text().empty());
            CHECK_NOTHROW(form.applies(axis));
        }
        CHECK_THAT(form.command("masks"), ContainsSubstring(std::string(experiment.name)));
    }
}

TEST_CASE("Other libraries take part where they are wanted") {
    Form form(systems::all());
    form.set("experiment", "sort");
    CHECK(form.command("masks") == "scanline bench sort --quick --peer none --reps 5");
    form.set("peers", "true");
    CHECK(form.command("masks") == "scanline bench sort --quick --reps 5");
}

TEST_CASE("An axis without an effect is told from one that has it") {
    Form form(systems::all());
    const auto applies = [&form](const char* key) {
        return form.applies(*std::ranges::find(form.experiment().axes, key, &bench::Axis::key));
    };
    form.set("algorithm", "bt");
    CHECK_FALSE(applies("run-lengths"));
    CHECK_FALSE(applies("adapt"));
    CHECK(applies("seed"));
    form.set("algorithm", "rlz, auto");
    form.set("image", "hand");
    CHECK(applies("run-lengths"));
    CHECK(applies("adapt"));
    CHECK_FALSE(applies("seed"));
}

TEST_CASE("The command line has images as paths, quoted for a shell") {
    Form form(systems::all());
    form.set("image", "my pictures/a.png");
    CHECK_THAT(form.command("masks"), ContainsSubstring("compact 'my pictures/a.png' --size"));
    form.set("image", "hand, a/$HOME.png");
    CHECK_THAT(form.command("the masks"),
               ContainsSubstring("compact 'the masks/hand.png' 'a/$HOME.png' --size"));
}

} // namespace scanline::view::sweep::form_test
