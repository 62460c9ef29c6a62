#include "scanline/gl/large_pages.h"

#include <GL/glew.h>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace scanline::gl {
namespace {

// The part of the CUDA driver interface that allocates shareable memory. Types follow their layout in cuda.h,
// which is stable.
namespace cuda {

using Result = int; // 0: success
using Device = int;
using MemoryHandle = unsigned long long;
using Uuid = std::array<unsigned char, 16>;

struct AllocationProperties {
    int type = 1;                   // CU_MEM_ALLOCATION_TYPE_PINNED
    int requested_handle_types = 1; // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
    int location_type = 1;          // CU_MEM_LOCATION_TYPE_DEVICE
    int location = 0;               // the device
    void* windows_attributes = nullptr;
    std::array<unsigned char, 8> flags{};
};
static_assert(sizeof(AllocationProperties) == 32);

constexpr int posix_file_descriptor = 1;
constexpr int recommended_granularity = 1;

class Driver {
public:
    static std::optional<Driver> load() {
        // Never closed: the driver keeps threads.
        void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        Driver driver;
        if (!library || !driver.find_functions(library) || driver.init(0) != 0)
            return std::nullopt;
        return driver;
    }

    Result (*init)(unsigned) = nullptr;
    Result (*device_count)(int*) = nullptr;
    Result (*device_get)(Device*, int) = nullptr;
    Result (*device_uuid)(Uuid*, Device) = nullptr;
    Result (*granularity)(std::size_t*, const AllocationProperties*, int) = nullptr;
    Result (*create)(MemoryHandle*, std::size_t, const AllocationProperties*, unsigned long long) = nullptr;
    Result (*export_handle)(void*, MemoryHandle, int, unsigned long long) = nullptr;
    Result (*release)(MemoryHandle) = nullptr;

private:
    bool find_functions(void* library) {
        const auto find = [library](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        return find(init, "cuInit") && find(device_count, "cuDeviceGetCount") &&
               find(device_get, "cuDeviceGet") && find(device_uuid, "cuDeviceGetUuid") &&
               find(granularity, "cuMemGetAllocationGranularity") && find(create, "cuMemCreate") &&
               find(export_handle, "cuMemExportToShareableHandle") && find(release, "cuMemRelease");
    }
};

} // namespace cuda

bool is_turned_off() {
    const char* const setting = std::getenv("SCANLINE_LARGE_PAGES");
    return setting && std::string_view(setting) == "0";
}

std::atomic<bool> is_allowed = true;

const std::optional<cuda::Driver>& cuda_driver() {
    static const std::optional<cuda::Driver> driver = is_turned_off() ? std::nullopt : cuda::Driver::load();
    return driver;
}

// The device of the current context.
std::optional<cuda::Device> current_device(const cuda::Driver& driver) {
    cuda::Uuid ours{};
    glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, ours.data());
    int count = 0;
    if (glGetError() != GL_NO_ERROR || driver.device_count(&count) != 0)
        return std::nullopt;
    for (int index = 0; index < count; ++index) {
        cuda::Device device = 0;
        cuda::Uuid uuid{};
        if (driver.device_get(&device, index) == 0 && driver.device_uuid(&uuid, device) == 0 && uuid == ours)
            return device;
    }
    return std::nullopt;
}

// A file descriptor of new device memory; rounds up the number of bytes.
std::optional<int> allocate(const cuda::Driver& driver, cuda::Device device, std::size_t& bytes) {
    cuda::AllocationProperties properties;
    properties.location = device;
    std::size_t granularity = 0;
    if (driver.granularity(&granularity, &properties, cuda::recommended_granularity) != 0 || granularity == 0)
        return std::nullopt;
    bytes = (bytes + granularity - 1) / granularity * granularity;
    cuda::MemoryHandle memory = 0;
    if (driver.create(&memory, bytes, &properties, 0) != 0)
        return std::nullopt;
    int descriptor = -1;
    const bool exported = driver.export_handle(&descriptor, memory, cuda::posix_file_descriptor, 0) == 0;
    // The descriptor keeps the memory alive.
    driver.release(memory);
    return exported ? std::optional(descriptor) : std::nullopt;
}

} // namespace

// In arrays this large, random accesses through usual pages take 10 to 100 times as long (H200).
constexpr std::int64_t always_worth = std::int64_t{1} << 29;

void allow_large_pages(bool allowed) {
    is_allowed = allowed;
}

bool allocate_large_pages(const Buffer& buffer, std::int64_t bytes) {
    if ((!is_allowed && bytes < always_worth) || !glImportMemoryFdEXT || !glBufferStorageMemEXT ||
        !cuda_driver())
        return false;
    const cuda::Driver& driver = *cuda_driver();
    const std::optional<cuda::Device> device = current_device(driver);
    if (!device)
        return false;
    auto rounded = static_cast<std::size_t>(bytes);
    const std::optional<int> descriptor = allocate(driver, *device, rounded);
    if (!descriptor)
        return false;

    GLuint memory = 0;
    glCreateMemoryObjectsEXT(1, &memory);
    // Takes ownership of the descriptor on success.
    glImportMemoryFdEXT(memory, rounded, GL_HANDLE_TYPE_OPAQUE_FD_EXT, *descriptor);
    if (glGetError() != GL_NO_ERROR) {
        close(*descriptor);
        glDeleteMemoryObjectsEXT(1, &memory);
        return false;
    }
    GLint bound = 0;
    glGetIntegerv(GL_COPY_WRITE_BUFFER_BINDING, &bound);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id());
    // Covers all of the memory: if storage ends within a page, kernel writes to other storage may be lost
    // (driver 580.159).
    glBufferStorageMemEXT(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(rounded), memory, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, static_cast<GLuint>(bound));
    const bool stored = glGetError() == GL_NO_ERROR;
    // The buffer keeps its memory alive.
    glDeleteMemoryObjectsEXT(1, &memory);
    return stored;
}

} // namespace scanline::gl
