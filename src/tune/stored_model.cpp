#include "scanline/tune/stored_model.h"

#include "model_format.h"

#include "scanline/core/owner.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/user_folders.h"
#include "scanline/tune/calibrate.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <system_error>

namespace scanline::tune {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_model_bytes = std::size_t{1} << 16;
constexpr int max_model_depth = 4; ///< a model has three levels
constexpr std::size_t max_name = 40;
constexpr std::size_t max_quoted = 120;

// FNV-1a: the same on every machine, which std::hash need not be.
std::uint32_t hash(std::string_view text) {
    std::uint32_t value = 2166136261U;
    for (const char character : text)
        value = (value ^ static_cast<unsigned char>(character)) * 16777619U;
    return value;
}

// Lower-case letters and digits; a hyphen replaces any run of others between them.
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

// As JSON, so that file contents cannot break the line or the terminal, and a driver string that is not UTF-8
// matches what was written.
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

fs::path path_of(const ModelKind& kind, const std::string& device) {
    const std::optional<fs::path> folder = data::user_cache_folder();
    if (!folder)
        throw Error("there is no folder for this machine's measurements: HOME is not set; set it, or set "
                    "XDG_CACHE_HOME to an absolute path");
    return *folder / fmt::format("{}-{}-{:08x}.json", kind.name, as_file_name(device), hash(device));
}

void save(const fs::path& path, const ModelKind& kind, const Environment& environment, const Json& model) {
    Json file{{"format", kind.format}};
    for (const IdentityMember& member : kind.identity)
        file[member.name] = environment.*member.value;
    file["timer"] = environment.timer;
    file["build_type"] = environment.build_type;
    file["date"] = environment.date;
    file.update(model);
    make_folder_of(path);
    data::write_file(path, file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Json parse(const JsonReader& reader, const ModelKind& kind, const Environment& environment) {
    Json file = reader.parse(max_model_bytes, max_model_depth);
    // First, because the format gives the rest its meaning.
    const std::uint64_t format = reader.whole(file, "", "format", 1'000'000);
    if (format != kind.format)
        throw reader.foreign(fmt::format("its format is {}, not {}", format, kind.format));
    for (const IdentityMember& member : kind.identity) {
        const std::string measured = quoted(reader.text(file, "", member.name)),
                          now = quoted(environment.*member.value);
        if (measured != now)
            throw reader.foreign(fmt::format("its {} is {}, not {}", member.name,
                                             printable(measured, max_quoted), printable(now, max_quoted)));
    }
    return file;
}

// A dangling link is not missing.
bool is_missing(const fs::path& path) {
    std::error_code error;
    return fs::symlink_status(path, error).type() == fs::file_type::not_found;
}

} // namespace

template <class Model>
fs::path model_path(const Environment& environment) {
    const ModelKind kind = ModelFormat<Model>::kind();
    return path_of(kind, environment.*kind.identity.front().value);
}

void check_model_place(const fs::path& path) {
    make_folder_of(path);
    data::check_writable(path);
}

template <class Model>
void save_model(const fs::path& path, const Model& model, const Environment& environment) {
    save(path, ModelFormat<Model>::kind(), environment, ModelFormat<Model>::to_json(model));
}

template <class Model>
LoadedModel<Model> load_model(const fs::path& path, const Environment& environment) {
    if (is_missing(path))
        return {.reason = "there is no " + printable_path(path), .missing = true};
    if (is_of_another_user(path))
        return {.reason = printable_path(path) + " belongs to another user"};
    try {
        const ModelKind kind = ModelFormat<Model>::kind();
        const JsonReader reader(path, std::string("a model of ") + kind.command);
        const Json file = parse(reader, kind, environment);
        return {.model = ModelFormat<Model>::from_json(reader, file), .date = reader.text(file, "", "date")};
    } catch (const Error& damaged) {
        return {.reason = damaged.what()};
    }
}

template <class Model>
LoadedModel<Model> load_stored_model(const Environment& environment) {
    if (data::user_cache_folder())
        return load_model<Model>(model_path<Model>(environment), environment);
    return {.reason = "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set", .missing = true};
}

template fs::path model_path<raster::AutoModel>(const Environment&);
template void save_model(const fs::path&, const raster::AutoModel&, const Environment&);
template LoadedModel<raster::AutoModel> load_model(const fs::path&, const Environment&);
template LoadedModel<raster::AutoModel> load_stored_model(const Environment&);
template fs::path model_path<cpu::ScanModel>(const Environment&);
template void save_model(const fs::path&, const cpu::ScanModel&, const Environment&);
template LoadedModel<cpu::ScanModel> load_model(const fs::path&, const Environment&);
template LoadedModel<cpu::ScanModel> load_stored_model(const Environment&);

std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const ProgressHook& progress, const std::function<void(const std::string&)>& say) {
    const auto loaded = load_stored_model<raster::AutoModel>(environment);
    if (loaded.model)
        return std::make_shared<const raster::AutoModel>(*loaded.model);
    if (loaded.missing)
        return nullptr;
    say(fmt::format("{}; measuring anew what auto goes by ({} does it thoroughly)", loaded.reason,
                    model_command<raster::AutoModel>));
    const std::optional<Calibration> measured = calibrate(engine, timer, quick_calibration(), progress);
    if (!measured)
        return std::nullopt;
    try {
        save_model(model_path<raster::AutoModel>(environment), measured->model, environment);
    } catch (const Error& error) {
        // The costs are known; not saving them only means measuring again at the next start.
        say(error.what());
    }
    return std::make_shared<const raster::AutoModel>(measured->model);
}

} // namespace scanline::tune
