#pragma once
#include <memory>
#include <new>
#include <zip.h>

namespace scanline::data {

/// Errors: std::bad_alloc, if memory ran out.
inline const char* text_of(zip_error_t* error) {
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY)
        throw std::bad_alloc();
    return zip_error_strerror(error);
}

/// libzip's own error text, freed the way it requires.
class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    zip_error_t* get() { return &error_; }
    const char* text() { return text_of(&error_); }

private:
    zip_error_t error_{};
};

struct DiscardZip {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using ZipArchive = std::unique_ptr<zip_t, DiscardZip>;

struct FreeZipSource {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using ZipSource = std::unique_ptr<zip_source_t, FreeZipSource>;

struct CloseZipEntry {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using ZipEntry = std::unique_ptr<zip_file_t, CloseZipEntry>;

} // namespace scanline::data
