#include "experiments/cube_data.h"
#include "experiments/cube_experiments.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/cube/build.h"
#include "scanline/cube/device_build.h"
#include "scanline/cube/device_groups.h"
#include "scanline/cube/device_histograms.h"
#include "scanline/cube/device_query.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace scanline::systems {

namespace {

using compute::Engine;

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

Variant row_of(const CubeSetting& setting, const VariantKey& key) {
    const cube::Generated& rows = setting.rows;
    const bool asks =
        key.name == to_string(CubeOperation::on_path) || key.name == to_string(CubeOperation::off_path);
    const std::int64_t items = asks ? setting.queries : rows.rows;
    return {.axes = {{operation_axis, key.name},
                     {dimensions_axis, rows.dimensions},
                     {cardinality_axis, rows.cardinality},
                     {elements_axis, rows.rows},
                     {zipf_axis, setting.zipf},
                     {queries_axis, asks ? std::optional(setting.queries) : std::nullopt},
                     {threads_axis, key.threads},
                     {by_axis, key.by},
                     {library_axis, key.library}},
            .seed = data_seed,
            .items = items,
            .bytes = items * (rows.dimensions + 2) * word_bytes};
}

/// The data of a group, and what its variants on OpenGL share.
struct CubeWork {
    CubeData data;
    Clock clock;
    std::shared_ptr<const cube::DeviceTree> device_tree{};

    CubeWork(const CubeSetting& setting, Clock by)
        : data(setting.rows, setting.zipf, setting.queries), clock(std::move(by)) {}

    const std::vector<cube::Query>& queries(CubeOperation operation) const {
        if (operation == CubeOperation::off_path && data.rows.codes.size() < 2)
            throw usage_error("queries of one dimension are on the path");
        return operation == CubeOperation::on_path ? data.on_path : data.off_path;
    }

    std::shared_ptr<const cube::DeviceTree> tree_on(Engine& engine) {
        if (!device_tree)
            device_tree = shared(cube::upload_tree(engine, data.tree));
        return device_tree;
    }
};

Wrong prepare_cpu(CubeWork& work, CubeOperation operation, int threads, Variant& variant) {
    using enum CubeOperation;
    CubeData& data = work.data;
    const auto options = [=](PassObserver* observer) {
        return cpu::Options{.threads = threads, .observer = observer};
    };
    const auto grow = [&](auto find) {
        return try_staged(variant, work.clock, find, [&](const cube::Tree& tree) {
            count_nodes(tree, variant);
            return data.wrong_tree(tree);
        });
    };
    switch (operation) {
    case build:
        return grow(
            [=, &data](PassObserver* observer) { return cube::build(data.rows, {}, options(observer)); });
    case update:
    case append:
        return grow([=, &added = data.added(operation == append)](PassObserver* observer) {
            return cube::update(added.tree, added.further, options(observer));
        });
    case on_path:
    case off_path:
        return try_staged(
            variant, work.clock,
            [=, &data, &asked = work.queries(operation)](PassObserver* observer) {
                return cube::answer(data.tree, asked, options(observer));
            },
            [&](const std::vector<cube::Groups>& answers) {
                return data.wrong_cells(operation == on_path, cells_of(answers));
            });
    case group_by:
        return try_staged(
            variant, work.clock,
            [=, &data](PassObserver* observer) {
                return cube::answer(data.tree, std::span(&data.groups, 1), options(observer));
            },
            [&](const std::vector<cube::Groups>& answers) { return data.wrong_groups(answers.front()); });
    case brush: break;
    }
    const auto histograms = shared(cube::Histograms(data.rows, options(nullptr)));
    try_timed(variant, work.clock, [=, &data] {
        for (const auto& codes : data.brush)
            histograms->select(0, codes);
    });
    return data.wrong_histograms(histograms->current());
}

Wrong prepare_device_brush(CubeWork& work, Engine& engine, Variant& variant) {
    const auto found = std::make_shared<std::vector<cube::Histogram>>();
    const auto run = [found, &data = work.data,
                      histograms = shared(cube::DeviceHistograms(engine, work.data.rows.shape)),
                      rows = shared(cube::upload_rows(engine, work.data.rows))] {
        std::vector<std::vector<bool>> selected(data.rows.codes.size());
        for (const auto& codes : data.brush) {
            selected.front().assign(data.rows.shape.cardinalities.front(), false);
            for (const std::uint32_t code : codes)
                selected.front()[code] = true;
            *found = (*histograms)(*rows, selected);
        }
    };
    try_timed_on_device(variant, work.clock, run);
    return work.data.wrong_histograms(*found);
}

Wrong prepare_device(CubeWork& work, CubeOperation operation, Engine& engine, Variant& variant) {
    using enum CubeOperation;
    CubeData& data = work.data;
    const cube::Shape& shape = data.rows.shape;
    const auto upload = [&engine](const cube::Rows& rows) {
        const StageScope stage(engine.observer(), "upload");
        return cube::upload_rows(engine, rows);
    };
    const auto grow = [&](auto find) {
        return try_finished_stages(variant, engine, find, [&](const cube::DeviceTree& found) {
            const cube::Tree tree = cube::download_tree(engine, found);
            count_nodes(tree, variant);
            return data.wrong_tree(tree);
        });
    };
    switch (operation) {
    case build:
        return grow([=, &data, builder = shared(cube::DeviceBuild(engine, shape))] {
            return (*builder)(upload(data.rows));
        });
    case update:
    case append: {
        const CubeData::Addition& added = data.added(operation == append);
        return grow([=, &added, updater = shared(cube::DeviceUpdate(engine, shape)),
                     first = shared(cube::upload_tree(engine, added.tree))] {
            return (*updater)(*first, upload(added.further));
        });
    }
    case on_path:
    case off_path:
        return try_finished_stages(
            variant, engine,
            [query = shared(cube::DeviceQuery(engine, shape)), tree = work.tree_on(engine),
             asked = cube::cell_queries(shape, work.queries(operation))] { return (*query)(*tree, asked); },
            [&](const cube::DeviceCells& cells) {
                return data.wrong_cells(operation == on_path,
                                        {{cells.count.begin(), cells.count.end()}, cells.values.front()});
            });
    case group_by:
        return try_finished_stages(
            variant, engine,
            [&data, group = shared(cube::DeviceGroups(engine, shape)), tree = work.tree_on(engine)] {
                return (*group)(*tree, data.groups);
            },
            [&](const cube::Groups& found) { return data.wrong_groups(found); });
    case brush: break;
    }
    return prepare_device_brush(work, engine, variant);
}

// What peers do: the cells of all prefixes of the path.

constexpr std::uint32_t all_codes = 0xffffffff;

using CellWords = std::vector<std::vector<std::uint32_t>>; ///< codes, count, and the low word of the sum

CellWords words_of(const cube::Tree& tree) {
    CellWords cells, above{std::vector<std::uint32_t>(tree.path.size(), all_codes)};
    for (std::size_t l = 0; l < tree.levels.size(); ++l) {
        const cube::Level& level = tree.levels[l];
        CellWords codes;
        for (std::size_t node = 0; node < level.key.size(); ++node) {
            codes.push_back(above[level.parent[node]]);
            if (l > 0)
                codes.back()[static_cast<std::size_t>(tree.path[l - 1])] = level.key[node];
            cells.push_back(codes.back());
            cells.back().push_back(level.count[node]);
            cells.back().push_back(static_cast<std::uint32_t>(level.values.front()[node]));
        }
        above = std::move(codes);
    }
    std::ranges::sort(cells);
    return cells;
}

Wrong prepare_peer(const CubeData& data, const Peer& peer, int threads, Variant& variant) {
    std::vector<std::uint32_t> codes, values;
    for (const std::vector<std::uint32_t>& column : data.rows.codes)
        codes.insert(codes.end(), column.begin(), column.end());
    for (const std::int64_t value : data.rows.measures.front())
        values.push_back(static_cast<std::uint32_t>(value));
    const auto task =
        try_peer(variant, peer,
                 {.operation = std::string(cube_operation),
                  .arrays = {peer_array("codes", std::span(codes)), peer_array("values", std::span(values))},
                  .numbers = {{"dimensions", static_cast<double>(data.rows.codes.size())},
                              {"threads", static_cast<double>(threads)}}});
    const CellWords right = words_of(data.tree);
    const std::size_t size = task->output(SCANLINE_PEER_COMPANIONS, 1).front(), width = right.front().size();
    if (size != right.size())
        return fmt::format("{} cells of {}", size, right.size());
    const std::vector<std::uint32_t> words = task->output(SCANLINE_PEER_RESULTS, size * width);
    CellWords cells;
    for (auto at = words.begin(); at != words.end(); at += static_cast<std::ptrdiff_t>(width))
        cells.emplace_back(at, at + static_cast<std::ptrdiff_t>(width));
    std::ranges::sort(cells);
    const auto wrong = std::ranges::mismatch(cells, right).in1;
    return wrong == cells.end() ? Wrong() : fmt::format("cell {} in order is wrong", wrong - cells.begin());
}

Group make_group(const CubeSetting& setting, const Request& request) {
    const auto work = std::make_shared<CubeWork>(setting, request.clock);
    Comparison all(request, work, request.get(threads_option, one_and_all_threads()),
                   [&](const VariantKey& key) { return row_of(setting, key); });
    for (const CubeOperation operation : setting.operations) {
        all.on_device(to_string(operation), [&](Engine& engine, Variant& variant) {
            require_short(engine, request, setting.rows.rows, max_software_cube_rows, "rows");
            return prepare_device(*work, operation, engine, variant);
        });
        all.on_cpu(to_string(operation), [&](int threads, Variant& variant) {
            return prepare_cpu(*work, operation, threads, variant);
        });
    }
    all.by_peers(cube_operation, [&](const Peer& peer, int threads, Variant& variant) {
        return prepare_peer(work->data, peer, threads, variant);
    });
    return all.group();
}

} // namespace

PlannedGroup cube_group(const CubeSetting& setting, const Request& request) {
    const cube::Generated& rows = setting.rows;
    return {fmt::format("D{}C{}T{}, zipf {}", rows.dimensions, rows.cardinality, rows.rows, setting.zipf),
            static_cast<double>(rows.rows) * rows.dimensions, [=] { return make_group(setting, request); }};
}

} // namespace scanline::systems
