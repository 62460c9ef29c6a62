#include "sweep/sweep_form.h"

#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::sweep_form_test {

using Catch::Matchers::ContainsSubstring;

namespace {

std::string value_of(const SweepForm& form, const std::string& key) {
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
    SweepForm form;
    for (const Setting& setting : form.settings()) {
        CAPTURE(setting.key);
        CHECK(form.set(setting.key, setting.value));
        CHECK(value_of(form, setting.key) == setting.value);
        CHECK_FALSE(setting.description.empty());
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
        SweepForm form;
        const std::string before = value_of(form, key);
        CHECK_THROWS_AS(form.set(key, value), Error);
        CHECK(value_of(form, key) == before);
    }
}

TEST_CASE("Images take the place of random streams, and the other way round") {
    SweepForm form;
    form.set("image", "hand, a/b.png");
    CHECK(form.density.empty());
    CHECK(form.request("masks").images == std::vector<std::string>{"masks/hand.png", "a/b.png"});
    form.set("density", "0.5");
    CHECK(form.image.empty());
    form.set("image", "");
    CHECK(form.density == "0.5");
}

TEST_CASE("A form becomes a request and options of measuring") {
    SweepForm form;
    form.set("algorithm", "bt,jumping-jack");
    form.set("block", "64, 256");
    form.set("density", "0.25");
    form.set("size", "1000, 2000");
    form.set("prefix-sum", "blelloch");
    form.set("run-lengths", "balanced-tree");
    form.set("reps", "7");
    form.set("min-time", "0.5");
    form.set("max-noise", "5");
    form.set("timeout", "2.5");
    const bench::SweepRequest request = form.request("masks");
    CHECK(request.algorithms == std::vector<std::string>{"bt", "jumping-jack"});
    CHECK(request.blocks == std::vector{64, 256});
    CHECK(request.densities == std::vector{0.25});
    CHECK(request.sizes == std::vector<std::int64_t>{1000, 2000});
    CHECK(request.prefix_sums == std::vector<std::string>{"blelloch"});
    CHECK(request.run_lengths == std::vector<std::string>{"balanced-tree"});
    CHECK(request.default_image == "masks/hand.png");
    CHECK(form.measuring().repetitions == 7);
    CHECK(form.measuring().min_seconds == 0.5);
    CHECK(form.measuring().overhead_repetitions == 7);
    CHECK(form.measuring().max_noise == Catch::Approx(0.05));
    CHECK(form.measuring().timeout_seconds == 2.5);
    CHECK(form.command("masks") == "scanline bench compact --density 0.25 --size 1000,2000 "
                                   "--algorithm bt,jumping-jack --block 64,256 --prefix-sum blelloch "
                                   "--run-lengths balanced-tree --reps 7 --min-time 0.5 "
                                   "--max-noise 5 --timeout 2.5");
}

TEST_CASE("A named experiment has no axes of its own") {
    SweepForm form;
    form.set("experiment", "fig9");
    CHECK_FALSE(form.is_free());
    CHECK(form.command("masks") == "scanline bench fig9 --quick --reps 5");
    form.set("quick", "off");
    CHECK(form.command("masks") == "scanline bench fig9 --reps 5");
}

TEST_CASE("The command line has images as paths, quoted for a shell") {
    SweepForm form;
    form.set("image", "my pictures/a.png");
    CHECK_THAT(form.command("masks"), ContainsSubstring("compact 'my pictures/a.png' --size"));
    form.set("image", "hand, a/$HOME.png");
    CHECK_THAT(form.command("the masks"),
               ContainsSubstring("compact 'the masks/hand.png' 'a/$HOME.png' --size"));
}

} // namespace scanline::view::sweep_form_test
