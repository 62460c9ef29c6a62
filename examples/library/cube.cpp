// Makes a data cube of four sales and prints the sum of each city: Bergen 4.0, Oslo 7.5.
#include <scanline/cube/cube.h>
#include <scanline/cube/question.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

int main() {
    try {
        using namespace scanline;
        const std::vector<std::string> cities{"Oslo", "Bergen", "Oslo", "Oslo"};
        const auto sales =
            data::make_table({{"city", cities}, {"price", std::vector<double>{2.5, 4, 3.5, 1.5}}});
        const cube::Cube cube = cube::make_cube(*sales, {{"city"}, {"price:sum"}});
        const cube::Question question = cube::parse_question(cube, "city=*");
        const std::vector<cube::Query> queries{question};
        const cube::Groups groups = cube::answer(cube.tree, queries).front();
        for (const std::vector<std::string>& row : cube::answer_table(cube, question, groups).rows)
            std::printf("%s %s\n", row[0].c_str(), row[2].c_str());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
