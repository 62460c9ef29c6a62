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

/// A value that a CPU twin read to compute an element: an element that an earlier pass wrote, or one of the
/// source.
struct Read {
    /// Instead of a pass: the values to compact, or a stage's input from outside its trace.
    static constexpr std::int32_t source = -1;

    std::int32_t pass = source; ///< index in Trace::passes()
    std::uint32_t element = 0;  ///< index in TracedPass::values, or position in the source
    friend bool operator==(const Read&, const Read&) = default;
};

/// Records this thread's reads of streams in a list while it lives. Scopes do not nest.
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

/// The origin of a stream: element i is element first + stride * i of a pass's output.
struct Origin {
    std::int32_t pass = Read::source;
    std::size_t first = 0, stride = 1;
};

/// The numbers of a stream with their origin. operator[] models a shader's texture fetch and is noted by a
/// ReadScope; use iterators, front() and back() outside of passes. A stream made from plain numbers is a
/// source.
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

/// The values to compact, with noted reads as in Stream.
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

/// The output of one pass, row by row over the pass's rectangle; four floats per texel for descriptors.
struct TracedPass {
    std::string name; ///< see passes.h
    int step = 0;
    std::vector<float> values;
    int channels = 1; ///< floats of a texel
    /// The reads for each value, in fetch order; empty unless requested. When blocks are joined, a batch
    /// includes the reads of earlier batches, as it does their values.
    std::vector<std::vector<Read>> reads{};
};

/// The passes of a CPU twin, in the order in which the GPU class announces them.
class Trace {
public:
    enum class Detail {
        values, ///< the output of the passes
        reads,  ///< also the reads of each element: for small streams
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

/// The first difference: "element 3 is 1, expected 2", or "4 elements, expected 5"; nothing if both are
/// equal.
std::optional<std::string> first_difference(std::span<const float> found, std::span<const float> expected);

/// A pass that differs from its twin.
struct TraceDifference {
    std::size_t pass = 0; ///< index in the twin's passes(), or their number if the GPU has more
    std::string text;     ///< "doubling 2: element 3 is 1, expected 2"
};

/// The first pass in which the GPU differs from its twin; nothing if all agree. The twin omits the vertex
/// passes that some drivers need.
std::optional<TraceDifference> first_difference(std::span<const TracedPass> found,
                                                std::span<const TracedPass> twin);
std::optional<TraceDifference> first_difference(const Trace& found, const Trace& twin);

} // namespace scanline::raster::reference
