#include "session.h"

#include "scanline/cpu/radix_sort.h"

#include <pybind11/numpy.h>

namespace scanline::python {

void add_arrays(py::module_& module) {
    // A sketch of the data flow: sorts float32 into `out` of the same length.
    module.def("sort_float32", [](const py::array_t<float, py::array::c_style>& keys,
                                  py::array_t<float, py::array::c_style> out) {
        const std::span<const float> from(keys.data(), static_cast<std::size_t>(keys.size()));
        const std::span<float> to(out.mutable_data(), from.size());
        run_on_cpu(6e-9 * static_cast<double>(from.size()), [&](const Place&) {
            cpu::RadixSort({.threads = cpu::RadixSort::threads_for(from.size())})(from, to);
        });
    });
}

} // namespace scanline::python
