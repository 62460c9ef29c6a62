#include "experiments/cube_data.h"
#include "experiments/cube_experiments.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/cube/build.h"
#include "scanline/cube/device_groups.h"
#include "scanline/cube/device_histograms.h"
#include "scanline/cube/device_query.h"
#include "scanline/cube/device_build.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace scanline::bench {

namespace {

using compute::Engine;
using Wrong = std::optional<std::string>;

/// Work of this length does not suffer from an idle GPU's low clock.
constexpr double short_milliseconds = 100;

template <class T>
std::shared_ptr<T> share(T made) {
    return std::make_shared<T>(std::move(made));
}

void count_nodes(const cube::Tree& tree, Variant& variant) {
    const std::int64_t nodes = tree.nodes();
    const auto measures = static_cast<std::int64_t>(tree.shape.folds.size());
    variant.counts = {{std::string(nodes_count), nodes},
                      {std::string(bytes_count), nodes * (5 * word_bytes + 2 * word_bytes * measures)}};
}

CubeCells cells_of(const std::vector<cube::Groups>& answers) {
    CubeCells cells;
    for (const cube::Groups& answer : answers) {
        cells.count.push_back(answer.count.front());
        cells.sum.push_back(answer.values.front().front());
    }
    return cells;
}

/// Measures all contenders on one table of rows.
class Contest {
public:
    Contest(const CubeSetting& setting, const Request& request)
        : setting_(setting), request_(request),
          data_(std::make_shared<CubeData>(setting.rows, setting.zipf, setting.queries)) {}

    Group group() {
        Engine* const engine = engine_of(request_);
        const auto threads = request_.numbers<int>("--threads", usual_threads());
        for (const CubeOperation operation : setting_.operations) {
            if (engine != nullptr)
                add(to_string(operation), is_query(operation), by_scanline_compute, 0, no_value,
                    [&](Variant& variant) { return prepare_device(*engine, operation, variant); });
            for (const int number : takes_part(request_, cpu_variant) ? threads : std::vector<int>())
                add(to_string(operation), is_query(operation), by_scanline_cpu, number, no_value,
                    [&](Variant& variant) { return prepare_cpu(operation, number, variant); });
        }
        for (const Peer& peer : request_.peers)
            for (const int number : threads)
                add(cube_operation, false, peer.name(), number, peer.description(),
                    [&](Variant& variant) { return prepare_cube_peer(peer, *data_, number, variant); });
        group_.resources = data_;
        return std::move(group_);
    }

private:
    static std::vector<int> usual_threads() {
        const int processors = cpu::ThreadTeam::all_processors();
        return processors > 1 ? std::vector{1, processors} : std::vector{1};
    }

    // threads: 0 for the GPU. prepare(variant) sets the work, and checks a result.
    template <class Prepare>
    void add(std::string_view operation, bool asks, std::string_view by, int threads,
             std::string_view library, Prepare prepare) {
        const cube::Generated& rows = setting_.rows;
        Variant variant{
            .axes = {{operation_axis, operation},
                     {dimensions_axis, rows.dimensions},
                     {cardinality_axis, rows.cardinality},
                     {elements_axis, rows.rows},
                     {zipf_axis, fmt::format("{}", setting_.zipf)},
                     {queries_axis, asks ? std::to_string(setting_.queries) : std::string(no_value)},
                     {threads_axis, threads > 0 ? std::to_string(threads) : std::string(no_value)},
                     {by_axis, by},
                     {library_axis, library}},
            .seed = primitive_seed,
            .items = asks ? setting_.queries : rows.rows,
            .bytes = (asks ? setting_.queries : rows.rows) * (rows.dimensions + 2) * word_bytes};
        add_tried(group_, std::move(variant), prepare);
    }

    const std::vector<cube::Query>& queries(CubeOperation operation) const {
        if (operation == CubeOperation::off_path && setting_.rows.dimensions < 2)
            throw usage_error("queries of one dimension are on the path");
        return operation == CubeOperation::on_path ? data_->on_path : data_->off_path;
    }

    // Sets find(observer) as the work, and runs it once. Each run first frees the last result.
    template <class Find>
    auto staged(Variant& variant, Find find) const {
        auto found = std::make_shared<decltype(find(nullptr))>();
        variant.staged = [=, clock = request_.clock] {
            *found = {};
            return machine::time_stages([&](PassObserver* observer) { *found = find(observer); }, clock);
        };
        variant.staged();
        return found;
    }

    Wrong prepare_cpu(CubeOperation operation, int threads, Variant& variant) {
        const CubeData& data = *data_;
        const auto options = [=](PassObserver* observer) {
            return cpu::Options{.threads = threads, .observer = observer};
        };
        switch (operation) {
        case CubeOperation::build:
        case CubeOperation::update:
        case CubeOperation::append: {
            const bool builds = operation == CubeOperation::build;
            const CubeData::Addition& added = data.added(operation == CubeOperation::append);
            const auto tree = staged(variant, [=, &data, &added](PassObserver* observer) {
                return builds ? cube::build(data.rows, {}, options(observer))
                              : cube::update(added.tree, added.further, options(observer));
            });
            count_nodes(*tree, variant);
            return data_->wrong_tree(*tree);
        }
        case CubeOperation::on_path:
        case CubeOperation::off_path: {
            const auto answers =
                staged(variant, [=, &data, &asked = queries(operation)](PassObserver* observer) {
                    return cube::answer(data.tree, asked, options(observer));
                });
            return data_->wrong_cells(operation == CubeOperation::on_path, cells_of(*answers));
        }
        case CubeOperation::group_by: {
            const auto answers = staged(variant, [=, &data](PassObserver* observer) {
                return cube::answer(data.tree, std::span(&data.groups, 1), options(observer));
            });
            return data_->wrong_groups(answers->front());
        }
        case CubeOperation::brush: break;
        }
        const auto histograms = share(cube::Histograms(data.rows, options(nullptr)));
        variant.timed = [=, &data, clock = request_.clock] {
            const Stopwatch watch(clock);
            for (const auto& codes : data.brush)
                histograms->select(0, codes);
            return watch.milliseconds();
        };
        variant.timed();
        return data_->wrong_histograms(histograms->current());
    }

    std::shared_ptr<const cube::DeviceTree> tree_on(Engine& engine) {
        if (!device_tree_)
            device_tree_ = share(cube::upload_tree(engine, data_->tree));
        return device_tree_;
    }

    Wrong prepare_device_tree(Engine& engine, CubeOperation operation, Variant& variant) {
        const CubeData& data = *data_;
        const auto upload = [&engine](const cube::Rows& rows) {
            const StageScope stage(engine.observer(), "upload");
            return cube::upload_rows(engine, rows);
        };
        const CubeData::Addition& added = data.added(operation == CubeOperation::append);
        const auto tree = std::make_shared<cube::DeviceTree>();
        if (operation == CubeOperation::build)
            variant.staged = finished_stages(
                engine, [=, &data, build = share(cube::DeviceBuild(engine, data.rows.shape))] {
                    *tree = {};
                    *tree = (*build)(upload(data.rows));
                });
        else
            variant.staged = finished_stages(
                engine, [=, &added, update = share(cube::DeviceUpdate(engine, data.rows.shape)),
                         first = share(cube::upload_tree(engine, added.tree))] {
                    *tree = {};
                    *tree = (*update)(*first, upload(added.further));
                });
        variant.staged();
        const cube::Tree found = cube::download_tree(*tree);
        count_nodes(found, variant);
        return data_->wrong_tree(found);
    }

    Wrong prepare_device(Engine& engine, CubeOperation operation, Variant& variant) {
        require_short(engine, request_, setting_.rows.rows, most_software_cube_rows, "rows");
        const CubeData& data = *data_;
        switch (operation) {
        case CubeOperation::build:
        case CubeOperation::update:
        case CubeOperation::append: return prepare_device_tree(engine, operation, variant);
        case CubeOperation::on_path:
        case CubeOperation::off_path: {
            const auto cells = std::make_shared<cube::DeviceCells>();
            variant.staged = finished_stages(
                engine, [=, query = share(cube::DeviceQuery(engine, data.rows.shape)), tree = tree_on(engine),
                         asked = cube::cell_queries(data.rows.shape, queries(operation))] {
                    *cells = (*query)(*tree, asked);
                });
            variant.staged();
            return data_->wrong_cells(operation == CubeOperation::on_path,
                                      {{cells->count.begin(), cells->count.end()}, cells->values.front()});
        }
        case CubeOperation::group_by: {
            const auto found = std::make_shared<cube::Groups>();
            variant.staged =
                finished_stages(engine, [=, &data, group = share(cube::DeviceGroups(engine, data.rows.shape)),
                                         tree = tree_on(engine)] { *found = (*group)(*tree, data.groups); });
            variant.staged();
            return data_->wrong_groups(*found);
        }
        case CubeOperation::brush: break;
        }
        return prepare_device_brush(engine, variant);
    }

    Wrong prepare_device_brush(Engine& engine, Variant& variant) {
        const CubeData& data = *data_;
        const auto histograms = share(cube::DeviceHistograms(engine, data.rows.shape));
        const auto rows = share(cube::upload_rows(engine, data.rows));
        const auto found = std::make_shared<std::vector<cube::Histogram>>();
        const auto run = [=, &data] {
            std::vector<std::vector<bool>> selected(data.rows.codes.size());
            for (const auto& codes : data.brush) {
                selected.front().assign(data.rows.shape.cardinalities.front(), false);
                for (const std::uint32_t code : codes)
                    selected.front()[code] = true;
                *found = (*histograms)(*rows, selected);
            }
        };
        variant.timed = [=, clock = request_.clock, last = short_milliseconds]() mutable {
            if (last < short_milliseconds)
                run();
            const Stopwatch watch(clock);
            run();
            return last = watch.milliseconds();
        };
        run();
        return data_->wrong_histograms(*found);
    }

    CubeSetting setting_;
    Request request_;
    std::shared_ptr<CubeData> data_;
    std::shared_ptr<const cube::DeviceTree> device_tree_{};
    Group group_;
};

} // namespace

PlannedGroup cube_group(const CubeSetting& setting, const Request& request) {
    const cube::Generated& rows = setting.rows;
    return {fmt::format("D{}C{}T{}, zipf {}", rows.dimensions, rows.cardinality, rows.rows, setting.zipf),
            static_cast<double>(rows.rows) * rows.dimensions,
            [=] { return Contest(setting, request).group(); }};
}

} // namespace scanline::bench
