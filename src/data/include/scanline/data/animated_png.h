#pragma once
#include "scanline/data/file.h"
#include "scanline/data/image.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace scanline::data {

/// Writes an animation that plays for ever as one PNG, keeping one frame in memory: APNG of the W3C's PNG
/// specification, third edition. Programs without APNG show the first frame. Stores the rectangle of a frame
/// that has changed, and equal frames once. The file appears at the end, as by write_file().
class AnimatedPng {
public:
    /// seconds: for which each frame is shown, up to 655; the last one at least 3. Errors, here and below:
    /// those of PartedFile and write_png(), naming the path.
    AnimatedPng(const std::filesystem::path& path, double seconds);

    /// All frames have as many channels. Errors: failure if it has another size than the first one.
    void add(const Image& frame);
    /// After at least one frame.
    void finish();

private:
    void write(std::uint64_t at, const std::string& bytes);
    void write_waiting();

    static constexpr std::size_t header_end = 33, control_end = 53; ///< of the chunks IHDR and acTL
    std::filesystem::path path_;
    PartedFile file_;
    std::uint64_t size_ = control_end;
    std::uint32_t frames_ = 0, chunks_ = 0; ///< written; chunks: those that APNG numbers
    Image last_;
    std::string waiting_place_, waiting_; ///< the last frame, whose time is not known yet: rectangle, pixels
    int hundredths_, waiting_hundredths_ = 0;
};

} // namespace scanline::data
