#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/ranks/threads.h"
#include "scanline/tables/condition.h"
#include "scanline/tables/dictionary.h"
#include "scanline/tables/ordered_values.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

// Tables of which each rank has a part of the rows.

namespace scanline::tables::over_ranks_test {

namespace {

using Rows = std::vector<std::uint32_t>;

/// Columns of numbers, numbers beyond doubles, numbers but for one text, codes, dates, texts, and nothing.
std::string random_row(Random& random, bool has_text) {
    const auto some = [&](const std::vector<std::string>& cells) {
        return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
    };
    return some({"1", "-0.30", "3e1", "NA", "inf", "7"}) + "," +
           some({"9007199254740993", "9007199254740992", "NA", "0.1", "-5", "inf"}) + "," +
           (has_text ? "x" : some({"1", "2", "3"})) + "," + some({"007", "8", "9"}) + "," +
           some({"1/2/2024", "13/2/2024", "2/1/2024", "NA"}) + "," + some({"Oslo", "9", "10", "", "b"}) +
           ",NA";
}

class OverRanksTest {
protected:
    /// Writes a table, and its part of each rank beside it.
    void write(int ranks, std::uint32_t rows, Random& random) {
        const std::string header = "a,b,c,d,e,f,g\n";
        std::string whole = header;
        const auto text = random.below(rows + 1);
        std::uint32_t row = 0;
        starts_ = {0};
        for (int rank = 0; rank < ranks; ++rank) {
            std::string part = header;
            const auto end = rank + 1 == ranks ? std::uint64_t{rows} : row + random.below(rows - row + 1);
            for (; row < end; ++row) {
                const std::string line = random_row(random, row == text) + "\n";
                part += line;
                whole += line;
            }
            starts_.push_back(row);
            data::test::put(path(rank), part);
        }
        data::test::put(folder_ / "whole.csv", whole);
    }
    std::filesystem::path path(int rank) const { return folder_ / (std::to_string(rank) + ".csv"); }
    std::unique_ptr<data::Table> whole() const { return data::read_table(folder_ / "whole.csv"); }

    template <class Work>
    void run(Work work) const {
        ranks::run_on_threads(static_cast<int>(starts_.size()) - 1, [&](ranks::Communicator& ranks) {
            const auto part = data::read_table(path(ranks.rank()));
            work(ranks, *part, starts_[static_cast<std::size_t>(ranks.rank())]);
        });
    }

    scanline::test::TemporaryFolder folder_;
    std::vector<std::uint32_t> starts_; ///< first rows of the ranks, and the end
};

bool are_same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

const std::vector<std::size_t> all_columns{0, 1, 2, 3, 4, 5, 6};

} // namespace

TEST_CASE_METHOD(OverRanksTest, "Ranks read, choose and sort their rows as one process does all") {
    Random random(3);
    const std::vector<std::string> some_conditions{"a<=7", "e=2024", "f!=Oslo", "b>=9007199254740993",
                                                   "c!=2", "d=8"};
    for (const int ranks : {1, 2, 3, 5, 8})
        for (const std::uint32_t rows : {0u, 1u, 3u, 40u, 40u, 40u}) {
            INFO(ranks << " ranks, " << rows << " rows");
            write(ranks, rows, random);
            // Columns of a few cells may be of other types.
            const std::vector<std::string> conditions =
                rows < 40 ? std::vector<std::string>() : some_conditions;
            const auto table = whole();
            Rows all(rows);
            std::iota(all.begin(), all.end(), 0u);
            const std::vector<TypedNumbers> typed = typed_numbers(*table, all_columns, {}, {});
            CancelPoll poll;
            const OrderedNumbers wide = ordered_numbers(*table, 1, all, {}, {}, {rows, poll});
            Reading days;
            days.dates = DateFormat::parse("%d/%m/%Y");
            std::vector<Rows> met, sorted;
            std::vector<std::vector<SortColumn>> orders;
            for (const std::string& condition : conditions)
                met.push_back(rows_that_meet("--where", {&condition, 1}, *table, days, {}, {}));
            for (const std::size_t column : all_columns)
                orders.push_back({{column, random.below(2) == 0}, {random.below(7), false}});
            orders.emplace_back();
            for (const std::vector<SortColumn>& order : orders)
                sorted.push_back(sorted_rows(*table, all, order, days, {}));

            run([&](ranks::Communicator& of, const data::Table& part, std::uint32_t first) {
                const auto found = typed_numbers(part, all_columns, {}, {}, &of);
                std::size_t wrong = 0;
                for (const std::size_t column : all_columns) {
                    const TypedNumbers &own = found[column], &expected = typed[column];
                    wrong += own.type.kind != expected.type.kind;
                    wrong += own.type.example != expected.type.example;
                    const auto numbers =
                        std::span(expected.numbers).subspan(expected.numbers.empty() ? 0 : first);
                    const auto size = expected.numbers.empty() ? 0 : part.rows();
                    wrong += own.numbers.size() != size ||
                             !std::ranges::equal(own.numbers, numbers.first(size), are_same);
                }
                Rows own(part.rows());
                std::iota(own.begin(), own.end(), 0u);
                CancelPoll polled;
                std::vector<OrderedNumbers> numbers{
                    ordered_numbers(part, 1, own, {}, {}, {part.rows(), polled}), {}};
                order_over_ranks(of, numbers);
                wrong += !std::ranges::equal(numbers[0].values,
                                             std::span(wide.values).subspan(first, part.rows()), are_same);
                for (std::size_t i = 0; i < conditions.size(); ++i) {
                    Rows expected;
                    for (const std::uint32_t row : met[i])
                        if (row >= first && row < first + part.rows())
                            expected.push_back(row - first);
                    wrong +=
                        rows_that_meet("--where", {&conditions[i], 1}, part, days, {}, {}, &of) != expected;
                }
                for (std::size_t i = 0; i < orders.size(); ++i)
                    wrong += sorted_rows(part, own, orders[i], days, {}, &of) != sorted[i];
                if (wrong > 0)
                    throw Error("a rank differs");
            });
        }
}

TEST_CASE("Dictionaries of ranks become one, and each rank learns the codes of its texts") {
    const std::vector<std::vector<std::string>> texts{{"b", "a"}, {}, {"c", "b", "d"}, {"d"}};
    const std::vector<Rows> codes{{0, 1}, {}, {2, 0, 3}, {3}};
    ranks::run_on_threads(4, [&](ranks::Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        Dictionary dictionary;
        for (const std::string& text : texts[rank])
            dictionary.add(text);
        if (join(ranks, dictionary) != codes[rank] ||
            dictionary.texts() != std::vector<std::string>{"b", "a", "c", "d"})
            throw Error(fmt::format("rank {} has other codes", rank));
    });
}

TEST_CASE_METHOD(OverRanksTest, "What is wrong with the cells of all ranks is wrong on each") {
    starts_ = {0, 1, 2, 2};
    data::test::put(path(0), "d,n\n1/2/2024,1\n");
    data::test::put(path(1), "d,n\n2/1/2024,x\n");
    data::test::put(path(2), "d,n\n");
    run([](ranks::Communicator& ranks, const data::Table& part, std::uint32_t) {
        const Rows none;
        const std::vector<SortColumn> by_date{{0}};
        const std::string condition = "n<2";
        const auto refuses = [&](auto action, std::string_view why) {
            try {
                action();
            } catch (const Error& error) {
                return std::string_view(error.what()).find(why) != std::string_view::npos;
            }
            return false;
        };
        if (!refuses([&] { sorted_rows(part, none, by_date, {}, {}, &ranks); }, "several formats") ||
            !refuses(
                [&] {
                    rows_that_meet("--where", {&condition, 1}, part, {}, {}, {}, &ranks);
                },
                "--where n<2: "))
            throw Error("a rank takes it");
    });
}

} // namespace scanline::tables::over_ranks_test
