#include "kit/exports.h"

#include "scanline/core/text.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace scanline::view {

void Exports::save(const std::filesystem::path& path, Write write) {
    std::error_code unknown; // if unknown, writing reports why
    File file{std::filesystem::absolute(path), std::move(write)};
    // Nothing is lost by writing to a device.
    if (std::filesystem::is_regular_file(path, unknown))
        waiting_.push_back(std::move(file));
    else
        this->write(file);
}

void Exports::answer(bool replace) {
    if (waiting_.empty())
        return;
    if (replace)
        confirmed_.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
}

void Exports::update() {
    while (!confirmed_.empty()) {
        const File file = std::move(confirmed_.front());
        confirmed_.pop_front();
        write(file);
    }
}

void Exports::write(const File& file) {
    file.write(file.path);
    log_.notify(fmt::format("Wrote {}", printable_path(file.path)), file.path);
}

} // namespace scanline::view
