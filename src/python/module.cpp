#include "session.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"

#include <string>
#include <string_view>

namespace scanline::python {

namespace {

PyObject* type_of(const Error& error) {
    if (error.kind() == ErrorKind::usage)
        return PyExc_ValueError;
    // All that the library says of these is in the message.
    const std::string_view text = error.what();
    if (text.find("not enough memory") != std::string_view::npos)
        return PyExc_MemoryError;
    if (text.starts_with(std::string("cannot read ") + frame_name))
        return PyExc_ValueError;
    return text.starts_with("cannot read ") || text.starts_with("cannot write ") ? PyExc_OSError
                                                                                 : PyExc_RuntimeError;
}

// The library's sentences, as the errors that Python has for them; options are those of the command line
// there.
void raise(const std::exception_ptr& pointer) {
    try {
        std::rethrow_exception(pointer);
    } catch (const Error& error) {
        std::string text = error.what();
        constexpr std::string_view option = "--backend ";
        if (const std::size_t at = text.find(option); at != std::string::npos)
            text.erase(at, 2);
        PyErr_SetString(type_of(error), text.c_str());
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
    add_buffers(module);
    add_kdtree(module);
    add_skyline(module);
    add_cube(module);
    add_picture(module);
}

} // namespace scanline::python
