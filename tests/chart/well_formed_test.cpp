#include "well_formed.h"

#include <catch2/catch_all.hpp>

namespace scanline::chart::well_formed_test {

TEST_CASE("The reader of XML counts elements, and refuses what is none") {
    const std::string begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    using Counts = std::map<std::string, int>;
    CHECK(count_elements(begin + "<a x=\"1\" x:y=\"2\"><b/><b y=\"&lt;\">c &amp; d</b></a>\n") ==
          Counts{{"a", 1}, {"b", 2}});
    for (const std::string wrong :
         {"<a>", "<a></b>", "<a><b></a></b>", "<a x=\"1\" x=\"2\"/>", "<a x=1/>", "<a x=\"<\"/>", "<a>&</a>",
          "<a>&auml;</a>", "<a/><b/>", "<a>\x01</a>", "<a>\xff</a>", "", "text", "<a", "<a x=\""}) {
        INFO(wrong);
        CHECK_THROWS(count_elements(begin + wrong + "\n"));
    }
    CHECK_THROWS(count_elements("<a/>\n"));
}

} // namespace scanline::chart::well_formed_test
