// The session of the visualizer, which never refuses a file, but may not use it.
#include "shell/session_file.h"
#include "target.h"

namespace scanline::fuzz {

const Target session_target{
    "session",
    [](Bytes bytes, Folder folder) {
        const auto read = [&](Bytes from) {
            view::LoadedSession loaded = view::load_session(file_of(from, folder, "read.json"));
            if (!loaded.warning.empty())
                throw Error(loaded.warning);
            return std::move(loaded.state);
        };
        const auto write = [&](const view::SessionState& state) {
            save_session(folder / "written.json", state);
            return get(folder / "written.json");
        };
        require_round_trip(bytes, read, write);
    },
    [] {
        return split_seeds(
            R"({"format":1,"theme":"light","scale":1.5,"width":1280,"height":800,"scene":"cube","log_open":true,
"motion":false,"list":{"mode":"open","width":200},"tab":"steps","closed_groups":["a"],"recent":["/a"],"folder":"/",
"scenes":{"cube":{"file":"x"}}}|{"format":1})");
    }};

} // namespace scanline::fuzz
