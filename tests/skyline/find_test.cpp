#include "scanline/skyline/skyline.h"

#include "scanline/core/random.h"
#include <catch2/catch_all.hpp>
namespace scanline::skyline::find_test {
TEST_CASE("x") {
  Random random(1);
  for (int t=0;t<3000;++t) {
    Keys k{{}, random.between(1,6)};
    k.values.resize(random.below(300)*static_cast<std::size_t>(k.dimensions));
    auto m = random.between(1,9);
    for (auto&v:k.values) v=static_cast<std::uint32_t>(random.between(0,m));
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i=0;i<k.size();++i){ bool d=false; for (std::uint32_t j=0;j<k.size()&&!d;++j) d=dominates(k[j],k[i],k.dimensions); if(!d) ids.push_back(i);}
    for (auto a: all_algorithms) { if (a==Algorithm::sweep&&k.dimensions>3) continue; INFO(to_string(a)<<t); REQUIRE((find(k,{.algorithm=a,.cpu={.threads=t%2+1}}).ids==ids)); }
  }
}
}
