#pragma once
#include "kit/worker.h"
#include "scanline/gl/handle.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

struct FilePreview;
struct Host;
struct Look;

/// A folder's folders and files with a preview of the selected one, the files opened last, and a field that
/// filters by name or takes a path. Arrow keys select, Enter opens, Backspace goes up, Escape closes. To
/// save, the field has the name of the new file.
class FileDialog {
public:
    struct Request {
        std::vector<std::string_view> endings{};     ///< of the files that are shown at first; empty: all
        std::vector<std::filesystem::path> recent{}; ///< newest first; those that are gone are not shown
        /// Receives the file that is picked. An Error of it is shown, and the dialog stays.
        std::function<void(const std::filesystem::path&)> chosen;
        const char* title = "Open file";
        std::string
            name{}; ///< to save: of the new file, which gets the only one of `endings`; empty: to open
    };

    /// host: outlives this.
    explicit FileDialog(const Host& host);
    ~FileDialog();
    FileDialog(const FileDialog&) = delete;
    FileDialog& operator=(const FileDialog&) = delete;

    /// Shows the folder(), or the current one if it is gone.
    void open(Request request);
    const std::filesystem::path& folder() const { return folder_; } ///< that was shown last; at first empty
    void set_folder(std::filesystem::path folder) { folder_ = std::move(folder); }
    bool is_open() const { return open_; }

    /// Draws it if it is open. Reopens it, unchanged, after another dialog has displaced it.
    void draw(const Look& look);

private:
    void list(std::filesystem::path folder, const std::filesystem::path& selected = {});
    void filter();
    void move(int rows);
    void pick(const std::filesystem::path& path);
    void pick_typed();
    void select(const std::filesystem::path& path);
    bool saves() const { return !request_.name.empty(); }
    void close();
    void preview(int side);

    void draw_places(const Look& look);
    void draw_recent(const Look& look);
    void draw_entries(const Look& look);
    void draw_preview(const Look& look);
    void draw_field();
    void draw_buttons(const Look& look);

    const Host& host_;
    Request request_;
    bool open_ = false, all_files_ = false;
    std::filesystem::path folder_, selected_; ///< selected_: empty: nothing
    std::vector<std::string> entries_,
        shown_;              ///< names, all and those that the filter leaves; folders end with a slash
    std::size_t hidden_ = 0; ///< files with other endings
    bool moved_ = false;     ///< the selection, by keys: scrolls to it
    std::string field_, problem_;

    std::filesystem::path previewed_; ///< the file that the preview is or will be of
    Ticket reading_;
    std::unique_ptr<FilePreview> preview_;
    gl::Texture thumbnail_;
};

} // namespace scanline::view
