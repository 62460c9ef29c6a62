#include "experiments/cube_experiments.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Compares the four operations that the paper breaks down with its times.

namespace scanline::systems {

namespace {

constexpr cube::Generated published_rows{15, 40, 600'000};
constexpr double max_of_rollup = 0.05, max_of_search = 0.05, max_of_copies = 0.1, min_off_path = 10;

enum Part { search, io, key, index, htable, rollup, parts };
/// The stages of Scanline that correspond to the paper's. An update searches for rows in its merge.
const std::array<std::vector<std::string_view>, parts> stages_of{{{"merge", "locate", "climb", "query"},
                                                                  {"upload", "download"},
                                                                  {"key"},
                                                                  {"index"},
                                                                  {"header-table"},
                                                                  {"roll-up"}}};

/// Times in milliseconds on an NVIDIA GeForce 8800 GTX, 0 for none: table 2 of Wang, Yu, "Parallel
/// H-Tree Based Data Cubing on Graphics Processors". 10,000 queries of the tree that was built.
struct PublishedCube {
    CubeOperation operation;
    std::array<double, parts> times;

    double total() const {
        double sum = 0;
        for (const double time : times)
            sum += time;
        return sum;
    }
};
constexpr std::array published{
    PublishedCube{CubeOperation::build, {0, 23, 1948, 118, 559, 36}},
    PublishedCube{CubeOperation::update, {25, 14, 1058, 257, 530, 38}},
    PublishedCube{CubeOperation::on_path, {7.4, 0.68, 0, 0, 0, 0}},
    PublishedCube{CubeOperation::off_path, {3758, 0.72, 0, 0, 0, 1.83}},
};

std::string paper_summary(const Results& results) {
    MarkdownTable table(
        {"ms", "by", "rows", "search", "I/O", "key", "index", "header table", "roll-up", "total"},
        {"ms", "by"});
    const auto add = [&](CubeOperation operation, const std::string& by, const std::string& rows,
                         const std::array<double, parts>& times, double total) {
        std::vector<std::string> fields{std::string(to_string(operation)), by, rows};
        for (const double time : times)
            fields.push_back(time > 0 ? three_digits(time) : std::string(no_value));
        fields.push_back(three_digits(total));
        table.add(fields);
    };
    for (const PublishedCube& one : published) {
        add(one.operation, "published", std::to_string(published_rows.rows), one.times, one.total());
        for (const Row* row : measured_rows(results, {{operation_axis, one.operation}})) {
            std::array<double, parts> times{};
            for (std::size_t part = 0; part < parts; ++part)
                times[part] = stage_milliseconds(*row, stages_of[part]).median;
            add(one.operation, by_text(*row), row->axis(elements_axis), times, row->milliseconds().median);
        }
    }
    return "Beside the published times, of a GeForce 8800 GTX. An update adds half of the rows. Queries on "
           "the CPU are all search.\n\n" +
           table.format() + "\n" + cube_summary(results);
}

const Row& row_of(const Results& results, CubeOperation operation) {
    return measured_row(
        results,
        {{operation_axis, operation}, {elements_axis, published_rows.rows}, {by_axis, by_scanline_compute}});
}

double share_of(const Row& row, Part part) {
    return stage_milliseconds(row, stages_of[part]).median / row.milliseconds().median;
}

// Judges builds and updates.
Finding keys_then_headers(const Results& results) {
    const auto judge = [&](CubeOperation operation) -> Finding {
        const Row& row = row_of(results, operation);
        const double keys = share_of(row, key), headers = share_of(row, htable);
        const double others =
            std::max({share_of(row, search), share_of(row, io), share_of(row, index), share_of(row, rollup)});
        return {keys > headers && headers > others,
                fmt::format("{}: {:.0f} %, {:.0f} %, others at most {:.0f} %", to_string(operation),
                            100 * keys, 100 * headers, 100 * others)};
    };
    return judge_each(std::array{CubeOperation::build, CubeOperation::update}, judge,
                      "keys, header tables: ", "; ");
}

Judge takes_at_most_part(CubeOperation operation, Part part, double most) {
    return [=](const Results& results) -> Finding {
        const double fraction = share_of(row_of(results, operation), part);
        return {fraction <= most, fmt::format("{:.1f} %", 100 * fraction)};
    };
}

Finding is_much_slower_off_path(const Results& results) {
    const MedianInterval ratio = ratio_of_rounds(row_of(results, CubeOperation::off_path),
                                                 row_of(results, CubeOperation::on_path), "queries");
    return {at_least(ratio, min_off_path), fmt::format("{} times", interval_text(ratio, 1))};
}

Finding is_faster_than_published(const Results& results) {
    return judge_each(published, [&](const PublishedCube& one) -> Finding {
        const double here = row_of(results, one.operation).milliseconds().median;
        return {here < one.total(), fmt::format("{}: {} ms, not {}", to_string(one.operation),
                                                three_digits(here), three_digits(one.total()))};
    });
}

Claims paper_claims() {
    using enum CubeOperation;
    const auto part = [](double most) { return fmt::format(" at most {:.0f} %", 100 * most); };
    return Claims{
        {"sorting keys takes most of builds and updates, then come header tables", keys_then_headers, on_gpu},
        {"roll-up takes of a build" + part(max_of_rollup), takes_at_most_part(build, rollup, max_of_rollup),
         on_gpu},
        {"search takes of an update" + part(max_of_search), takes_at_most_part(update, search, max_of_search),
         on_gpu},
        {"copies take of queries on the path" + part(max_of_copies),
         takes_at_most_part(on_path, io, max_of_copies), on_gpu},
        {fmt::format("queries off the path take at least {} times as long as those on it", min_off_path),
         is_much_slower_off_path, on_gpu},
        {"each operation takes less time than was published", is_faster_than_published, on_gpu}}
        .about(published_rows.rows);
}

std::vector<PlannedGroup> paper_groups(const Request& request) {
    CubeSetting setting{.rows = published_rows,
                        .operations = {CubeOperation::build, CubeOperation::update, CubeOperation::on_path,
                                       CubeOperation::off_path}};
    if (request.quick) {
        setting.rows.rows = 6'000;
        setting.queries = 100;
    }
    return {cube_group(setting, request)};
}

} // namespace

Experiment cube_paper() {
    return on_two_backends(
        {.name = "cube-paper",
         .title = "The paper's H-tree, beside the published times",
         .source = "Wang, Yu, table 2",
         .peers = {by_rollup},
         .figures = [](const Results& results) { return std::vector{cube_stages(results)}; },
         .claims = paper_claims(),
         .summary = paper_summary},
        paper_groups,
        {.threads = "1, and as many as processors",
         .software = "of tables that a software renderer does in seconds"});
}

} // namespace scanline::systems
