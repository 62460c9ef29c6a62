// Prints the hotels that no other hotel beats in both price and distance: Astoria, Bristol, Dagmar.
#include <scanline/data/table.h>
#include <scanline/skyline/table_query.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

int main() {
    try {
        using namespace scanline;
        const std::vector<std::string> names{"Astoria", "Bristol", "Continental", "Dagmar"};
        const auto hotels = data::make_table({{"name", names},
                                              {"price", std::vector<double>{50, 80, 85, 120}},
                                              {"metres", std::vector<std::int64_t>{900, 400, 450, 100}}});
        const skyline::TableQuery cheap_and_near{
            .columns = {{1, skyline::Direction::min}, {2, skyline::Direction::min}}};
        for (const std::uint32_t row : skyline::answer(*hotels, cheap_and_near).rows)
            std::printf("%s\n", hotels->text(row, 0).c_str());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
