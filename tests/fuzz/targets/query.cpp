// Queries of a cube, which are written and read again, with the same answer.
#include "scanline/cube/question.h"
#include "target.h"

namespace scanline::fuzz {

const Target query_target{
    "query",
    [](Bytes bytes, Folder) {
        using Texts = std::vector<std::string>;
        static const cube::Cube cube = cube::make_cube(
            *data::make_table({{"city", Texts{"Oslo", "Rome", "", "a,b", "Oslo"}},
                               {"when", Texts{"2026-01-31", "2025-12-01", "2024-02-29", "", "2026-03-01"}},
                               {"price", std::vector<double>{1.5, 2, 40, -3, 7}}}),
            {{"city", "when", "when.month", "price"}, {"price:sum", "price:avg", ":count"}, {}, {"price:4"}});
        const auto read = [](Bytes text) { // the question as text, then the cells of its answer
            const cube::Question question = parse_question(cube, text);
            cube::Groups groups = answer(cube.tree, std::vector<cube::Query>{question}, {.threads = 1})[0];
            keep_asked(question, groups);
            std::string all = question_text(cube, question);
            for (const auto& row :
                 answer_table(cube, question, groups, question.top || question.ranking).rows)
                for (const std::string& cell : row)
                    all += '\0' + cell;
            return all;
        };
        require_round_trip(bytes, read, [](Bytes all) { return all.substr(0, all.find('\0')); });
    },
    [] {
        return split_seeds(
            "city=Oslo, when.month=*|city!={Oslo,Rome}, when=2024..2025|city={Oslo,\"a,b\",\"\"}, city=*; "
            "having count >= 1|when.month<3; top 5 by price:avg|when.month=*; having price:sum >= -3; "
            "bottom 2 by price:sum|price=1.5, when>2024-02|when.month=2.., city=*");
    }};

} // namespace scanline::fuzz
