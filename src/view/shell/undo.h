#pragma once
#include "kit/scene.h"

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace scanline::view {

/// The edits of every scene, to be undone and redone. An edit is what differs between two snapshots of a
/// scene's settings, except those of the view: step, zoom, camera, tab, pinned element, and where a query is.
class Undo {
public:
    static constexpr std::size_t most = 200; ///< edits of a scene; beyond these the oldest go

    /// Takes what differs from the scene's last snapshot as one edit, which ends what could be redone. The
    /// first call for a scene only takes the snapshot.
    void record(const Scene& scene);

    bool can_undo(const Scene& scene) const { return !history_of(scene).undone_by.empty(); }
    bool can_redo(const Scene& scene) const { return !history_of(scene).redone_by.empty(); }
    /// Goes back or forward by an edit, if there is one. Returns what changed: "block = 64"; empty if nothing
    /// did.
    std::string undo(Scene& scene);
    std::string redo(Scene& scene);

private:
    using Settings = std::vector<Setting>;
    struct History {
        Settings now;
        std::deque<Settings> undone_by, redone_by; ///< the last is the next
    };

    const History& history_of(const Scene& scene) const;
    std::string move(Scene& scene, std::deque<Settings> History::*from, std::deque<Settings> History::*to);

    std::map<std::string, History, std::less<>> histories_; ///< by the scene's name
};

/// Sets those of these settings that a scene has otherwise, in their order. Returns them, without those that
/// the scene refuses.
std::vector<Setting> set_differing(Scene& scene, const std::vector<Setting>& wanted);

} // namespace scanline::view
