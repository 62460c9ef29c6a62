#include "model_file.h"

#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/user_folders.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <system_error>

namespace scanline::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_model_bytes = std::size_t{1} << 16;
constexpr int max_model_depth = 4; ///< a model has three levels
constexpr std::size_t max_name = 40;
constexpr std::size_t most_quoted = 120;

// FNV-1a: the same on every machine, which std::hash need not be.
std::uint32_t hash(std::string_view text) {
    std::uint32_t value = 2166136261U;
    for (const char character : text)
        value = (value ^ static_cast<unsigned char>(character)) * 16777619U;
    return value;
}

// Small letters and digits; a hyphen for any number of others between them.
std::string as_file_name(std::string_view text) {
    std::string name;
    for (const char character : text) {
        const bool letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
        if (letter || (character >= '0' && character <= '9'))
            name +=
                character >= 'A' && character <= 'Z' ? static_cast<char>(character + 'a' - 'A') : character;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    name.resize(std::min(name.size(), max_name));
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name;
}

// As JSON: nothing of the file can break the line or the terminal, and a driver's text that is no UTF-8 is
// the same as when it was written.
std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

void make_folder_of(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        throw Error(fmt::format("the folder {} cannot be made: {}; set XDG_CACHE_HOME to another one",
                                printable_path(path.parent_path()), error.message()));
}

} // namespace

fs::path model_path(std::string_view kind, std::string_view device) {
    const std::optional<fs::path> folder = data::user_cache_folder();
    if (!folder)
        throw Error("there is no folder for what is measured of this machine: HOME is not set; set it, or "
                    "XDG_CACHE_HOME to a folder's whole path");
    return *folder / fmt::format("{}-{}-{:08x}.json", kind, as_file_name(device), hash(device));
}

void save_model(const fs::path& path, const ModelIdentity& identity, const Environment& environment,
                const Json& model) {
    Json file{{"format", identity.format}};
    for (const auto& [name, value] : identity.members)
        file[name] = value;
    file["timer"] = environment.timer;
    file["build_type"] = environment.build_type;
    file["date"] = environment.date;
    file.update(model);
    make_folder_of(path);
    data::write_file(path, file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void check_model_place(const fs::path& path) {
    make_folder_of(path);
    data::check_writable(path);
}

JsonReader model_reader(const fs::path& path, const ModelIdentity& identity) {
    return {path, std::string("a model of ") + identity.command};
}

Json parse_model(const JsonReader& reader, const ModelIdentity& identity) {
    Json file = reader.parse(max_model_bytes, max_model_depth);
    // First of all, because the rest means what the format says.
    const std::uint64_t format = reader.whole(file, "", "format", 1'000'000);
    if (format != identity.format)
        throw reader.foreign(fmt::format("its format is {}, not {}", format, identity.format));
    for (const auto& [name, value] : identity.members) {
        const std::string measured = quoted(reader.text(file, "", name)), now = quoted(value);
        if (measured != now)
            throw reader.foreign(fmt::format("its {} is {}, not {}", name, printable(measured, most_quoted),
                                             printable(now, most_quoted)));
    }
    return file;
}

bool is_missing(const fs::path& path) {
    std::error_code error;
    return fs::symlink_status(path, error).type() == fs::file_type::not_found;
}

} // namespace scanline::bench
