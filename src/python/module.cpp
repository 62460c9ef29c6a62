#include "session.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"

#include <new>

namespace scanline::python {

namespace {

// The library's sentences, as the errors that Python has for them.
void raise(const std::exception_ptr& pointer) {
    try {
        std::rethrow_exception(pointer);
    } catch (const Error& error) {
        PyErr_SetString(error.kind() == ErrorKind::usage ? PyExc_ValueError : PyExc_RuntimeError,
                        error.what());
    }
}

} // namespace

PYBIND11_MODULE(_core, module) {
    share_huge_pages();
    py::register_exception_translator([](std::exception_ptr pointer) {
        if (pointer)
            raise(pointer);
    });
    module.def("last_backend", &last_backend);
    module.def("_close", [] {
        const py::gil_scoped_release release;
        close_session();
    });
    add_arrays(module);
}

} // namespace scanline::python
