// What the presenter of a lesson sees in a window of its own.
#include "probe_program.h"
#include "support/temporary_folder.h"

#include "data/files.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::notes_gl_test {

using test::Program;

TEST_CASE("Notes of a lesson are those of the stop that is presented, with the next one and the time") {
    const scanline::test::TemporaryFolder folder;
    data::test::put(folder / "two.md", "# Two\n## One\nscene: first\nText.\n<!-- Wait for an answer. -->\n"
                                       "## Another\nText.\n");
    Program program;
    Workbench& workbench = *program.workbench;
    workbench.open_lesson(folder / "two.md");
    program.frame();
    CHECK_FALSE(workbench.notes());
    workbench.present(true);
    program.driver.key(GLFW_KEY_O);
    REQUIRE(workbench.notes());
    CHECK(*workbench.notes() == Notes{"One", "Wait for an answer.", "Another", 0});
    program.frame(59);
    CHECK(workbench.notes()->minutes == 0);
    CHECK(workbench.update(2)); // the minute is to be shown
    CHECK(workbench.notes()->minutes == 1);
    CHECK_FALSE(workbench.update(1));
    program.driver.key(GLFW_KEY_PAGE_DOWN);
    CHECK(*workbench.notes() == Notes{"Another", "", "", 1});
    workbench.present(false);
    CHECK_FALSE(workbench.notes());
    workbench.present(true);
    workbench.hide_notes();
    CHECK_FALSE(workbench.notes());
}

} // namespace scanline::view::notes_gl_test
