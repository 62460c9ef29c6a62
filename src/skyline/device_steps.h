#pragma once
#include "scanline/compute/compact.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/skyline/device_skyline.h"

#include <memory>
#include <vector>

namespace scanline::skyline {

using Words = compute::ArrayView<std::uint32_t>;

/// A call that finds a skyline: the table on the GPU, and what is known of its rows.
struct Search {
    compute::Engine& engine;
    compute::Arena::Scope& scratch;
    const Keys& keys;
    const DeviceOptions& options;
    Skyline& result;
    Words table;
    Words numbers; ///< 0, 1 ... of rows
    Words marks;   ///< 1: in the skyline

    std::int64_t rows() const { return keys.size(); }
    void settle(std::int64_t left) const {
        if (options.progress)
            options.progress(rows() - left, rows());
    }
};

/// Points that may be in the skyline, see records.glsl.
struct Records {
    Records(Search& search, std::int64_t size, int width);

    std::int64_t size;
    int width;
    Words words, spare, alive; ///< as long as there were points, and more

    compute::BufferRange range() const { return words.part(0, size * width).range(); }
    Words flags() const { return alive.part(0, size); }
    /// Leaves out the first ones.
    void drop(std::int64_t count);
};

/// Some targets, each of which is tested against the killers from one up to another.
struct Piece {
    std::int64_t first_target, targets, first_killer, killers_end;

    /// Those of tests.glsl.
    std::vector<compute::Kernel::Uniform> uniforms() const;
};

/// Cuts tests into pieces that run in a moment each, and in software within the number of iterations that an
/// invocation may take. A target may be several points.
std::vector<Piece> pieces_of(const compute::Engine& engine, int dimensions, const Piece& all,
                             std::int64_t points_of_target = 1);

/// The sums of tests.glsl, or nothing.
class TestSums {
public:
    TestSums(Search& search, bool wanted);

    compute::BufferRange range() const { return sums_.range(); }
    /// Adds what was counted since the last call to the search's result. Returns it.
    Counters take(Search& search) const;

private:
    bool wanted_;
    Words sums_;
};

/// The constants of table.glsl and tests.glsl.
gl::Specialization table_constants(int dimensions);
gl::Specialization test_constants(int dimensions, int record, bool counters);

/// Runs a kernel that tests records.
struct TestRun {
    compute::BufferRange cells; ///< none: it does not look at them
    compute::BufferRange sums;
    std::vector<compute::Kernel::Uniform> uniforms;
};
void run_tests(const compute::Kernel& kernel, const Search& search, const Records& records,
               std::int64_t invocations, const TestRun& run);

/// What all algorithms do with records.
class RecordSteps {
public:
    RecordSteps(compute::Engine& engine, int record);

    /// Records in this order of their present positions.
    void reorder(Records& records, Words positions) const;
    /// Keeps those that are alive.
    void keep_alive(const Search& search, Records& records) const;
    /// Marks the first ones as the skyline's.
    void mark(const Search& search, const Records& records, std::int64_t count) const;

private:
    compute::Engine* engine_;
    compute::ElementwiseKernel pick_, mark_;
    compute::Compact<std::uint32_t> compact_;
    compute::Fill<std::uint32_t> fill_;
};

/// An algorithm for tables with one number of columns.
class Finder {
public:
    Finder() = default;
    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;
    virtual ~Finder() = default;

    /// Marks the rows of the skyline, of one row or more.
    virtual void run(Search& search) const = 0;
};

std::unique_ptr<const Finder> make_align(compute::Engine& engine, int dimensions, const DeviceMethod& method);
std::unique_ptr<const Finder> make_cells(compute::Engine& engine, int dimensions, bool counters);
std::unique_ptr<const Finder> make_blocks(compute::Engine& engine, int dimensions, bool sorted,
                                          bool counters);
std::unique_ptr<const Finder> make_sweep(compute::Engine& engine, int dimensions);

} // namespace scanline::skyline
