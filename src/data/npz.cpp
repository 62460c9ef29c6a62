#include "scanline/data/npz.h"

#include "scanline/core/error.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/read_file.h"

#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string_view>
#include <zip.h>

namespace scanline::data {
namespace {

constexpr std::string_view suffix = ".npy";
constexpr std::uint64_t max_entry_bytes = std::uint64_t{1} << 36;
/// The first day that the time stamps of ZIP know, as numpy writes it.
constexpr std::uint16_t first_day = 1 << 5 | 1;

/// libzip's own words for what went wrong, freed as it wants it.
class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    zip_error_t* get() { return &error_; }
    const char* text() { return zip_error_strerror(&error_); }

private:
    zip_error_t error_{};
};

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

struct FreeSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, FreeSource>;

struct CloseFile {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using File = std::unique_ptr<zip_file_t, CloseFile>;

/// Bytes in the memory of the caller, or for an archive that is to be made.
Source make_source(std::span<const std::byte> bytes) {
    ZipError error;
    Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get()));
    if (!source)
        throw Error(fmt::format("an archive cannot be held in memory: {}", error.text()));
    return source;
}

/// Leaves the source to the caller beside the archive.
Archive open_archive(const Source& source, int flags, const std::filesystem::path& path) {
    ZipError error;
    Archive archive(zip_open_from_source(source.get(), flags, error.get()));
    if (!archive)
        throw read_error(path, fmt::format("it is no NPZ file ({}); save it with numpy.savez", error.text()));
    zip_source_keep(source.get()); // the archive frees its own
    return archive;
}

std::vector<std::byte> read_entry(zip_t& archive, zip_uint64_t index, std::uint64_t size,
                                  const std::filesystem::path& path, std::string_view name) {
    if (size > max_entry_bytes)
        throw read_error(path, fmt::format("its array {} has {} bytes, over the limit of {}", name, size,
                                           max_entry_bytes));
    const auto damaged = [&](const char* why) {
        return read_error(path,
                          fmt::format("its array {} cannot be read ({}); the file is damaged", name, why));
    };
    const File file(zip_fopen_index(&archive, index, 0));
    if (!file)
        throw damaged(zip_strerror(&archive));
    std::vector<std::byte> bytes(size);
    // A read takes a part only; behind the last byte, the sum of all is checked.
    std::size_t at = 0;
    for (;;) {
        std::byte none{};
        std::byte* const to = at < bytes.size() ? bytes.data() + at : &none;
        const zip_int64_t count = zip_fread(file.get(), to, at < bytes.size() ? bytes.size() - at : 1);
        if (count < 0)
            throw damaged(zip_file_strerror(file.get()));
        if (count == 0)
            break;
        at += static_cast<std::size_t>(count);
    }
    if (at != bytes.size())
        throw damaged("it ends early");
    return bytes;
}

void add_entry(zip_t& archive, const std::string& name, const std::vector<std::byte>& bytes) {
    const auto failed = [&] {
        return Error(
            fmt::format("the array {} cannot be put into an archive: {}", name, zip_strerror(&archive)));
    };
    zip_source_t* source = zip_source_buffer(&archive, bytes.data(), bytes.size(), 0);
    if (source == nullptr)
        throw failed();
    const zip_int64_t index =
        zip_file_add(&archive, (name + std::string(suffix)).c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        throw failed();
    }
    const auto entry = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(&archive, entry, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(&archive, entry, 0, first_day, 0) != 0)
        throw failed();
}

/// What was written into a source.
std::vector<std::byte> bytes_of(const Source& source) {
    const auto failed = [&] {
        return Error(fmt::format("an archive cannot be read back from memory: {}",
                                 zip_error_strerror(zip_source_error(source.get()))));
    };
    zip_stat_t stat;
    if (zip_source_open(source.get()) != 0 || zip_source_stat(source.get(), &stat) != 0)
        throw failed();
    std::vector<std::byte> bytes(stat.size);
    const zip_int64_t count = zip_source_read(source.get(), bytes.data(), bytes.size());
    zip_source_close(source.get());
    if (count < 0 || static_cast<std::size_t>(count) != bytes.size())
        throw failed();
    return bytes;
}

} // namespace

NpzArrays read_npz(const std::filesystem::path& path) {
    const std::vector<std::byte> file = read_file(path);
    if (file.empty()) // libzip takes it for an archive that is to be made
        throw read_error(path, "it is no NPZ file, but empty; save it with numpy.savez");
    const Source source = make_source(file);
    const Archive archive = open_archive(source, ZIP_RDONLY | ZIP_CHECKCONS, path);
    NpzArrays arrays;
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        zip_stat_t stat;
        const auto index = static_cast<zip_uint64_t>(i);
        if (zip_stat_index(archive.get(), index, 0, &stat) != 0)
            throw read_error(path, fmt::format("its entry {} cannot be read; the file is damaged", i));
        const std::string_view entry = stat.name;
        if (!entry.ends_with(suffix))
            continue;
        std::string name(entry.substr(0, entry.size() - suffix.size()));
        NpyArray array =
            parse_npy(read_entry(*archive, index, stat.size, path, name), path.string() + ", array " + name);
        arrays.emplace_back(std::move(name), std::move(array));
    }
    return arrays;
}

void write_npz(const std::filesystem::path& path, const NpzArrays& arrays) {
    if (arrays.empty())
        throw usage_error(
            fmt::format("cannot write {}: there are no arrays; give it at least one", path.string()));
    // As long as the archive, which reads them when it is closed.
    std::vector<std::vector<std::byte>> contents;
    contents.reserve(arrays.size());
    const Source source = make_source({});
    Archive archive = open_archive(source, ZIP_TRUNCATE, path);
    for (const auto& [name, array] : arrays)
        add_entry(*archive, name, contents.emplace_back(format_npy(array, path)));
    if (zip_close(archive.get()) != 0)
        throw Error(fmt::format("cannot write {}: {}", path.string(), zip_strerror(archive.get())));
    (void)archive.release(); // closing it freed it
    write_file(path, bytes_of(source));
}

} // namespace scanline::data
