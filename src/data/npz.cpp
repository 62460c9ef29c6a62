#include "scanline/data/npz.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/read_file.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <string_view>
#include <zip.h>

namespace scanline::data {
namespace {

constexpr std::string_view suffix = ".npy";
constexpr std::uint64_t max_entry_bytes = std::uint64_t{1} << 36;
/// A byte of deflate stands for at most four runs of 258 bytes, in two bits each: RFC 1951, section 3.2.
constexpr std::uint64_t most_bytes_of_one = 1032;
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

/// Leaves the source to the caller beside the archive. None, and the reason, where it cannot be opened.
Archive open_archive(const Source& source, int flags, ZipError& error) {
    Archive archive(zip_open_from_source(source.get(), flags, error.get()));
    if (archive)
        zip_source_keep(source.get()); // the archive frees its own
    return archive;
}

/// A damaged file must not make a reader ask for more memory than its contents could fill.
void check_size(const zip_stat_t& stat, const std::filesystem::path& path, std::string_view name) {
    if (stat.size > max_entry_bytes)
        throw read_error(path, fmt::format("its array {} has {} bytes, over the limit of {}", name, stat.size,
                                           max_entry_bytes));
    if (stat.size / most_bytes_of_one > stat.comp_size)
        throw read_error(path,
                         fmt::format("its array {} is said to have {} bytes, more than its {} compressed "
                                     "ones can be; the file is damaged",
                                     name, stat.size, stat.comp_size));
}

std::vector<std::byte> read_entry(zip_t& archive, const zip_stat_t& stat, const std::filesystem::path& path,
                                  std::string_view name) {
    check_size(stat, path, name);
    const auto damaged = [&](const char* why) {
        return read_error(path,
                          fmt::format("its array {} cannot be read ({}); the file is damaged", name, why));
    };
    const File file(zip_fopen_index(&archive, stat.index, 0));
    if (!file)
        throw damaged(zip_strerror(&archive));
    const auto read = [&](std::span<std::byte> to) {
        const zip_int64_t count = zip_fread(file.get(), to.data(), to.size());
        if (count < 0)
            throw damaged(zip_file_strerror(file.get()));
        return static_cast<std::size_t>(count);
    };
    std::vector<std::byte> bytes(stat.size);
    // A read may take a part only.
    for (std::span<std::byte> rest(bytes); !rest.empty();) {
        const std::size_t count = read(rest);
        if (count == 0)
            throw damaged("it ends early");
        rest = rest.subspan(count);
    }
    // At the end the sum of all is checked.
    std::array<std::byte, 1> more{};
    if (read(more) != 0)
        throw damaged("it goes on behind the last of the bytes that it is said to have");
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
    ZipError error;
    const Archive archive = open_archive(source, ZIP_RDONLY | ZIP_CHECKCONS, error);
    if (!archive)
        throw read_error(path, fmt::format("it is no NPZ file ({}); save it with numpy.savez", error.text()));
    NpzArrays arrays;
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        zip_stat_t stat;
        if (zip_stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &stat) != 0)
            throw read_error(path, fmt::format("its entry {} cannot be read; the file is damaged", i));
        const std::string_view entry = stat.name;
        if (!entry.ends_with(suffix))
            continue;
        std::string name(entry.substr(0, entry.size() - suffix.size()));
        NpyArray array =
            parse_npy(read_entry(*archive, stat, path, name), path.string() + ", array " + printable(name));
        arrays.emplace_back(std::move(name), std::move(array));
    }
    return arrays;
}

void write_npz(const std::filesystem::path& path, const NpzArrays& arrays) {
    if (arrays.empty())
        throw usage_error(
            fmt::format("cannot write {}: there are no arrays; give it at least one", printable_path(path)));
    // As long as the archive, which reads them when it is closed.
    std::vector<std::vector<std::byte>> contents;
    contents.reserve(arrays.size());
    const Source source = make_source({});
    ZipError error;
    Archive archive = open_archive(source, ZIP_TRUNCATE, error);
    if (!archive)
        throw Error(fmt::format("cannot write {}: an archive cannot be begun ({})", printable_path(path),
                                error.text()));
    for (const auto& [name, array] : arrays)
        add_entry(*archive, name, contents.emplace_back(format_npy(array, path)));
    if (zip_close(archive.get()) != 0)
        throw Error(fmt::format("cannot write {}: {}", printable_path(path), zip_strerror(archive.get())));
    (void)archive.release(); // closing it freed it
    write_file(path, bytes_of(source));
}

} // namespace scanline::data
