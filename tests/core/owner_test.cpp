#include "scanline/core/owner.h"

#include "support/other_user.h"
#include "support/temporary_folder.h"

#include <fstream>

namespace scanline::owner_test {

TEST_CASE("Files of other users are told from those of this one and root") {
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder / "file";
    CHECK_FALSE(is_of_another_user(file));
    std::ofstream(file) << "mine";
    CHECK_FALSE(is_of_another_user(file));
    CHECK_FALSE(is_of_another_user("/"));
    if (test::give_away(file))
        CHECK(is_of_another_user(file));
}

} // namespace scanline::owner_test
