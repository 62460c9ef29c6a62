#pragma once
#include "scanline/bench/peer_interface.h"

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

/// What a module of a peer is made of; peer_module.cpp makes the functions of peer_interface.h of it. Errors
/// are thrown as std::exception.
namespace scanline::peer {

/// A piece of work that is ready to run.
class Work {
public:
    Work() = default;
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    virtual ~Work() = default;

    /// As scanline_peer_run() and scanline_peer_result().
    virtual double run() = 0;
    virtual void result(int output, std::uint32_t* to, std::size_t size) = 0;
};

/// Elements of a case, see array_of().
template <class T>
struct Array {
    T* data = nullptr;
    std::size_t size = 0;

    T* begin() const { return data; }
    T* end() const { return data + size; }
    T& operator[](std::size_t i) const { return data[i]; }
};

/// Null where the case has none of this name.
inline const ScanlinePeerArray* find_array(const ScanlinePeerCase& work, const char* name) {
    for (std::uint64_t i = 0; i < work.array_count; ++i) {
        if (std::strcmp(work.arrays[i].name, name) == 0)
            return work.arrays + i;
    }
    return nullptr;
}

/// Empty where the case has none of this name; throws where it is of another type. T: std::uint32_t,
/// std::int32_t or float, const or not.
template <class T>
Array<T> array_of(const ScanlinePeerCase& work, const char* name) {
    using Element = std::remove_const_t<T>;
    const int type = std::is_same<Element, float>::value          ? SCANLINE_PEER_FLOAT32
                     : std::is_same<Element, std::int32_t>::value ? SCANLINE_PEER_INT32
                                                                  : SCANLINE_PEER_UINT32;
    const ScanlinePeerArray* const found = find_array(work, name);
    if (found == nullptr)
        return {};
    if (found->type != type)
        throw std::runtime_error(std::string(name) + " of another type than it takes");
    return {static_cast<T*>(found->data), static_cast<std::size_t>(found->size)};
}

/// Throws where the case has none of this name.
inline double number_of(const ScanlinePeerCase& work, const char* name) {
    for (std::uint64_t i = 0; i < work.number_count; ++i) {
        if (std::strcmp(work.numbers[i].name, name) == 0)
            return work.numbers[i].value;
    }
    throw std::runtime_error(std::string("it needs the number ") + name);
}

// Each module has its own.

std::unique_ptr<Work> open(const ScanlinePeerCase& work);
/// The library with its version, and the device; throws where it cannot work here.
std::string name();

} // namespace scanline::peer
