// Fails or kills a program at a call that a Plan names. It counts calls from the start of main on, of files
// in the plan's folder and of standard output; threads and allocations all.
#include "plan.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

using scanline::faults::Call;
using scanline::faults::Fault;
using scanline::faults::Plan;

namespace {

Plan* plan = nullptr; ///< none outside of main

/// The function of the next library by this name.
template <class Function>
Function* next(Function* /*own*/, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(function)                                                                                       \
    ([] {                                                                                                    \
        static const auto found = next(&::function, #function);                                              \
        return found;                                                                                        \
    }())

Fault fault_of(Call call) {
    if (plan == nullptr)
        return Fault::none;
    const std::uint32_t number = ++std::atomic_ref(plan->counts[static_cast<std::size_t>(call)]);
    return plan->fault != Fault::none && call == plan->call && number == plan->number ? plan->fault
                                                                                      : Fault::none;
}

std::string_view link_of(int file, std::array<char, PATH_MAX>& text) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "/proc/self/fd/%d", file);
    const ssize_t size = ::readlink(name.data(), text.data(), text.size());
    return {text.data(), static_cast<std::size_t>(size < 0 ? 0 : size)};
}

bool is_ours(std::string_view path) {
    return plan != nullptr && path.starts_with(plan->folder.data());
}

/// In the folder, or standard output by any number.
bool is_ours(int file) {
    if (plan == nullptr || file == STDERR_FILENO)
        return false;
    std::array<char, PATH_MAX> text{}, output{};
    const int error = errno;
    const std::string_view link = link_of(file, text);
    const bool ours = is_ours(link) || (!link.empty() && link == link_of(STDOUT_FILENO, output));
    errno = error;
    return ours;
}

/// Makes the call unless its fault is to fail or to die; `failed` is its result then.
template <class Action, class Result>
Result with_fault(Call kind, bool ours, int error, Result failed, Action action) {
    const Fault fault = ours ? fault_of(kind) : Fault::none;
    if (fault == Fault::kill_before)
        ::kill(::getpid(), SIGKILL);
    if (fault == Fault::failure) {
        errno = error;
        return failed;
    }
    const Result result = action(fault == Fault::short_write);
    if (fault == Fault::kill_after)
        ::kill(::getpid(), SIGKILL);
    return result;
}

std::size_t part_of(std::size_t size, bool is_short) {
    return is_short ? (size + 1) / 2 : size;
}

int (*real_main)(int, char**, char**) = nullptr;

int counted_main(int argc, char** argv, char** environment) {
    const char* const name = std::getenv("SCANLINE_FAULTS");
    const int file = name == nullptr ? -1 : ::open(name, O_RDWR | O_CLOEXEC);
    void* const memory =
        file < 0 ? MAP_FAILED : ::mmap(nullptr, sizeof(Plan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        std::abort();
    ::close(file);
    ::unsetenv("LD_PRELOAD"); // not for programs that it starts
    plan = static_cast<Plan*>(memory);
    const int exit_code = real_main(argc, argv, environment);
    plan = nullptr;
    return exit_code;
}

} // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*loader_fini)(), void* stack_end) {
    real_main = main;
    return NEXT(__libc_start_main)(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}

int close(int file) {
    const bool ours = is_ours(file);
    const int result = NEXT(close)(file); // as on Linux, also where it fails
    return with_fault(Call::close, ours, EIO, -1, [&](bool) { return result; });
}

#define FAULTY(kind, error, failed, ours, Result, name, parameters, ...)                                     \
    Result name parameters {                                                                                 \
        return with_fault(Call::kind, ours, error, static_cast<Result>(failed),                              \
                          [&]([[maybe_unused]] bool is_short) { return NEXT(name)(__VA_ARGS__); });          \
    }
#define OPEN(name)                                                                                           \
    int name(const char* path, int flags, ...) {                                                             \
        va_list more;                                                                                        \
        va_start(more, flags);                                                                               \
        const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;                 \
        va_end(more);                                                                                        \
        return with_fault(Call::open, is_ours(path), EMFILE, -1,                                             \
                          [&](bool) { return NEXT(name)(path, flags, mode); });                              \
    }
// Within the C library, streams read and write by calls of their own. The flag is that of a stream that has
// failed, as gnulib's fseterr() sets it.
#define STREAM(name, Memory, kind, error)                                                                    \
    size_t name(Memory* bytes, size_t size, size_t count, FILE* stream) {                                    \
        constexpr int failed = 0x20;                                                                         \
        bool is_done = false;                                                                                \
        const size_t done = with_fault(Call::kind, is_ours(fileno(stream)), error, size_t{0}, [&](bool) {    \
            is_done = true;                                                                                  \
            return NEXT(name)(bytes, size, count, stream);                                                   \
        });                                                                                                  \
        stream->_flags |= is_done ? 0 : failed;                                                              \
        return done;                                                                                         \
    }

// clang-format off
#define AT (int file, void* bytes, size_t size, off_t offset)
#define FROM (int file, const void* bytes, size_t size, off_t offset)
#define MAP (void* address, size_t size, int protection, int flags, int file, off_t offset)
OPEN(open)
OPEN(open64)
FAULTY(open, EMFILE, nullptr, is_ours(path), FILE*, fopen, (const char* path, const char* mode), path, mode)
FAULTY(open, EMFILE, nullptr, is_ours(path), FILE*, fopen64, (const char* path, const char* mode), path, mode)
FAULTY(read, EIO, -1, is_ours(file), ssize_t, read, (int file, void* bytes, size_t size), file, bytes, size)
FAULTY(read, EIO, -1, is_ours(file), ssize_t, pread, AT, file, bytes, size, offset)
FAULTY(read, EIO, -1, is_ours(file), ssize_t, pread64, AT, file, bytes, size, offset)
STREAM(fread, void, read, EIO)
FAULTY(write, ENOSPC, -1, is_ours(file), ssize_t, write, (int file, const void* bytes, size_t size), file, bytes, part_of(size, is_short))
FAULTY(write, ENOSPC, -1, is_ours(file), ssize_t, pwrite, FROM, file, bytes, part_of(size, is_short), offset)
FAULTY(write, ENOSPC, -1, is_ours(file), ssize_t, pwrite64, FROM, file, bytes, part_of(size, is_short), offset)
FAULTY(write, ENOSPC, -1, is_ours(file), ssize_t, writev, (int file, const iovec* parts, int count), file, parts, count)
STREAM(fwrite, const void, write, ENOSPC)
FAULTY(sync, EIO, -1, is_ours(file), int, fsync, (int file), file)
FAULTY(sync, EIO, -1, is_ours(file), int, fdatasync, (int file), file)
FAULTY(rename, EIO, -1, is_ours(to), int, rename, (const char* from, const char* to), from, to)
FAULTY(map, ENOMEM, MAP_FAILED, is_ours(file), void*, mmap, MAP, address, size, protection, flags, file, offset)
FAULTY(map, ENOMEM, MAP_FAILED, is_ours(file), void*, mmap64, MAP, address, size, protection, flags, file, offset)
FAULTY(resize, ENOSPC, -1, is_ours(file), int, ftruncate, (int file, off_t size), file, size)
FAULTY(resize, ENOSPC, -1, is_ours(file), int, ftruncate64, (int file, off_t size), file, size)
FAULTY(resize, ENOSPC, -1, is_ours(file), int, fallocate, (int file, int mode, off_t offset, off_t size), file, mode, offset, size)
FAULTY(resize, ENOSPC, -1, is_ours(file), int, fallocate64, (int file, int mode, off_t offset, off_t size), file, mode, offset, size)
FAULTY(thread, EAGAIN, EAGAIN, true, int, pthread_create, (pthread_t* thread, const pthread_attr_t* with, void* (*run)(void*), void* argument), thread, with, run, argument)
FAULTY(resize, ENOSPC, ENOSPC, is_ours(file), int, posix_fallocate, (int file, off_t offset, off_t size), file, offset, size)

// The C++ library allocates by these too. The names by which glibc exports its own serve before dlsym can.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

#define ALLOCATION(name, by, parameters, ...)                                                                \
    void* name parameters {                                                                                  \
        return with_fault(Call::allocation, true, ENOMEM, static_cast<void*>(nullptr),                       \
                          [&](bool) { return by(__VA_ARGS__); });                                            \
    }
ALLOCATION(malloc, __libc_malloc, (size_t size), size)
ALLOCATION(calloc, __libc_calloc, (size_t count, size_t size), count, size)
ALLOCATION(realloc, __libc_realloc, (void* memory, size_t size), memory, size)
ALLOCATION(aligned_alloc, __libc_memalign, (size_t alignment, size_t size), alignment, size)
// clang-format on

int posix_memalign(void** memory, size_t alignment, size_t size) {
    void* const found = aligned_alloc(alignment, size);
    if (found == nullptr)
        return ENOMEM;
    *memory = found;
    return 0;
}
}
