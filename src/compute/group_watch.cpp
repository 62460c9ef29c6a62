#include "scanline/compute/group_watch.h"

#include "scanline/compute/kernel.h"

#include <GL/glew.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace scanline::compute {

namespace {

// Must match shaders/compute/watch.glsl.
constexpr GLuint watched_binding = 8;
constexpr std::int64_t watched_words = 16;

constexpr int probe_groups = 1024, probe_group = 32;
constexpr std::uint32_t probe_rounds = 64;
/// Clocks that differ by less are one clock, read at different times.
constexpr double same_clock_cycles = 4096;

double time_of(std::uint32_t low, std::uint32_t high) {
    return std::ldexp(static_cast<double>(high), 32) + static_cast<double>(low);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::ranges::nth_element(values, middle);
    return *middle;
}

struct Reading {
    double ticket, time; ///< in the middle of taking it
};

/// How far a clock is ahead of another: at each of its tickets, by the other's tickets around it.
double ahead(const std::vector<Reading>& clock, const std::vector<Reading>& reference) {
    std::vector<double> differences;
    for (const auto& [ticket, time] : clock) {
        const auto after = std::ranges::lower_bound(reference, ticket, {}, &Reading::ticket);
        if (after == reference.begin() || after == reference.end())
            continue;
        const Reading &a = *(after - 1), &b = *after;
        const double there = a.time + (b.time - a.time) * (ticket - a.ticket) / (b.ticket - a.ticket);
        differences.push_back(time - there);
    }
    return differences.empty() ? 0 : median(std::move(differences));
}

} // namespace

std::string GroupWatch::why_not(const Engine& engine) {
    GLint bindings = 0;
    glGetIntegerv(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &bindings);
    GLint blocks = 0;
    glGetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &blocks);
    if (!engine.capabilities().has_extension("GL_ARB_shader_clock"))
        return "shaders have no clock here";
    if (std::min(bindings, blocks) <= static_cast<GLint>(watched_binding))
        return "shaders have too few buffers here";
    return "";
}

GroupWatch::GroupWatch(Engine& engine) {
    if (const std::string reason = why_not(engine); !reason.empty())
        throw Error(ErrorKind::no_opengl, fmt::format("groups cannot be watched: {}", reason));
    compare_clocks(engine);
}

void GroupWatch::compare_clocks(Engine& engine) {
    const Operation operation(engine, "comparing clocks");
    const Kernel probe(engine, "compute/clock_probe", probe_group, 1, {{"WATCHED", "1"}});
    const std::int64_t tickets = std::int64_t{probe_groups} * probe_rounds;
    DeviceArray<std::uint32_t> readings(4 * tickets);
    std::chrono::duration<double, std::micro> passed{};
    for (int run = 0; run < 2; ++run) { // the first one warms up
        DeviceArray<std::uint32_t> next(std::vector<std::uint32_t>{0});
        glFinish();
        const auto begin = std::chrono::steady_clock::now();
        probe.run(
            engine, probe_groups,
            {.pass = "clock-probe",
             .bindings = {{"tickets", readings.view().range(), false}, {"next", next.view().range(), false}},
             .uniforms = {probe_rounds}});
        glFinish();
        passed = std::chrono::steady_clock::now() - begin;
    }
    const std::vector<std::uint32_t> words = readings.download();
    std::map<std::uint32_t, std::vector<Reading>> clocks;
    for (std::size_t i = 0; i < words.size(); i += 4)
        clocks[words[i]].push_back(
            {static_cast<double>(i / 4), time_of(words[i + 1], words[i + 2]) + words[i + 3] / 2.0});
    const auto& [reference, first] = *clocks.begin();
    // Multiprocessors share a few clocks: each has the median of those that show the same.
    std::vector<std::pair<double, std::uint32_t>> found;
    for (const auto& [processor, clock] : clocks)
        found.emplace_back(ahead(clock, first), processor);
    std::ranges::sort(found);
    for (std::size_t from = 0, to = 0; from < found.size(); from = to) {
        std::vector<double> same;
        for (; to < found.size() && (to == from || found[to].first - found[to - 1].first < same_clock_cycles);
             ++to)
            same.push_back(found[to].first);
        const double offset = median(std::move(same));
        for (std::size_t i = from; i < to; ++i)
            offsets_[found[i].second] = offset;
    }
    const auto [least, most] = std::ranges::minmax(first, {}, &Reading::time);
    cycles_a_microsecond_ = std::max(1e-3, (most.time - least.time) / passed.count());
}

void GroupWatch::begin_pass(std::string_view name, std::int64_t tiles) {
    const std::vector<std::uint32_t> zeros(static_cast<std::size_t>(watched_words * tiles));
    recorded_.push_back({std::string(name), DeviceArray<std::uint32_t>(zeros)});
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, watched_binding, recorded_.back().words.view().range().buffer);
}

std::vector<GroupWatch::Pass> GroupWatch::take() {
    std::vector<Pass> passes;
    double start = 0;
    for (const Recorded& recorded : std::exchange(recorded_, {})) {
        const std::vector<std::uint32_t> words = recorded.words.download();
        Pass pass{recorded.name, {}};
        for (std::size_t at = 0; at < words.size(); at += watched_words) {
            if (words[at] == 0 && words[at + 1] == 0)
                continue; // not a kernel that is watched, or no such tile
            const auto microseconds = [&](std::size_t event) {
                const double time = time_of(words[at + 2 * event], words[at + 2 * event + 1]);
                return (time - offsets_[words[at + 8]]) / cycles_a_microsecond_;
            };
            pass.tiles.push_back({.tile = static_cast<int>(at / watched_words),
                                  .processor = static_cast<int>(words[at + 8]),
                                  .begins = microseconds(0),
                                  .publishes = microseconds(1),
                                  .knows = microseconds(2),
                                  .ends = microseconds(3),
                                  .waits = static_cast<int>(words[at + 9]),
                                  .lanes = words[at + 11]});
            if (words[at + 10] > 0)
                pass.tiles.back().waited_for = static_cast<int>(words[at + 10]) - 1;
        }
        if (pass.tiles.empty())
            continue;
        if (passes.empty())
            start = std::ranges::min(pass.tiles, {}, &GroupTimes::begins).begins;
        for (GroupTimes& tile : pass.tiles)
            for (double* time : {&tile.begins, &tile.publishes, &tile.knows, &tile.ends})
                *time -= start;
        passes.push_back(std::move(pass));
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, watched_binding, 0);
    return passes;
}

} // namespace scanline::compute
