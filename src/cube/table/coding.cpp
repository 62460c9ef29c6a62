#include "coding.h"

#include "scanline/core/text.h"

#include <atomic>
#include <exception>
#include <fmt/format.h>

namespace scanline::cube {

using tables::number_of;

namespace {

/// Counts the cells that all threads have read; the first thread reports the progress.
class SharedProgress {
public:
    SharedProgress(std::size_t cells, const std::function<void(double part)>& show)
        : cells_(cells), show_(show) {}

    void add(std::int64_t cells, int thread) {
        const std::size_t done = done_.fetch_add(static_cast<std::size_t>(cells), std::memory_order_relaxed);
        if (thread == 0)
            show_(static_cast<double>(done) / static_cast<double>(cells_));
    }

private:
    const std::size_t cells_;
    const std::function<void(double part)>& show_;
    std::atomic<std::size_t> done_ = 0;
};

/// Reads one column.
class ColumnReader {
public:
    ColumnReader(const data::Table& table, std::size_t column, CancelPoll& poll, SharedProgress& progress,
                 int thread)
        : table_(table), column_(column), poll_(poll), progress_(progress), thread_(thread) {}

    std::vector<std::uint32_t> codes(Dimension& dimension, const std::optional<BinPlan>& plan) const {
        switch (dimension.derivation) {
        case Derivation::value:
            return codes_of_texts(dimension, [&](std::size_t row) { return table_.text(row, column_); });
        case Derivation::year:
        case Derivation::month:
        case Derivation::day:
        case Derivation::hour:
            return codes_of_texts(dimension, [&](std::size_t row) {
                return date_part_in(table_, row, column_, dimension.derivation);
            });
        case Derivation::bin: break;
        }
        return codes_of_bins(dimension, plan);
    }

    std::vector<Decimal> numbers() const {
        return read<Decimal>([this](std::size_t row) {
            if (const std::optional<Decimal> number = number_in(table_, row, column_))
                return *number;
            throw table_.cell_error(row, column_, "is empty: write a number, or leave the measure out");
        });
    }

private:
    // get(row) for all rows.
    template <class T, class Get>
    std::vector<T> read(Get get) const {
        const auto rows = static_cast<std::int64_t>(table_.rows());
        std::vector<T> values;
        values.reserve(table_.rows());
        constexpr std::int64_t steps = 16; // of a few nanoseconds
        in_pieces(rows, steps, poll_, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row)
                values.push_back(get(static_cast<std::size_t>(row)));
            progress_.add(last - first, thread_);
        });
        return values;
    }

    template <class Text>
    std::vector<std::uint32_t> codes_of_texts(Dimension& dimension, Text text) const {
        return read<std::uint32_t>([&](std::size_t row) {
            const std::uint32_t code = dimension.dictionary.add(text(row));
            if (code >= max_distinct)
                throw table_.cell_error(
                    row, column_,
                    fmt::format(
                        "exceeds the limit of {} distinct values of a dimension: put the column into bins, "
                        "or leave it out",
                        max_distinct));
            return code;
        });
    }

    std::vector<std::uint32_t> codes_of_bins(Dimension& dimension, const std::optional<BinPlan>& plan) const {
        std::vector<double> given;
        const auto numbers = read<std::optional<double>>([&](std::size_t row) -> std::optional<double> {
            const std::optional<Decimal> number = number_in(table_, row, column_);
            if (!number)
                return std::nullopt;
            if (plan)
                given.push_back(number_of(*number));
            else if (dimension.edges.empty())
                throw table_.cell_error(
                    row, column_,
                    "cannot be put into bins, since the cube had no numbers to derive them "
                    "from: build it anew from all rows");
            return number_of(*number);
        });
        if (plan)
            make_bins(dimension, *plan, std::move(given));
        std::vector<std::uint32_t> codes;
        codes.reserve(numbers.size());
        for (const std::optional<double>& number : numbers) {
            poll_.count();
            codes.push_back(number ? bin_of(dimension, *number) : dimension.dictionary.add(""));
        }
        return codes;
    }

    const data::Table& table_;
    const std::size_t column_;
    CancelPoll& poll_;
    SharedProgress& progress_;
    const int thread_;
};

} // namespace

CodedColumns code_columns(const data::Table& table, std::vector<Dimension>& dimensions,
                          const std::vector<std::optional<BinPlan>>& bins,
                          const std::vector<std::string>& names, std::string_view operation,
                          const CubeOptions& options, const std::function<void(double part)>& show) {
    const auto rows = static_cast<std::int64_t>(table.rows());
    if (rows > max_rows)
        throw usage_error(fmt::format("{}: {} rows exceed the limit of {}: split them between cubes",
                                      operation, rows, max_rows));
    std::vector<std::size_t> columns;
    columns.reserve(dimensions.size() + names.size());
    for (const Dimension& dimension : dimensions)
        columns.push_back(table.column(fmt::format("{}: dimension", operation), dimension.column));
    for (const std::string& name : names)
        columns.push_back(table.column(fmt::format("{}: measure", operation), name));

    CodedColumns coded;
    coded.codes.resize(dimensions.size());
    coded.numbers.resize(names.size());
    SharedProgress progress(columns.size() * table.rows(), show);
    std::vector<std::exception_ptr> errors(columns.size());
    std::atomic<std::size_t> next = 0;
    const auto most = static_cast<std::int64_t>(columns.size());
    cpu::ThreadTeam team(static_cast<int>(
        std::min<std::int64_t>(cpu::worthwhile_threads(options.cpu, rows / cpu::items_of_a_thread), most)));
    team.run([&](int thread) {
        CancelPoll poll(options.cpu.limits.cancelled);
        for (std::size_t number; (number = next.fetch_add(1)) < columns.size();)
            try {
                const ColumnReader reader(table, columns[number], poll, progress, thread);
                if (number < dimensions.size())
                    coded.codes[number] = reader.codes(dimensions[number], bins[number]);
                else
                    coded.numbers[number - dimensions.size()] = reader.numbers();
            } catch (...) {
                errors[number] = std::current_exception();
            }
    });
    for (const std::exception_ptr& error : errors)
        if (error)
            std::rethrow_exception(error);
    return coded;
}

} // namespace scanline::cube
