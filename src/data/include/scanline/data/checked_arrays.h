#pragma once
#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/data/npz.h"

#include <optional>

namespace scanline::data {

/// Puts texts into two arrays: NAME has the bytes of all of them, NAME_offset where each begins, then the end
/// of the last.
void put_texts(NpzArrays& arrays, const std::string& name, const std::vector<std::string>& texts);

/// The arrays of an archive that this program writes itself. Since a file may hold anything, types and sizes
/// are checked before elements are read. Errors name the path, the problem and the remedy; those of NpzFile.
///
///     const CheckedArrays arrays("a.cube", "give what scanline cube build wrote");
///     arrays.list<std::uint32_t>("codes0", 6);
///     // "cannot read a.cube: its array codes0 has 5 elements, not 6; give what scanline cube build wrote"
class CheckedArrays {
public:
    /// remedy: ends the messages; not owned.
    CheckedArrays(const std::filesystem::path& path, std::string_view remedy);

    bool has(const std::string& name) const;
    NpyLayout layout(const std::string& name) const;
    NpyArray read(const std::string& name) const { return file_.read(name); }

    /// All elements of an array of this type. Errors: failure if there is not enough memory.
    template <class T>
    std::vector<T> elements(const std::string& name) const {
        std::vector<T> all;
        file_.read(name, [&](const NpyLayout& found) {
            allocate(all, static_cast<std::int64_t>(found.element_count()), name.c_str());
            return std::as_writable_bytes(std::span(all));
        });
        return all;
    }

    /// Some rows of an array that has this type and these rows; sum: see NpzFile::read_part().
    template <class T>
    std::vector<T> rows(const std::string& name, std::size_t first, std::size_t count,
                        std::uint32_t& sum) const {
        std::vector<T> part;
        sum ^= file_.read_part(name, [&](const NpyLayout& found) {
            const std::size_t columns = found.shape.size() > 1 ? found.shape[1] : 1;
            allocate(part, static_cast<std::int64_t>(count * columns), name.c_str());
            return NpyPart{first, std::as_writable_bytes(std::span(part))};
        });
        return part;
    }

    /// The elements of a one-dimensional array of this type and, if given, of this size.
    template <class T>
    std::vector<T> list(const std::string& name, std::optional<std::size_t> size = {}) const {
        require_list(name, element_type_of<T>(), size);
        return elements<T>(name);
    }

    /// The texts of put_texts(), if given, of this number.
    std::vector<std::string> texts(const std::string& name, std::optional<std::size_t> size = {}) const;

    /// The error that the file is wrong, "it is not a cube".
    Error wrong(std::string_view what) const { return wrong(what, remedy_); }
    Error wrong(std::string_view what, std::string_view remedy) const;

    /// Errors: an array of another type or, if given, size.
    void require_list(const std::string& name, ElementType type, std::optional<std::size_t> size) const;

private:
    const std::filesystem::path path_;
    const std::string_view remedy_;
    const NpzFile file_;
    const std::vector<std::string> names_;
};

} // namespace scanline::data
