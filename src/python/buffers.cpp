#include "session.h"

#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"
#include "scanline/compute/transform.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/gl/context.h"

#include <GL/glew.h>
#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scanline::python {

namespace {

// Sorts or adds the elements of a buffer, into another or in place. NaN come last, as those without a sign
// do.
template <class T>
void work_on(compute::Engine& engine, const std::string& what, compute::ArrayView<const T> from,
             compute::ArrayView<T> to) {
    if (what == "cumsum")
        return compute::Scan<T>(engine)(from, to);
    if constexpr (std::is_same_v<T, float>) {
        compute::Transform<T>(engine, "isnan(x) ? uintBitsToFloat(0x7fc00000u) : x")(from, to);
        from = to;
    }
    compute::RadixSort<T>{engine}(from, to);
}

void work_on(compute::Engine& engine, const std::string& what, const compute::BufferRange& from,
             const compute::BufferRange& to) {
    const auto as = [&]<class T>(T /*type*/) {
        work_on<T>(engine, what, compute::ArrayView<const T>(from), compute::ArrayView<T>(to));
    };
    switch (from.type) {
    case compute::ElementType::float32: return as(float());
    case compute::ElementType::int32: return as(std::int32_t());
    default: return as(std::uint32_t());
    }
}

// A machine in a context of the caller's. Its marker tells the context again: a later one may have its
// address.
struct Adopted {
    explicit Adopted(const gl::Capabilities& capabilities)
        : machine(std::make_unique<machine::Machine>(capabilities, machine::Machine::Options{})),
          marker(compute::make_buffer(4)), label(fmt::format("scanline {}", ++made)) {
        glObjectLabel(GL_BUFFER, marker.id(), -1, label.c_str());
    }

    bool is_current() const {
        char there[32] = "";
        if (glIsBuffer(marker.id()) == GL_TRUE)
            glGetObjectLabel(GL_BUFFER, marker.id(), sizeof(there), nullptr, there);
        return label == there;
    }

    std::unique_ptr<machine::Machine> machine;
    gl::Buffer marker;
    std::string label;
    static inline int made = 0;
};

// Guarded by the GIL.
std::vector<Adopted>& all_adopted() {
    static auto* const all = new std::vector<Adopted>; // contexts may be gone when the process ends
    return *all;
}

void on_buffer(const std::string& what, unsigned buffer, std::int64_t count, const std::string& type) {
    const compute::BufferRange range{buffer, 0, count, parse_choice("dtype", type, compute::number_types)};
    const gl::Capabilities capabilities = gl::adopt_current_context();
    if (!capabilities.compute_shader)
        throw Error(ErrorKind::no_opengl, fmt::format("{}: the current context is of OpenGL {}: ask for 4.3",
                                                      what, gl::to_string(capabilities.version)));
    compute::require_in_buffer(range);
    auto here = std::ranges::find_if(all_adopted(), &Adopted::is_current);
    if (here == all_adopted().end())
        here = all_adopted().emplace(here, capabilities);
    work_on(here->machine->compute(), what, range, range);
}

// Those of other contexts are left to these.
void release() {
    for (Adopted& adopted : all_adopted()) {
        if (glGetString(GL_VERSION) != nullptr && adopted.is_current())
            continue;
        static_cast<void>(adopted.machine.release());
        static_cast<void>(std::move(adopted.marker).release());
    }
    all_adopted().clear();
}

// Returns true if CUDA reads what a compute shader wrote; a driver may compress it.
bool cuda_sees_kernels_work(compute::Engine& engine) {
    const std::vector<std::uint32_t> ones(std::size_t{1} << 20, 1);
    std::optional<gl::CudaMapping> mapping;
    const compute::BufferRange range{.size = std::ssize(ones)};
    const gl::Buffer buffer = compute::make_buffer(range.bytes(), compute::Pages::large, &mapping);
    const compute::ArrayView<std::uint32_t> numbers({buffer.id(), 0, range.size, range.type});
    engine.upload(numbers, std::span(ones));
    compute::Scan<std::uint32_t>{engine}(numbers, numbers);
    glFinish();
    std::vector<std::uint32_t> seen(ones.size());
    return mapping && mapping->copy_to(std::as_writable_bytes(std::span(seen))) &&
           seen == compute::download(numbers);
}

// An array in the context of the module's thread, which makes, uses and destroys it.
class DeviceArray {
public:
    explicit DeviceArray(const py::array& from)
        : range_{.size = from.size(),
                 .type = parse_choice("dtype", py::str(from.dtype()).cast<std::string>(),
                                      compute::number_types)} {
        const std::span bytes(static_cast<const std::byte*>(from.data()),
                              static_cast<std::size_t>(from.nbytes()));
        make([&](compute::Engine& engine) { engine.upload_bytes(range_, bytes); });
    }
    // The result of work on another.
    DeviceArray(const DeviceArray& from, const std::string& what) : range_(from.range_) {
        make([&](compute::Engine& engine) {
            from.wait_for_cuda();
            work_on(engine, what, from.range_, range_);
        });
    }
    ~DeviceArray() {
        const py::gil_scoped_release release; // the mapping waits
        cuda_.reset();
        run_later([id = range_.buffer] { gl::Buffer::wrap(id); });
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    void work(const std::string& what) {
        run_there([&](compute::Engine& engine) { work_on(engine, what, range_, range_); });
    }
    /// The array's address in CUDA, or 0. Later calls wait for CUDA's work first.
    std::uint64_t cuda_address() {
        static std::optional<bool> is_coherent;
        if (cuda_ && !is_coherent)
            run_there([&](compute::Engine& engine) { is_coherent = cuda_sees_kernels_work(engine); });
        is_shared_ = cuda_ && *is_coherent;
        return is_shared_ ? cuda_->address() : 0;
    }
    void download(py::array& to) const {
        const std::span bytes(static_cast<std::byte*>(to.mutable_data()),
                              static_cast<std::size_t>(to.nbytes()));
        run_there([&](compute::Engine& engine) { engine.download_bytes(range_, bytes); });
    }

private:
    void wait_for_cuda() const {
        if (is_shared_)
            cuda_->wait();
    }
    template <class Work>
    void run_there(Work work) const {
        run({.backend = machine::Backend::compute, .what = "array", .bytes = range_.bytes()},
            [&](const Place& place) {
                wait_for_cuda();
                work(place.backend.gpu->compute());
                if (cuda_)
                    glFinish();
            });
    }
    template <class Work>
    void make(Work work) {
        run_there([&](compute::Engine& engine) {
            gl::Buffer buffer = compute::make_buffer(range_.bytes(), compute::Pages::large, &cuda_);
            range_.buffer = buffer.id();
            work(engine);
            static_cast<void>(std::move(buffer).release());
        });
    }

    compute::BufferRange range_;
    std::optional<gl::CudaMapping> cuda_;
    bool is_shared_ = false;
};

} // namespace

void add_buffers(py::module_& module) {
    py::class_<DeviceArray>(module, "DeviceArray")
        .def(py::init<const py::array&>())
        .def(py::init<const DeviceArray&, const std::string&>())
        .def("work", &DeviceArray::work)
        .def("cuda_address", &DeviceArray::cuda_address)
        .def("download", &DeviceArray::download);
    module.def("on_buffer", &on_buffer);
    module.def("release", &release, R"(Forget the OpenGL contexts whose buffers were sorted.

Call it before such a context ends, while it is current: what was made in it is then destroyed.)");
}

} // namespace scanline::python
