#include "skyline_output.h"

#include "options.h"
#include "rank_files.h"
#include "ranks.h"
#include "terminal.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "scanline/ranks/agreement.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cli {

namespace {

SkylineEmit emit_of(const SkylineOutputSettings& settings, const data::Table& table) {
    const bool rows = settings.add || table.is_text();
    return settings.emit.value_or(rows ? SkylineEmit::rows : SkylineEmit::ids);
}

// Rejects formats that cannot hold the result, before it is found.
void check_output(const SkylineOutputSettings& settings, const data::Table& table) {
    const SkylineEmit emit = emit_of(settings, table);
    const std::string ending = settings.output ? ending_of_output(*settings.output, ".csv") : ".csv";
    if (constexpr std::size_t most = std::size_t{1} << 32;
        emit == SkylineEmit::ids && table.all_rows() > most)
        throw usage_error(
            fmt::format("ids count at most 2^32 rows, and there are {}: give --emit rows", table.all_rows()));
    if (emit == SkylineEmit::ids && !settings.columns.empty())
        throw usage_error("--columns only works with rows, not ids: give --emit rows, or leave it out");
    if (emit == SkylineEmit::ids && ending == ".npz")
        throw usage_error(fmt::format("--output: {} cannot take ids: write .npy or .csv{}",
                                      printable_path(*settings.output),
                                      table.is_text() ? "" : ", or --emit rows"));
    if (emit == SkylineEmit::rows && ending != ".csv" && table.is_text())
        throw usage_error(fmt::format("--output: {} cannot take rows of text: write .csv{}",
                                      printable_path(*settings.output),
                                      settings.add || !settings.columns.empty() ? ""
                                      : ending == ".npz"                        ? ", or --emit ids as .npy"
                                                                                : ", or --emit ids"));
    if (emit == SkylineEmit::rows && ending == ".npy" && settings.layers)
        throw usage_error(
            fmt::format("--output: {} cannot take layers beside rows: write .npz or .csv, or --emit ids",
                        printable_path(*settings.output)));
}

} // namespace

void check_skyline_output(const SkylineOutputSettings& settings) {
    if (!settings.add)
        return;
    if (settings.layers)
        throw usage_error("--layers with --add: a second layer needs rows that DATA leaves out: find the "
                          "layers of the whole table");
    if (settings.emit == SkylineEmit::ids)
        throw usage_error(
            "--emit ids with --add: the rows of two files have no common numbers: leave out --emit ids");
}

SkylineOutput::SkylineOutput(const data::Table& table, const SkylineOutputSettings& settings)
    : table_(table), settings_(settings), ranks_(joined_ranks()) {
    check_output(settings, table);
    for (const std::string& name : settings.columns)
        if (columns_.push_back(table.column("--columns", name));
            std::ranges::count(columns_, columns_.back()) > 1)
            throw usage_error(
                fmt::format("--columns {}: the column is named twice: name it once", printable(name)));
    for (const std::string& column : settings.sort)
        sort_.push_back(tables::parse_sort_column("--sort", table, column));
}

void SkylineOutput::take(const skyline::TableAnswer& found, const tables::Reading& reading,
                         const cpu::Options& options) {
    ranks::Communicator* const sorting = sort_.empty() ? nullptr : ranks_;
    std::vector<std::uint32_t> places = sorted_rows(table_, found.rows, sort_, reading, options, sorting);
    const std::int64_t first = ranks_ ? share_of(*ranks_, std::ssize(found.rows)).slice.first : 0;
    if (settings_.limit) {
        const auto left = std::max<std::int64_t>(*settings_.limit - (sorting ? 0 : first), 0);
        places.resize(std::min(places.size(), static_cast<std::size_t>(left)));
    }
    // The order takes a few numbers for each row of the result on every rank.
    if (sorting) {
        const std::vector<std::int64_t> firsts = gather(*sorting, first);
        for (const std::uint32_t place : places)
            owners_.push_back(
                static_cast<std::int32_t>(std::ranges::upper_bound(firsts, place) - firsts.begin() - 1));
        for (std::uint32_t& place : places)
            place -= static_cast<std::uint32_t>(first); // others' wrap around
        std::erase_if(places, [&](std::uint32_t place) { return place >= found.rows.size(); });
    }
    const auto taken = [&places](const std::vector<std::uint32_t>& all) {
        std::vector<std::uint32_t> some(places.size());
        std::ranges::transform(places, some.begin(), [&all](std::uint32_t place) { return all[place]; });
        return some;
    };
    rows_ = taken(found.rows);
    if (found.layers)
        layers_ = taken(*found.layers);
}

void SkylineOutput::write() const {
    data::Table::Selection selection{.rows = rows_, .layers = layers_};
    if (!columns_.empty())
        selection.columns = columns_;
    if (settings_.output && ending_of_output(*settings_.output, ".csv") != ".csv")
        return write_arrays(*settings_.output, selection);
    std::string header, text;
    std::vector<std::int64_t> sizes; // of rows that are dealt
    on_all_ranks([&] {
        header = text_of(part_of(selection, 0, 0));
        const std::size_t at_once = owners_.empty() ? rows_.size() : 1;
        for (std::size_t first = 0; first < rows_.size(); first += at_once) {
            const std::string lines = text_of(part_of(selection, first, at_once));
            text.append(lines, header.size());
            sizes.push_back(std::ssize(lines) - std::ssize(header));
        }
    });
    if (!owners_.empty()) {
        const auto dealt = deal_rows(*ranks_, owners_, std::as_bytes(std::span(text)), sizes);
        text.assign(reinterpret_cast<const char*>(dealt.data()), dealt.size());
    }
    if (is_speaker())
        text.insert(0, header);
    write_own_text(settings_.output, text);
}

bool SkylineOutput::are_ids() const {
    return emit_of(settings_, table_) == SkylineEmit::ids;
}

data::Table::Selection SkylineOutput::part_of(data::Table::Selection all, std::size_t first,
                                              std::size_t rows) {
    all.rows = all.rows.subspan(first, rows);
    if (all.layers)
        all.layers = all.layers->subspan(first, rows);
    return all;
}

std::string SkylineOutput::text_of(const data::Table::Selection& selection) const {
    if (!are_ids())
        return table_.csv_rows(selection);
    std::string text = selection.layers ? "id,layer\n" : "id\n";
    for (std::size_t i = 0; i < selection.rows.size(); ++i) {
        text += std::to_string(id(selection.rows[i]));
        text += selection.layers ? fmt::format(",{}\n", (*selection.layers)[i]) : "\n";
    }
    return text;
}

data::NpyArray SkylineOutput::ids() const {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        numbers.push_back(static_cast<std::uint32_t>(id(rows_[i])));
        if (layers_)
            numbers.push_back((*layers_)[i]);
    }
    std::vector<std::size_t> shape{rows_.size()};
    if (layers_)
        shape.push_back(2);
    return data::make_npy<std::uint32_t>(numbers, shape);
}

void SkylineOutput::write_arrays(const std::string& path, const data::Table::Selection& selection) const {
    data::NpzArrays arrays;
    on_all_ranks([&] {
        if (are_ids())
            arrays.emplace_back("ids", ids());
        else
            arrays = table_.arrays_to_write(path, selection);
    });
    if (!owners_.empty())
        for (auto& [name, array] : arrays) {
            const std::vector<std::int64_t> sizes(
                rows_.size(), std::ssize(array.bytes) / std::max<std::int64_t>(std::ssize(rows_), 1));
            array.bytes = deal_rows(*ranks_, owners_, array.bytes, sizes);
            array.shape.front() = static_cast<std::size_t>(own_slice(std::ssize(owners_)).size);
        }
    if (data::ending_of(path) == ".npy")
        return write_own_npy(path, arrays[0].second, arrays[0].second.bytes);
    std::vector<data::NpzPart> parts;
    for (const auto& [name, array] : arrays)
        parts.push_back({name, array, array.bytes});
    write_own_npz(path, parts, false); // offset is a column
}

} // namespace scanline::cli
