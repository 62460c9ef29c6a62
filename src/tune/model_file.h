#pragma once
#include "scanline/bench/json_reader.h"

#include "scanline/bench/results.h"
#include "scanline/core/text.h"
#include "scanline/data/user_folders.h"
#include "scanline/tune/loaded_model.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::bench {

/// The file of one kind of model for one device in the user's cache folder: "auto-nvidia-h200-0c4f66d4.json",
/// the name of the device as far as file names go, and a hash of all of it, so that several do not overwrite
/// each other's. Errors: failure where there is no such folder, with what to set.
std::filesystem::path model_path(std::string_view kind, std::string_view device);

/// What a file has to agree in with this machine and program to be trusted.
struct ModelIdentity {
    std::uint64_t format; ///< another number for every change of what the file means
    const char* command;  ///< that measures it: "scanline tune"
    std::vector<std::pair<const char*, std::string>> members;
};

/// Writes a model, given as the members of a JSON object, with what it was measured on, whole or not at all;
/// the folder is made where it is missing. Errors: failure, naming the path and the system's reason.
void save_model(const std::filesystem::path& path, const ModelIdentity& identity,
                const Environment& environment, const Json& model);

/// A file that someone may have damaged.
JsonReader model_reader(const std::filesystem::path& path, const ModelIdentity& identity);
/// It as an object that agrees with the identity. Errors: failure, in a line that names the file.
Json parse_model(const JsonReader& reader, const ModelIdentity& identity);

/// Whether there is anything by that name, be it a link to nothing.
bool is_missing(const std::filesystem::path& path);

/// read(reader, json): the model, or an Error. Never throws for what is in the file.
template <class Model, class Read>
LoadedModel<Model> load_model(const std::filesystem::path& path, const ModelIdentity& identity, Read read) {
    if (is_missing(path))
        return {std::nullopt, {}, "there is no " + printable_path(path), true};
    try {
        const JsonReader reader = model_reader(path, identity);
        const Json json = parse_model(reader, identity);
        return {read(reader, json), reader.text(json, "", "date"), {}, false};
    } catch (const Error& damaged) {
        return {std::nullopt, {}, damaged.what(), false};
    }
}

/// What is in the user's cache folder, loaded by load(); missing where there is no such folder.
template <class Load>
auto load_stored_model(Load load) -> decltype(load()) {
    if (data::user_cache_folder())
        return load();
    return {.reason = "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set", .missing = true};
}

} // namespace scanline::bench
