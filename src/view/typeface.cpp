#include "typeface.h"

#include <fontconfig/fontconfig.h>

#include <array>
#include <memory>
#include <string_view>

namespace scanline::view {

namespace {

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

// The file of a family, empty where fontconfig would give another family instead.
std::string file_of(FcConfig* config, const char* family, int weight) {
    const Pattern wanted(FcPatternCreate());
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(config, wanted.get(), &result));
    FcChar8 *found_family = nullptr, *file = nullptr;
    if (!found || FcPatternGetString(found.get(), FC_FAMILY, 0, &found_family) != FcResultMatch ||
        FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch)
        return {};
    if (std::string_view(reinterpret_cast<const char*>(found_family)) != family)
        return {};
    return reinterpret_cast<const char*>(file);
}

template <std::size_t Count>
std::string first_file(FcConfig* config, const std::array<const char*, Count>& families, int weight) {
    for (const char* family : families) {
        if (std::string file = file_of(config, family, weight); !file.empty())
            return file;
    }
    return {};
}

} // namespace

Typeface find_typeface() {
    Typeface typeface;
    const std::unique_ptr<FcConfig, void (*)(FcConfig*)> config(FcInitLoadConfigAndFonts(), FcConfigDestroy);
    if (!config)
        return typeface;
    for (const char* family : {"Roboto", "Noto Sans", "DejaVu Sans"}) {
        typeface.text = file_of(config.get(), family, FC_WEIGHT_REGULAR);
        if (typeface.text.empty())
            continue;
        typeface.name = family;
        typeface.heading = file_of(config.get(), family, FC_WEIGHT_MEDIUM);
        break;
    }
    typeface.mono = first_file(
        config.get(), std::array{"Roboto Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono"},
        FC_WEIGHT_REGULAR);
    typeface.symbols =
        first_file(config.get(), std::array{"DejaVu Sans", "Noto Sans Symbols2"}, FC_WEIGHT_REGULAR);
    return typeface;
}

} // namespace scanline::view
