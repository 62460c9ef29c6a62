// Lessons: the stops without a question, as the program writes them, are read again.
#include "shell/lesson.h"
#include "target.h"

namespace scanline::fuzz {

const Target lesson_target{
    "lesson",
    [](Bytes bytes, Folder folder) {
        for (view::Stop stop : view::parse_lesson(folder / "a.md", bytes).stops) {
            stop.text = "Text."; // texts of the program begin with a word
            if (!stop.question.empty() || stop.step == view::Stop::last_step)
                continue;
            const view::Stop again = read_again(
                [&] { return view::parse_lesson(folder / "a.md", "# T\n" + to_text(stop)).stops.at(0); });
            require(again.is_like(stop) && again.step == stop.step, "a stop is written as another");
        }
    },
    [] {
        return split_seeds(
            "# Title\n\nFor readers.\n\n## Stop\n\n    scene: cube\n    set: a=b, \"c=1,2\", \" d=e \"\n "
            "   step: 3\n    pin: 5\n\nText\nof a "
            "stop.\n\nMore: of it.\n\n## Last\n\n    step: last\n    goal: fetches of it >= "
            "4\n\nText\n|# T\n## S\n    scene: x\n"
            "Text\n? Why?\n- [ ] a\n- [x] b\n> So.\n<!-- Note -->\n<!--\nlong\n-->\n");
    }};

} // namespace scanline::fuzz
