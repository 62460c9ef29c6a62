#include "scanline/core/module.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <utility>

namespace scanline {

Module::Module(std::filesystem::path file, std::string what, Symbols symbols)
    : file_(std::move(file)), what_(std::move(what)),
      handle_(dlopen(file_.c_str(),
                     RTLD_NOW | RTLD_NODELETE | (symbols == Symbols::shared ? RTLD_GLOBAL : RTLD_LOCAL))) {
    if (handle_ == nullptr)
        throw Error(fmt::format("{} cannot be loaded: {}", printable_path(file_), dlerror()));
}

void* Module::symbol(const char* name) const {
    void* const found = dlsym(handle_, name);
    if (found == nullptr)
        throw Error(fmt::format("{} is no {}: it has no function {}", printable_path(file_), what_, name));
    return found;
}

} // namespace scanline
