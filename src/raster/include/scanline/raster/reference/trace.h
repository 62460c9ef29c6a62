#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::raster::reference {

/// What a CPU twin read to compute one element: an element of what an earlier pass wrote, or of the source.
struct Read {
    /// In place of a pass: the values that are compacted, or what a stage was given from outside of its
    /// trace.
    static constexpr std::int32_t source = -1;

    std::int32_t pass = source; ///< index in Trace::passes()
    std::uint32_t element = 0;  ///< index in TracedPass::values, or position in the source
    friend bool operator==(const Read&, const Read&) = default;
};

/// While one lives, the streams that this thread reads append what is read of them to a list. They do not
/// nest.
class ReadScope {
public:
    explicit ReadScope(std::vector<Read>& reads) { list = &reads; }
    ReadScope(const ReadScope&) = delete;
    ReadScope& operator=(const ReadScope&) = delete;
    ~ReadScope() { list = nullptr; }

    static void note(std::int32_t pass, std::size_t element) {
        if (list)
            list->push_back({pass, static_cast<std::uint32_t>(element)});
    }

private:
    static inline constinit thread_local std::vector<Read>* list = nullptr;
};

/// Where a stream's elements stand: element i is element first + stride * i of what a pass wrote.
struct Origin {
    std::int32_t pass = Read::source;
    std::size_t first = 0, stride = 1;
};

/// The numbers of a stream, which know where they come from. operator[] is what a fragment shader's fetch is
/// on the GPU, and is noted by a ReadScope; iterators, front() and back() are for what is no pass. One that
/// is made of plain numbers is a source.
class Stream : public std::vector<float> {
public:
    using std::vector<float>::vector;
    Stream() = default;
    Stream(std::vector<float> values, Origin origin = {}) // NOLINT(google-explicit-constructor)
        : std::vector<float>(std::move(values)), origin_(origin) {}

    float operator[](std::size_t i) const {
        ReadScope::note(origin_.pass, origin_.first + origin_.stride * i);
        return data()[i];
    }
    float& operator[](std::size_t i) {
        ReadScope::note(origin_.pass, origin_.first + origin_.stride * i);
        return data()[i];
    }

    const Origin& origin() const { return origin_; }

private:
    Origin origin_;
};

/// The values that are compacted, read as streams are.
class Source {
public:
    explicit Source(std::span<const float> values) : values_(values) {}

    std::size_t size() const { return values_.size(); }
    float operator[](std::size_t i) const {
        ReadScope::note(Read::source, i);
        return values_[i];
    }

private:
    std::span<const float> values_;
};

/// The output of one pass, row by row as the pass's rectangle lies in its texture; four floats a texel for
/// descriptors.
struct TracedPass {
    std::string name; ///< see passes.h
    int step = 0;
    std::vector<float> values;
    int channels = 1; ///< floats of a texel
    /// What each of the values was computed from, in the order of the fetches; empty where it was not asked
    /// for. A batch of blocks that is joined has, as it has the values, also the reads of the batches before.
    std::vector<std::vector<Read>> reads{};
};

/// What a CPU twin computed, pass by pass, in the order in which the GPU class it mirrors announces its
/// passes.
class Trace {
public:
    enum class Detail {
        values, ///< what the passes wrote
        reads,  ///< and what each element of it was computed from: for small streams
    };

    Trace() = default;
    explicit Trace(Detail detail) : detail_(detail) {}

    Detail detail() const { return detail_; }
    void add(TracedPass pass) { passes_.push_back(std::move(pass)); }
    const std::vector<TracedPass>& passes() const { return passes_; }

private:
    Detail detail_ = Detail::values;
    std::vector<TracedPass> passes_;
};

/// Where an array differs first from what it should be: "element 3 is 1, expected 2", or "4 elements,
/// expected 5"; nothing where both are the same.
std::optional<std::string> first_difference(std::span<const float> found, std::span<const float> expected);

/// Where a pass differs from what it should be.
struct TraceDifference {
    std::size_t pass = 0; ///< index in the twin's passes(), or their number where only the GPU has more
    std::string text;     ///< "doubling 2: element 3 is 1, expected 2"
};

/// The first pass in which what the GPU did differs from what its twin did; nothing where all agree. The twin
/// knows nothing of the vertices that some drivers need computed.
std::optional<TraceDifference> first_difference(std::span<const TracedPass> found,
                                                std::span<const TracedPass> twin);
std::optional<TraceDifference> first_difference(const Trace& found, const Trace& twin);

} // namespace scanline::raster::reference
