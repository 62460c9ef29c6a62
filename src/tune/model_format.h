#pragma once
#include "scanline/bench/json_reader.h"
#include "scanline/bench/results.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/raster/auto_model.h"

#include <vector>

namespace scanline::tune {

using bench::Environment;
using bench::Json;
using bench::JsonReader;

/// A member of the environment that a file repeats and that must match.
struct IdentityMember {
    const char* name;
    std::string Environment::*value;
};

/// The properties of one kind of model's files.
struct ModelKind {
    const char* name;                     ///< prefix of the file name
    std::uint64_t format;                 ///< changes whenever the meaning of the file does
    const char* command;                  ///< that measures it
    std::vector<IdentityMember> identity; ///< the first is the device in the file name
};

/// Writes a kind of model as members of an object, and reads it; from_json() throws the reader's error for
/// values that cannot have been measured.
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

} // namespace scanline::tune
