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
using Address = unsigned long long;
using Context = void*;
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

struct AccessDescription {
    int location_type = 1; // CU_MEM_LOCATION_TYPE_DEVICE
    int location = 0;      // the device
    int flags = 3;         // CU_MEM_ACCESS_FLAGS_PROT_READWRITE
};
static_assert(sizeof(AccessDescription) == 12);

constexpr int posix_file_descriptor = 1;
constexpr int recommended_granularity = 1;
constexpr unsigned char generic_compression = 1; // CU_MEM_ALLOCATION_COMP_GENERIC

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
    Result (*reserve)(Address*, std::size_t, std::size_t, Address, unsigned long long) = nullptr;
    Result (*map)(Address, std::size_t, std::size_t, MemoryHandle, unsigned long long) = nullptr;
    Result (*set_access)(Address, std::size_t, const AccessDescription*, std::size_t) = nullptr;
    Result (*unmap)(Address, std::size_t) = nullptr;
    Result (*free_address)(Address, std::size_t) = nullptr;
    Result (*retain_context)(Context*, Device) = nullptr;
    Result (*release_context)(Device) = nullptr;
    Result (*push_context)(Context) = nullptr;
    Result (*pop_context)(Context*) = nullptr;
    Result (*synchronize)() = nullptr;
    Result (*copy_to_host)(void*, Address, std::size_t) = nullptr;

private:
    bool find_functions(void* library) {
        const auto find = [library](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        return find(init, "cuInit") && find(device_count, "cuDeviceGetCount") &&
               find(device_get, "cuDeviceGet") && find(device_uuid, "cuDeviceGetUuid") &&
               find(granularity, "cuMemGetAllocationGranularity") && find(create, "cuMemCreate") &&
               find(export_handle, "cuMemExportToShareableHandle") && find(release, "cuMemRelease") &&
               find(reserve, "cuMemAddressReserve") && find(map, "cuMemMap") &&
               find(set_access, "cuMemSetAccess") && find(unmap, "cuMemUnmap") &&
               find(free_address, "cuMemAddressFree") && find(retain_context, "cuDevicePrimaryCtxRetain") &&
               find(release_context, "cuDevicePrimaryCtxRelease_v2") &&
               find(push_context, "cuCtxPushCurrent_v2") && find(pop_context, "cuCtxPopCurrent_v2") &&
               find(synchronize, "cuCtxSynchronize") && find(copy_to_host, "cuMemcpyDtoH_v2");
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

// Returns whether the work succeeded.
template <class Work>
bool in_primary_context(cuda::Device device, const Work& work) {
    cuda::Context context = nullptr;
    if (cuda_driver()->retain_context(&context, device) != 0)
        return false;
    bool done = false;
    if (cuda_driver()->push_context(context) == 0) {
        done = work() == 0;
        cuda_driver()->pop_context(&context);
    }
    cuda_driver()->release_context(device);
    return done;
}

// Returns the address of the memory in CUDA, or 0.
cuda::Address map(const cuda::Driver& driver, cuda::Device device, cuda::MemoryHandle memory,
                  std::size_t bytes) {
    cuda::Address address = 0;
    if (driver.reserve(&address, bytes, 0, 0, 0) != 0)
        return 0;
    const cuda::AccessDescription access{.location = device};
    if (driver.map(address, bytes, 0, memory, 0) == 0) {
        if (driver.set_access(address, bytes, &access, 1) == 0)
            return address;
        driver.unmap(address, bytes);
    }
    driver.free_address(address, bytes);
    return 0;
}

// A file descriptor of new device memory; rounds up the number of bytes.
std::optional<int> allocate(const cuda::Driver& driver, cuda::Device device, std::size_t& bytes,
                            std::optional<CudaMapping>* mapping) {
    cuda::AllocationProperties properties;
    properties.location = device;
    // OpenGL's kernels write compressed lines, and CUDA decodes them only through a compressible mapping
    // (H200, 580.159); it is ignored where the device has none.
    if (mapping != nullptr)
        properties.flags[0] = cuda::generic_compression;
    std::size_t granularity = 0;
    if (driver.granularity(&granularity, &properties, cuda::recommended_granularity) != 0 || granularity == 0)
        return std::nullopt;
    bytes = (bytes + granularity - 1) / granularity * granularity;
    cuda::MemoryHandle memory = 0;
    if (driver.create(&memory, bytes, &properties, 0) != 0)
        return std::nullopt;
    int descriptor = -1;
    const bool exported = driver.export_handle(&descriptor, memory, cuda::posix_file_descriptor, 0) == 0;
    if (exported && mapping != nullptr)
        if (const cuda::Address address = map(driver, device, memory, bytes); address != 0)
            mapping->emplace(address, bytes, device);
    // The descriptor and the mapping keep the memory alive.
    driver.release(memory);
    return exported ? std::optional(descriptor) : std::nullopt;
}

} // namespace

// In arrays this large, random accesses through usual pages take 10 to 100 times as long (H200).
constexpr std::int64_t always_worth = std::int64_t{1} << 29;

void allow_large_pages(bool allowed) {
    is_allowed = allowed;
}

CudaMapping::~CudaMapping() {
    if (address_ == 0)
        return;
    wait();
    cuda_driver()->unmap(address_, bytes_);
    cuda_driver()->free_address(address_, bytes_);
}

void CudaMapping::wait() const {
    in_primary_context(device_, [] { return cuda_driver()->synchronize(); });
}

bool CudaMapping::copy_to(std::span<std::byte> bytes) const {
    return in_primary_context(
        device_, [&] { return cuda_driver()->copy_to_host(bytes.data(), address_, bytes.size()); });
}

bool allocate_large_pages(const Buffer& buffer, std::int64_t bytes, std::optional<CudaMapping>* mapping) {
    if ((!is_allowed && bytes < always_worth) || !glImportMemoryFdEXT || !glBufferStorageMemEXT ||
        !cuda_driver())
        return false;
    const cuda::Driver& driver = *cuda_driver();
    const std::optional<cuda::Device> device = current_device(driver);
    if (!device)
        return false;
    auto rounded = static_cast<std::size_t>(bytes);
    const std::optional<int> descriptor = allocate(driver, *device, rounded, mapping);
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
