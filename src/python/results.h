#pragma once
#include "session.h"

#include "scanline/core/choice.h"
#include "scanline/cpu/shared_work.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <span>

namespace scanline::python {

/// An array that Python passes without a copy.
template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> span_of(const Array<T>& numbers) {
    return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

/// The numbers as an array that owns them, without a copy. shape: none for one dimension.
template <class T>
Array<T> to_array(std::vector<T>&& numbers, std::vector<py::ssize_t> shape = {}) {
    if (shape.empty())
        shape = {std::ssize(numbers)};
    auto kept = std::make_unique<std::vector<T>>(std::move(numbers));
    const py::capsule owner(kept.get(), [](void* all) { delete static_cast<std::vector<T>*>(all); });
    return Array<T>(std::move(shape), kept.release()->data(), owner);
}

/// The arguments `backend` and `workers` of a call.
struct Way {
    std::string backend;
    int workers; ///< -1: all processors, or fewer for little work

    /// Workers are threads of the CPU, so a number of them chooses it, as on the command line. bytes: copied
    /// to a GPU and back.
    machine::BackendRequest request(const char* what, std::int64_t bytes) const {
        const auto named = find_choice(backend, machine::array_backends);
        if (!named || workers == 0 || workers < -1)
            throw usage_error(fmt::format("{}: give a backend of {}, and workers from 1, or -1 for all", what,
                                          names_of(machine::array_backends)));
        const bool is_free = *named == machine::Backend::automatic;
        return {.backend = is_free && workers > 0 ? machine::Backend::cpu : *named,
                .what = what,
                .bytes = bytes,
                .device_seconds = device_seconds_of_byte * static_cast<double>(bytes)};
    }
    cpu::Options options(const Place& place) const {
        return {.threads = std::max(workers, 0), .limits = {.cancelled = place.cancelled}};
    }
};

} // namespace scanline::python
