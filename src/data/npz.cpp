#include "scanline/data/npz.h"

#include "input_file.h"
#include "npy_prologue.h"
#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "zip_handles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace scanline::data {
namespace {

constexpr std::string_view suffix = ".npy";
/// One byte of deflate encodes at most four runs of 258 bytes, two bits each: RFC 1951, section 3.2.
constexpr std::uint64_t max_bytes_of_one = 1032;

/// Bytes in the caller's memory.
ZipSource make_source(std::span<const std::byte> bytes) {
    ZipError error;
    ZipSource source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get()));
    if (!source)
        throw Error(fmt::format("an archive cannot be held in memory: {}", error.text()));
    return source;
}

/// A file, from which libzip reads on demand.
ZipSource make_file_source(const std::filesystem::path& path) {
    ZipError error;
    ZipSource source(zip_source_file_create(path.c_str(), 0, -1, error.get()));
    if (!source)
        throw read_error(path, error.text());
    return source;
}

/// The caller keeps the source alongside the archive. Returns none, and the reason, if it cannot be opened.
ZipArchive open_archive(const ZipSource& source, int flags, ZipError& error) {
    ZipArchive archive(zip_open_from_source(source.get(), flags, error.get()));
    if (archive)
        zip_source_keep(source.get()); // the archive frees its own
    return archive;
}

std::string_view array_name(const zip_stat_t& entry) {
    const std::string_view file = entry.name;
    return file.substr(0, file.size() - suffix.size());
}

/// Reads an entry's bytes sequentially.
class EntryReader {
public:
    EntryReader(zip_t& archive, const std::filesystem::path& path, const zip_stat_t& entry)
        : path_(path), entry_(entry) {
        check_size();
        file_.reset(zip_fopen_index(&archive, entry.index, 0));
        if (!file_)
            throw damaged(text_of(zip_get_error(&archive)));
    }

    /// Implements Read.
    std::size_t operator()(std::span<std::byte> bytes) {
        // libzip 1.7 miscounts reads of 4 GiB and more.
        constexpr std::size_t piece = std::size_t{1} << 24;
        std::size_t filled = 0;
        while (filled < bytes.size()) {
            const auto rest = bytes.subspan(filled, std::min(bytes.size() - filled, piece));
            const zip_int64_t count = zip_fread(file_.get(), rest.data(), rest.size());
            if (count < 0)
                throw damaged(text_of(zip_file_get_error(file_.get())));
            if (count == 0)
                break;
            filled += static_cast<std::size_t>(count);
        }
        return filled;
    }

    /// Reaching the end also verifies the checksum.
    void require_end() {
        std::array<std::byte, 1> more{};
        if ((*this)(more) != 0)
            throw damaged("it goes on behind the last of the bytes that it is said to have");
    }

private:
    /// A damaged file must not make a reader allocate more than its contents could fill.
    void check_size() const {
        if (entry_.comp_method != ZIP_CM_STORE && entry_.comp_method != ZIP_CM_DEFLATE)
            throw read_error(path_,
                             fmt::format("its array {} is compressed by the method {} of ZIP, and only "
                                         "deflate is read; save it with numpy.savez",
                                         printable(array_name(entry_)), entry_.comp_method));
        const std::uint64_t max_of_one = entry_.comp_method == ZIP_CM_DEFLATE ? max_bytes_of_one : 1;
        if (entry_.size / max_of_one > entry_.comp_size)
            throw read_error(path_,
                             fmt::format("its array {} is said to have {} bytes, more than its {} "
                                         "compressed ones can be; the file is damaged",
                                         printable(array_name(entry_)), entry_.size, entry_.comp_size));
    }

    Error damaged(const char* why) const {
        return read_error(path_, fmt::format("its array {} cannot be read ({}); the file is damaged",
                                             printable(array_name(entry_)), why));
    }

    const std::filesystem::path& path_;
    const zip_stat_t& entry_;
    ZipEntry file_;
};

} // namespace

class NpzFile::Contents {
public:
    /// bytes: of the archive, or none to read the file.
    Contents(const std::filesystem::path& path, std::vector<std::byte> bytes, std::string_view remedy)
        : path_(path), bytes_(std::move(bytes)), source_(open_source(remedy)) {
        ZipError error;
        archive_ = open_archive(source_, ZIP_RDONLY | ZIP_CHECKCONS, error);
        if (!archive_)
            throw read_error(path, fmt::format("it is no NPZ file ({}); {}", error.text(), remedy));
        const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
        for (zip_int64_t i = 0; i < count; ++i)
            add_entry(static_cast<zip_uint64_t>(i));
    }

    const std::vector<zip_stat_t>& entries() const { return entries_; }

    EntryReader open(const zip_stat_t& entry) const { return {*archive_, path_, entry}; }

    const zip_stat_t& entry(const std::string& name) const {
        const auto found = std::ranges::find(entries_, name, array_name);
        if (found == entries_.end())
            throw read_error(path_, fmt::format("it has no array {}", printable(name)));
        return *found;
    }

    /// Reads elements of an array that is not compressed, after its prologue has been read by libzip: by
    /// several threads. Returns what they add to its checksum, see read_part(); none if it is none, is small,
    /// or cannot be read: libzip says why.
    std::optional<std::uint32_t> read_stored(const zip_stat_t& entry, const Prologue& prologue,
                                             const NpyPart& part) const {
        constexpr std::size_t min_bytes = std::size_t{16} << 20;
        const zip_int64_t end = zip_source_tell(source_.get()); // of the prologue, in the file
        const std::size_t all = prologue.layout.byte_count();
        if (!bytes_.empty() || entry.comp_method != ZIP_CM_STORE || (entry.valid & ZIP_STAT_CRC) == 0 ||
            all < min_bytes || end < static_cast<zip_int64_t>(prologue.size))
            return std::nullopt;
        if (part.elements.empty())
            return 0;
        const InputFile file(path_);
        std::vector<std::byte> before(prologue.size);
        const auto elements = static_cast<std::size_t>(end);
        const std::size_t first = part.first == 0 ? 0 : part.first * (all / prologue.layout.shape.front());
        if (!file.size() || file.read_at(elements - before.size(), before) < before.size() ||
            file.read_at(elements + first, part.elements) < part.elements.size())
            return std::nullopt;
        const std::uint32_t sum =
            combine_checksums(checksum_of(part.elements), 0, all - first - part.elements.size());
        return part.first > 0 ? sum : sum ^ combine_checksums(checksum_of(before), 0, all) ^ entry.crc;
    }

    /// Path for messages.
    std::filesystem::path path_of(const zip_stat_t& entry) const {
        return path_.string() + ", array " + printable(array_name(entry));
    }

private:
    ZipSource open_source(std::string_view remedy) {
        if (!bytes_.empty())
            return make_source(bytes_);
        std::error_code none; // for a pipe, which libzip cannot read, or an unreadable file
        if (const std::uint64_t size = std::filesystem::file_size(path_, none); size > 0 && !none) {
            const InputFile readable(path_); // throws the proper error for a missing or unreadable file
            return make_file_source(path_);
        }
        bytes_ = read_file(path_);
        if (bytes_.empty()) // libzip would treat it as a new archive
            throw read_error(path_, fmt::format("it is no NPZ file, but empty; {}", remedy));
        return make_source(bytes_);
    }

    void add_entry(zip_uint64_t index) {
        zip_stat_t stat;
        constexpr zip_uint64_t needed =
            ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
        if (zip_stat_index(archive_.get(), index, 0, &stat) != 0 || (stat.valid & needed) != needed)
            throw read_error(path_, fmt::format("its entry {} cannot be read; the file is damaged", index));
        if (std::string_view(stat.name).ends_with(suffix))
            entries_.push_back(stat);
    }

    std::filesystem::path path_;
    std::vector<std::byte> bytes_; ///< used if libzip does not read the file itself
    ZipSource source_;
    ZipArchive archive_;
    std::vector<zip_stat_t> entries_;
};

NpzFile::NpzFile(const std::filesystem::path& path, std::string_view remedy)
    : contents_(std::make_unique<Contents>(path, std::vector<std::byte>(), remedy)) {}
NpzFile::NpzFile(const std::filesystem::path& path, std::vector<std::byte> bytes)
    : contents_(std::make_unique<Contents>(path, std::move(bytes), "save it with numpy.savez")) {}
NpzFile::~NpzFile() = default;

std::vector<std::string> NpzFile::names() const {
    std::vector<std::string> names;
    for (const zip_stat_t& entry : contents_->entries())
        names.emplace_back(array_name(entry));
    return names;
}

NpyLayout NpzFile::layout(const std::string& name) const {
    const PhaseSpan span(Phase::read);
    const zip_stat_t& entry = contents_->entry(name);
    EntryReader reader = contents_->open(entry);
    return read_npy_layout(contents_->path_of(entry), entry.size, std::ref(reader));
}

NpyArray NpzFile::read(const std::string& name) const {
    NpyArray array;
    read(name, [&](const NpyLayout& layout) {
        static_cast<NpyLayout&>(array) = layout;
        const std::size_t bytes = layout.byte_count();
        with_memory_for(contents_->path_of(contents_->entry(name)), bytes,
                        [&] { array.bytes.resize(bytes); });
        return std::span(array.bytes);
    });
    return array;
}

void NpzFile::read(const std::string& name,
                   const std::function<std::span<std::byte>(const NpyLayout& layout)>& place) const {
    read_part(name, [&place](const NpyLayout& layout) {
        return NpyPart{0, place(layout).first(layout.byte_count())};
    });
}

std::uint32_t NpzFile::read_part(const std::string& name,
                                 const std::function<NpyPart(const NpyLayout& layout)>& place) const {
    const PhaseSpan span(Phase::read);
    const zip_stat_t& entry = contents_->entry(name);
    const std::filesystem::path path = contents_->path_of(entry);
    EntryReader reader = contents_->open(entry);
    const Prologue prologue = read_prologue(path, entry.size, std::ref(reader));
    const NpyPart part = place(prologue.layout);
    const bool is_whole = part.elements.size() == prologue.layout.byte_count(),
               is_turned = prologue.fortran_order && prologue.layout.shape.size() > 1;
    std::optional<std::uint32_t> sum;
    if (is_whole || !is_turned)
        sum = contents_->read_stored(entry, prologue, part);
    if (!is_whole && !sum) {
        copy_rows(read(name), part);
        return 0;
    }
    if (is_whole && sum != 0u) {
        require_size(path, prologue.layout, reader(part.elements));
        reader.require_end();
        sum = 0;
    }
    make_native(part.elements, prologue);
    return *sum;
}

NpzArrays read_npz(const std::filesystem::path& path) {
    return read_npz(NpzFile(path));
}

NpzArrays read_npz(const NpzFile& file) {
    NpzArrays arrays;
    for (std::string& name : file.names()) {
        NpyArray array = file.read(name);
        arrays.emplace_back(std::move(name), std::move(array));
    }
    return arrays;
}

} // namespace scanline::data
