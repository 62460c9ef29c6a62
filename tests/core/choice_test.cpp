#include "scanline/core/choice.h"

#include "scanline/core/operator.h"

#include <catch2/catch_all.hpp>

#include <array>
#include <memory>
#include <vector>

namespace scanline::choice_test {

struct Named {
    std::string_view name;
};

TEST_CASE("Things are called by their text, their name, or what to_string() says") {
    const Named horn{"horn"};
    CHECK(name_of("jj") == "jj");
    CHECK(name_of(horn) == "horn");
    CHECK(name_of(&horn) == "horn");
    CHECK(name_of(Operator::min) == "min");
    CHECK(names_of(std::vector<std::string>{"a", "b"}) == "a, b");
    CHECK(names_of(enumerators<Operator>) == "sum, min, max");
    CHECK(names_of(std::vector<Named>{}).empty());
    CHECK(list_of_names(enumerators<Operator>) == std::vector<std::string>{"sum", "min", "max"});
}

TEST_CASE("A name is looked up among all, or refused with what there is") {
    static constexpr std::array algorithms{Named{"horn"}, Named{"jj"}};
    CHECK(parse_choice("--op", "max", enumerators<Operator>) == Operator::max);
    CHECK(find_choice("jj", algorithms)->name == "jj");
    CHECK_FALSE(find_choice("", algorithms));
    CHECK(&find_named("algorithm", "jj", algorithms) == &algorithms[1]);
    CHECK_THROWS_WITH(parse_choice("--op", "xor\n", enumerators<Operator>),
                      "--op xor\\n is none of sum, min, max");
    CHECK_THROWS_WITH(find_named("algorithm", "bt", algorithms),
                      "no algorithm is called bt: there are horn, jj");
}

} // namespace scanline::choice_test
