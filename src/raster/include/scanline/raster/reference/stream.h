#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
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

} // namespace scanline::raster::reference
