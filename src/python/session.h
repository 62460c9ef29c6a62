#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/machine/backend.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <string>

namespace scanline::python {

namespace py = pybind11;

/// Seconds to copy a byte to a GPU and back, estimated.
inline constexpr double device_seconds_of_byte = 4e-10;

/// Names a DataFrame in messages, where a table from a file has its path.
inline constexpr const char* frame_name = "the frame";

/// What the work of a call runs on.
struct Place {
    machine::ChosenBackend backend{};
    /// True once Ctrl-C was pressed; empty for work of less than a millisecond.
    CancelHook cancelled{};
};

/// Runs the work of a call without the GIL, and raises KeyboardInterrupt if Ctrl-C ends it. Work of less than
/// a millisecond of the processor runs on the caller's thread; everything else on the module's own, where the
/// OpenGL context is current, one call after the other: so any thread may call. Ctrl-C also ends the passes
/// of its compute engine. Call it with the GIL. Errors: those of the work and of choose_backend(); failure
/// for compute in a process that was forked after OpenGL started; `auto` takes the CPU there.
///
///     run({.backend = backend, .what = "sort", .bytes = ..., .cpu_seconds = ...},
///         [&](const Place& place) { place.backend.gpu ? ... : ...; });
void run(const machine::BackendRequest& request, const std::function<void(const Place&)>& work);

/// As run(), for what has no GPU part.
void run_on_cpu(double cpu_seconds, const std::function<void(const Place&)>& work);

/// Runs work on the module's thread some time later, to destroy what belongs to its context; never if the
/// thread has ended. Must not throw.
void run_later(std::function<void()> work);

/// The last call's backend, and why `auto` chose it: "cpu (auto: llvmpipe is a software renderer)".
std::string last_backend();

/// Ends the thread; called as the interpreter ends.
void close_session();

// What the parts of the module add to it.
void add_arrays(py::module_& module);
void add_buffers(py::module_& module);
void add_kdtree(py::module_& module);
void add_skyline(py::module_& module);
void add_cube(py::module_& module);
void add_picture(py::module_& module);

} // namespace scanline::python
