#pragma once
#include "scanline/view/view_request.h"
#include "shell/workbench.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanline::view::test {

/// What a person does with the window, step by step: it is opened, driven between its frames, and closed.
/// Every wait is bounded.
class ViewScript {
public:
    /// Arguments of xdotool: "key Right", "mousemove 10 20 click 1". The events go through the display.
    void input(const std::string& arguments);
    /// A file from a file manager: GLFW's callback is called as the display would.
    void drop(const std::filesystem::path& path);
    void act(std::function<void(Workbench&)> action);
    void wait_until(const std::string& what, std::function<bool(Workbench&)> condition);

    /// Fails the test case where a wait takes too long.
    void run(const ViewRequest& request);

private:
    struct Step {
        std::string what;
        std::function<bool(Workbench&)> done; ///< called once a turn until it is true
    };
    std::vector<Step> steps_;
};

} // namespace scanline::view::test
