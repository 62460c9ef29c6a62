#pragma once
#include "scanline/bench/json_reader.h"
#include "scanline/bench/results.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/raster/auto_model.h"

#include <vector>

namespace scanline::bench {

/// A member of an environment that a file repeats, and has to agree in to be trusted.
struct IdentityMember {
    const char* name;
    std::string Environment::*value;
};

/// What distinguishes the files of one kind of model.
struct ModelKind {
    const char* name;                     ///< begins the name of the file
    std::uint64_t format;                 ///< another number for every change of what the file means
    const char* command;                  ///< measures it
    std::vector<IdentityMember> identity; ///< the first is the device that names the file
};

/// How a kind of model is written, as members of an object, and read again; from_json() throws what the
/// reader makes of anything that was never measured.
template <class Model>
struct ModelFormat;

template <>
struct ModelFormat<raster::AutoModel> {
    static ModelKind kind();
    static Json to_json(const raster::AutoModel& model);
    static raster::AutoModel from_json(const JsonReader& reader, const Json& file);
};

template <>
struct ModelFormat<cpu::ScanModel> {
    static ModelKind kind();
    static Json to_json(const cpu::ScanModel& model);
    static cpu::ScanModel from_json(const JsonReader& reader, const Json& file);
};

} // namespace scanline::bench
