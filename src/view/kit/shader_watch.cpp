#include "kit/shader_watch.h"

#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

namespace scanline::view {

namespace fs = std::filesystem;

ShaderWatch::ShaderWatch() {
    if (const char* folder = std::getenv("SCANLINE_SHADER_DIR"); folder && *folder != '\0')
        folder_ = folder;
    last_ = stamps();
}

bool ShaderWatch::changed() {
    Stamps now = stamps();
    const bool different = now != last_;
    last_ = std::move(now);
    return different;
}

gl::ShaderStore ShaderWatch::shaders() const {
    return store_.frozen();
}

std::string ShaderWatch::loss() const {
    std::error_code unknown; // treat an inaccessible folder as missing
    if (!folder_ || fs::is_directory(*folder_, unknown))
        return {};
    return fmt::format("The shader folder {} is gone: the built-in shaders are used", folder_->string());
}

ShaderWatch::Stamps ShaderWatch::stamps() const {
    Stamps stamps;
    if (!folder_)
        return stamps;
    // An editor may remove a file between the listing and the access.
    std::error_code error;
    for (fs::recursive_directory_iterator entry(*folder_, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code gone;
        const Stamp stamp{entry->last_write_time(gone), entry->file_size(gone)};
        if (!gone && entry->is_regular_file(gone))
            stamps.emplace(entry->path(), stamp);
    }
    return stamps;
}

} // namespace scanline::view
