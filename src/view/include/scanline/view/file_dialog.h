#pragma once
#include "scanline/view/look.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanline::view {

/// A list of the folders and files of a folder, and a field for a path: what is chosen is handed on.
class FileDialog {
public:
    /// extensions: of the files that are listed, with the dot, in lower case; empty: all.
    void open(const std::string& title, std::vector<std::string> extensions,
              std::function<void(const std::filesystem::path&)> chosen);
    bool is_open() const { return open_; }

    /// Where it is open; one that another dialog has taken the place of comes back as it was.
    void draw(const Look& look);

private:
    struct Entry {
        std::string name; ///< folders end with a slash
        bool folder = false;
    };
    void list(const std::filesystem::path& folder);
    void pick(const Entry& entry);
    void close();

    bool open_ = false;
    std::string title_;
    std::vector<std::string> extensions_;
    std::function<void(const std::filesystem::path&)> chosen_;
    std::filesystem::path folder_;
    std::vector<Entry> entries_;
    std::string field_, problem_;
};

} // namespace scanline::view
