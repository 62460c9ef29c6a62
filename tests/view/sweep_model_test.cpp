#include "scanline/systems/all.h"
#include "scenes/sweep/model.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <utility>

namespace scanline::view::sweep::model_test {

namespace {

bench::Row row(const std::string& density, const std::string& algorithm, double milliseconds) {
    bench::Row made;
    made.axes = {{"density", density}, {"elements", "100"}, {"block", "16"}, {"algorithm", algorithm}};
    made.items = 100;
    made.repetitions = {{{{"search", milliseconds}}, milliseconds}};
    return made;
}

bench::Results header(const std::string& experiment = "compact") {
    bench::Results results;
    results.experiment = experiment;
    results.environment.gpu = "a GPU";
    return results;
}

bench::Results results_of(const std::vector<bench::Row>& rows, const std::string& experiment = "compact") {
    bench::Results results = header(experiment);
    results.rows = rows;
    return results;
}

const std::vector<bench::Row> two_rows{row("0.1", "bt", 1), row("0.5", "bt", 2)};

const chart::LineChart& line_chart(const std::vector<bench::Figure>& figures) {
    REQUIRE_FALSE(figures.empty());
    return std::get<chart::LineChart>(figures[0].chart);
}

} // namespace

TEST_CASE("A model begins idle, with nothing to show") {
    const Model model(systems::all());
    CHECK(model.state() == State::idle);
    CHECK(model.figures("auto").empty());
    CHECK(model.claims().empty());
    CHECK(model.x_axes().empty());
}

TEST_CASE("Rows that come in while it runs are shown at once") {
    Model model(systems::all());
    model.begin(header());
    CHECK(model.state() == State::running);
    CHECK(model.figures("auto").empty());
    int revision = model.revision();
    model.add(two_rows, "copy pass");
    CHECK(model.results().roof == "copy pass");
    CHECK(model.revision() > revision);
    CHECK(line_chart(model.figures("auto")).series.at(0).points.size() == 2);
    revision = model.revision();
    model.finish(results_of({two_rows[0], two_rows[1], row("0.9", "bt", 3)}));
    CHECK(model.revision() > revision);
    CHECK(model.state() == State::finished);
    CHECK(line_chart(model.figures("auto")).series.at(0).points.size() == 3);
}

TEST_CASE("A run that is stopped keeps what was finished") {
    Model model(systems::all());
    model.begin(header());
    bench::Results part = results_of(two_rows);
    part.complete = false;
    model.finish(part);
    CHECK(model.state() == State::cancelled);
    CHECK(model.results().rows.size() == 2);

    model.begin(header());
    bench::Results none = header();
    none.complete = false;
    model.finish(none);
    CHECK(model.state() == State::idle);
}

TEST_CASE("A run that fails keeps the rows that there are") {
    Model model(systems::all());
    model.begin(header());
    model.fail();
    CHECK(model.state() == State::idle);
    model.begin(header());
    model.add(two_rows, "");
    model.fail();
    CHECK(model.state() == State::cancelled);
    CHECK(model.results().rows.size() == 2);
    CHECK_FALSE(model.results().complete);
}

TEST_CASE("A new run begins without the rows of the one before") {
    Model model(systems::all());
    model.begin(header());
    model.finish(results_of(two_rows));
    model.begin(header());
    CHECK(model.results().rows.empty());
}

TEST_CASE("A file is shown where nothing is, else laid over what is, dashed and in the same colours") {
    Model model(systems::all());
    model.open("first", results_of({row("0.1", "bt", 1), row("0.5", "bt", 2), row("0.1", "jj", 3)}));
    CHECK(model.state() == State::finished);
    CHECK(model.overlays().empty());
    model.open("second", results_of({row("0.1", "bt", 5), row("0.5", "bt", 6), row("0.1", "horn", 7)}));
    REQUIRE(model.overlays().size() == 1);
    const std::vector<bench::Figure> figures = model.figures("auto");
    const chart::LineChart& chart = line_chart(figures);
    const auto earlier = std::ranges::find(chart.series, "bt (second)", &chart::Series::name);
    REQUIRE(earlier != chart.series.end());
    CHECK(earlier->dashed);
    CHECK(earlier->opacity < 1);
    CHECK(earlier->points.size() == 2);
    CHECK(earlier->like == 0);
    model.remove_overlay(0);
    CHECK(model.overlays().empty());
    CHECK(line_chart(model.figures("auto")).series.size() < chart.series.size());
}

TEST_CASE("Figures of another experiment are not laid over") {
    Model model(systems::all());
    model.open("first", results_of(two_rows));
    const std::size_t alone = line_chart(model.figures("auto")).series.size();
    model.open("second", results_of(two_rows, "another"));
    REQUIRE(model.overlays().size() == 1);
    CHECK(line_chart(model.figures("auto")).series.size() == alone);
    REQUIRE(model.differences(0).size() == 1);
    CHECK_THAT(model.differences(0)[0], Catch::Matchers::ContainsSubstring("another"));
}

TEST_CASE(
    "Several files are laid over one another, over the axis that is chosen, and an incomplete one says so") {
    Model model(systems::all());
    bench::Results part = results_of(two_rows);
    part.complete = false;
    model.open("first", part);
    CHECK(model.state() == State::cancelled);
    bench::Row other_block = row("0.1", "bt", 4);
    other_block.axes[2].value = "32";
    model.open("second", results_of({two_rows[0], two_rows[1], other_block}));
    model.open("third", results_of(two_rows));
    const auto names = [&model](std::string_view x_axis) {
        std::vector<std::string> all;
        const std::vector<bench::Figure> figures = model.figures(x_axis);
        for (const chart::Series& series : line_chart(figures).series)
            all.push_back(series.name);
        return all;
    };
    const auto counted = [](const std::vector<std::string>& all, std::string_view in) {
        return std::ranges::count_if(all, [in](const auto& name) { return name.find(in) != name.npos; });
    };
    CHECK(counted(names("density"), "(second)") > 0);
    CHECK(counted(names("density"), "(third)") == 1);
}

TEST_CASE("Whatever changes what is shown is a new revision") {
    Model model(systems::all());
    int revision = model.revision();
    const auto changed = [&model, &revision] { return std::exchange(revision, model.revision()) < revision; };
    model.open("first", results_of(two_rows));
    CHECK(changed());
    model.open("second", results_of(two_rows));
    CHECK(changed());
    model.keep("kept");
    CHECK(changed());
    model.remove_overlay(0);
    CHECK(changed());
    model.begin(header());
    CHECK(changed());
    model.fail();
    CHECK(changed());
    CHECK_FALSE(changed());
}

TEST_CASE("What is shown can be kept to be compared with the next run") {
    Model model(systems::all());
    model.keep("nothing");
    CHECK(model.overlays().empty());
    model.open("first", results_of(two_rows));
    model.keep("before");
    model.begin(header());
    REQUIRE(model.overlays().size() == 1);
    CHECK(model.overlays()[0].results.rows.size() == 2);
}

TEST_CASE("Another machine and another experiment are named") {
    Model model(systems::all());
    model.open("first", results_of(two_rows));
    bench::Results other = results_of(two_rows);
    other.environment.gpu = "another GPU";
    model.open("other", other);
    REQUIRE(model.differences(0).size() == 1);
    CHECK_THAT(model.differences(0)[0], Catch::Matchers::ContainsSubstring("another GPU"));
    model.open("fig9", results_of(two_rows, "fig9"));
    REQUIRE(model.differences(1).size() == 1);
    CHECK_THAT(model.differences(1)[0], Catch::Matchers::ContainsSubstring("fig9"));
}

TEST_CASE("A named experiment makes its own figures and claims, of an incomplete run too") {
    Model model(systems::all());
    bench::Results header9 = header("fig9");
    model.begin(header9);
    bench::Row made = row("0", "bt", 1);
    made.axes = {{"invalid_percent", "50"}, {"algorithm", "bt"}, {"block", "256"}};
    model.add(std::vector{made}, "");
    CHECK(model.x_axes().empty());
    CHECK(line_chart(model.figures("auto")).series.at(0).name == "bt");
    REQUIRE_FALSE(model.claims().empty());
    for (const bench::Claim& claim : model.claims())
        CHECK_FALSE(claim.holds);
}

TEST_CASE("A file with other rows than its experiment has is shown as far as that goes") {
    for (const bench::Experiment& experiment : systems::all_experiments()) {
        CAPTURE(experiment.name);
        bench::Row bare;
        bare.repetitions = {{{}, 1}};
        for (const std::vector<bench::Row>& rows : {two_rows, std::vector{bare}}) {
            Model model(systems::all());
            model.open("odd", results_of(rows, std::string(experiment.name)));
            CHECK_NOTHROW(model.figures("auto"));
            CHECK_NOTHROW(model.claims());
        }
    }
}

} // namespace scanline::view::sweep::model_test
