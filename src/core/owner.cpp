#include "scanline/core/owner.h"

#include <sys/stat.h>
#include <unistd.h>

namespace scanline {

bool is_of_another_user(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && status.st_uid != ::geteuid() && status.st_uid != 0;
}

} // namespace scanline
