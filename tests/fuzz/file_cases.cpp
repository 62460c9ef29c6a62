// Valid files, made here and read after damage.
#include "damage.h"
#include "fuzz.h"
#include "makers.h"

#include "bench/example_results.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/cube/build.h"
#include "scanline/cube/cube.h"
#include "scanline/data/image.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "scanline/data/ply.h"
#include "scanline/data/table.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/points/points_file.h"
#include "scanline/tables/column_type.h"
#include "scanline/tune/stored_model.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;

/// The allowed results of reading a damaged file, other than an Error.
enum class Allowed {
    any_content,   ///< other bytes may be another valid file of the kind
    whole_content, ///< the same, but a truncated file is invalid
    original,      ///< only the original content: checksums cover everything
};

/// An undamaged file.
struct Sample {
    std::string name; ///< with the extension that its readers expect
    std::string bytes;
    Allowed allowed = Allowed::any_content;
    /// Reads the whole content as text. Throws a Fault if it is inconsistent.
    std::function<std::string(const fs::path&)> read;
};

std::string random_text(std::size_t size, Random& random) {
    std::string text(size, '\0');
    std::ranges::generate(text, [&random] { return static_cast<char>(random.below(256)); });
    return text;
}

// --- pictures

std::string read_picture(const fs::path& path) {
    const data::Image image = data::read_image(path, std::size_t{1} << 20);
    require(image.channels == 1 && image.pixels.size() == image.pixel_count() && image.pixel_count() > 0,
            "a picture does not have as many pixels as its size says");
    return fmt::format("{} x {}: ", image.width, image.height) + raw_bytes(image.pixels);
}

data::Image random_image(Random& random, int channels) {
    data::Image image(random.between(1, 40), random.between(1, 30), channels);
    std::ranges::generate(image.pixels, [&] { return static_cast<std::uint8_t>(random.below(256)); });
    return image;
}

Sample png_sample(Random& random) {
    return {"damaged.png", random_png(random), Allowed::original, read_picture};
}

Sample other_picture_sample(Random& random) {
    const data::Image image = random_image(random, one_in(random, 2) ? 1 : 3);
    switch (random.below(4)) {
    case 0: return {"damaged.pgm", pgm_file(image), Allowed::whole_content, read_picture};
    case 1: return {"damaged.bmp", bmp_file(image), Allowed::whole_content, read_picture};
    case 2: return {"damaged.tga", tga_file(image), Allowed::whole_content, read_picture};
    default: return {"damaged.jpg", jpg_file(image), Allowed::whole_content, read_picture};
    }
}

// --- arrays

std::string array_text(const data::NpyArray& array) {
    std::size_t count = 1;
    for (const std::size_t size : array.shape)
        count *= size;
    require(array.bytes.size() == count * array.element_size(), "an array does not fill its shape");
    return fmt::format("{} ({}): ", array.type_name(), fmt::join(array.shape, ", ")) + raw_bytes(array.bytes);
}

/// The data of an array is exactly the bytes after the header, in any byte order.
std::string read_array(const fs::path& path) {
    const data::NpyArray array = data::read_npy(path);
    const std::string file = get(path);
    const auto byte = [&file](std::size_t at) {
        return std::size_t{static_cast<unsigned char>(file.at(at))};
    };
    const std::size_t prologue = byte(6) == 1
                                     ? 10 + byte(8) + (byte(9) << 8)
                                     : 12 + byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24);
    require(prologue <= file.size(), "the header of an array goes beyond the file");
    std::string stored = file.substr(prologue), read = raw_bytes(array.bytes);
    std::ranges::sort(stored);
    std::ranges::sort(read);
    require(stored == read, "an array does not hold the bytes of its file");
    return array_text(array);
}

struct RandomArray {
    data::ElementType type;
    std::vector<std::size_t> shape;
    std::string bytes;
};

RandomArray random_array(Random& random, std::size_t max_dimensions) {
    constexpr std::array types{data::ElementType::u8,  data::ElementType::i8,  data::ElementType::u16,
                               data::ElementType::i16, data::ElementType::u32, data::ElementType::i32,
                               data::ElementType::u64, data::ElementType::i64, data::ElementType::f32,
                               data::ElementType::f64, data::ElementType::f16, data::ElementType::boolean};
    RandomArray array{pick(random, types), {}, {}};
    std::size_t bytes = size_of(array.type);
    for (std::uint64_t left = random.below(max_dimensions + 1); left > 0; --left) {
        array.shape.push_back(static_cast<std::size_t>(one_in(random, 16) ? 0 : 1 + random.below(9)));
        bytes *= array.shape.back();
    }
    array.bytes = random_text(bytes, random);
    return array;
}

Sample npy_sample(Random& random) {
    const RandomArray array = random_array(random, 3);
    const NpyForm form = random_npy_form(random);
    return {"damaged.npy", npy_file(array.type, array.shape, array.bytes, form), Allowed::whole_content,
            read_array};
}

/// Damages half of the members before they go into the archive, so that its checksums are correct.
std::string archive(Members members, Random& random, Allowed& allowed) {
    if (one_in(random, 2)) {
        auto& bytes = members[static_cast<std::size_t>(random.below(members.size()))].second;
        bytes = damage(bytes, random).bytes;
        allowed = Allowed::any_content;
    }
    return zip_file(members, one_in(random, 2));
}

std::string read_archive(const fs::path& path) {
    std::string text;
    for (const auto& [name, array] : data::read_npz(path))
        text += fmt::format("{}: {}\n", name, array_text(array));
    return text;
}

Sample npz_sample(Random& random) {
    Members members;
    const char* const names[] = {"first", "second", "\xc3\xa9", "notes.txt"};
    for (std::uint64_t i = 0; i <= random.below(4); ++i) {
        const RandomArray array = random_array(random, 2);
        members.emplace_back(fmt::format("{}.npy", names[i]), npy_file(array.type, array.shape, array.bytes));
    }
    Allowed allowed = Allowed::original;
    std::string bytes = archive(std::move(members), random, allowed);
    return {"damaged.npz", std::move(bytes), allowed, read_archive};
}

// --- points

std::vector<double> random_numbers(std::size_t count, Random& random) {
    std::vector<double> numbers(count);
    const bool whole = one_in(random, 2);
    for (double& number : numbers)
        number = whole ? random.between(-99, 99) : std::ldexp(random.unit() - 0.5, random.between(-60, 60));
    return numbers;
}

template <class Cloud>
std::string cloud_text(const Cloud& points) {
    return std::visit(
        [](const auto& cloud) {
            require(cloud.coordinates.size() % static_cast<std::size_t>(cloud.dimensions) == 0,
                    "points with a part of their coordinates");
            return fmt::format("{} in {}: ", sizeof cloud.coordinates.front(), cloud.dimensions) +
                   raw_bytes(cloud.coordinates);
        },
        points);
}

std::string read_points(const fs::path& path) {
    return cloud_text(points::read_points(path).points);
}

Sample csv_sample(Random& random) {
    const std::size_t columns = 1 + static_cast<std::size_t>(random.below(5));
    const std::string bytes =
        csv_file(random_numbers(columns * (1 + random.below(20)), random), columns, random);
    return {"damaged.csv", bytes, Allowed::any_content, read_points};
}

Sample ply_sample(Random& random) {
    const std::string bytes =
        ply_file(random_numbers(3 * (1 + random.below(20)), random), one_in(random, 2), random);
    // A number at the end of a text is still a number without its last digit.
    const Allowed allowed = is_binary_ply(bytes) ? Allowed::whole_content : Allowed::any_content;
    const auto read_vertices = [](const fs::path& path) { return raw_bytes(data::read_ply_vertices(path)); };
    if (one_in(random, 2))
        return {"damaged.ply", bytes, allowed, read_vertices};
    return {"damaged.ply", bytes, allowed, read_points};
}

/// Every cell as a number, and the rows as text.
std::string read_cells(const fs::path& path) {
    const std::unique_ptr<data::Table> table =
        data::join_tables("--add", data::read_table(path), data::read_table(path));
    std::vector<std::uint32_t> rows(table->rows());
    std::iota(rows.begin(), rows.end(), 0u);
    require(rows.size() % 2 == 0, "a table joined with itself has an odd number of rows");
    std::string text = fmt::format("{} columns ({}): {}", table->columns(), fmt::join(table->names(), ","),
                                   table->csv_rows({.rows = rows}));
    for (const std::uint32_t row : rows)
        for (std::size_t column = 0; column < table->columns(); ++column)
            text += fmt::format(" {}", tables::double_in(*table, row, column, {}).value_or(-1));
    return text;
}

Sample cells_sample(Random& random) {
    const std::size_t columns = 1 + static_cast<std::size_t>(random.below(4));
    const std::vector<double> numbers = random_numbers(columns * (1 + random.below(20)), random);
    if (one_in(random, 2))
        return {"damaged.csv", csv_file(numbers, columns, random), Allowed::any_content, read_cells};
    const std::string array =
        npy_file(data::ElementType::f64, {numbers.size() / columns, columns}, raw_bytes(numbers));
    if (one_in(random, 2))
        return {"damaged.npy", array, Allowed::whole_content, read_cells};
    Allowed allowed = Allowed::original;
    std::string bytes = archive({{"rows.npy", array}}, random, allowed);
    return {"damaged.npz", std::move(bytes), allowed, read_cells};
}

Sample array_of_points_sample(Random& random) {
    const std::size_t columns = 1 + static_cast<std::size_t>(random.below(4));
    const std::vector<double> numbers = random_numbers(columns * random.below(20), random);
    return {"damaged.npy",
            npy_file(data::ElementType::f64, {numbers.size() / columns, columns}, raw_bytes(numbers)),
            Allowed::whole_content, read_points};
}

template <points::Coordinate C>
std::string tree_text(const kdtree::Tree<C>& tree) {
    require(tree.coordinates.size() == tree.index.size() * static_cast<std::size_t>(tree.dimensions),
            "a tree with other coordinates than nodes");
    return fmt::format("{} of {} bytes: ", tree.dimensions, sizeof(C)) + raw_bytes(tree.coordinates) +
           raw_bytes(tree.index);
}

std::string read_tree(const fs::path& path) {
    return std::visit([](const auto& tree) { return tree_text(tree); }, kdtree::load_tree(path).tree);
}

template <points::Coordinate C>
Members tree_members(Random& random) {
    const int dimensions = random.between(1, 3);
    const auto columns = static_cast<std::size_t>(dimensions);
    std::vector<C> coordinates(columns * random.below(30));
    for (C& coordinate : coordinates)
        coordinate = static_cast<C>(random.between(-999, 999));
    const kdtree::Tree<C> tree = kdtree::build<C>({coordinates, dimensions}, {.threads = 1});
    const kdtree::Links links = kdtree::make_links(tree.size(), dimensions);
    const std::size_t nodes = tree.index.size();
    const auto row = [nodes](const std::vector<std::int32_t>& numbers) {
        return data::make_npy<std::int32_t>(numbers, {nodes});
    };
    return npy_members({{"points", data::make_npy<C>(tree.coordinates, {nodes, columns})},
                        {"index", row(tree.index)},
                        {"left", row(links.left)},
                        {"right", row(links.right)},
                        {"axis", row(links.axis)},
                        {"root", data::make_npy<std::int32_t>(std::array{links.root}, {})}});
}

Sample tree_sample(Random& random) {
    Allowed allowed = Allowed::original;
    constexpr std::array members{tree_members<std::int32_t>, tree_members<float>, tree_members<double>};
    std::string bytes = archive(pick(random, members)(random), random, allowed);
    return {"damaged.npz", std::move(bytes), allowed, read_tree};
}

// --- cubes

std::string read_cube(const fs::path& path) {
    const cube::Cube cube = cube::read_cube(path);
    require(cube::build(cube.rows, cube.tree.path, {.threads = 1}) == cube.tree,
            "a cube with another tree than that of its rows");
    std::string text;
    for (const cube::Dimension& dimension : cube.dimensions) {
        text += fmt::format("{} of {}:", dimension.name, dimension.column);
        for (const tables::Decimal& edge : dimension.edges)
            text += ' ' + edge_text(edge);
        for (std::uint32_t code = 0; code < dimension.dictionary.size(); ++code)
            text += fmt::format(" {}", dimension.dictionary.text(code));
    }
    for (const cube::Measure& measure : cube.measures)
        text += fmt::format(" {} {}", measure.name(), cube::text_of(measure, {1, 12'345}));
    for (const auto& codes : cube.rows.codes)
        text += raw_bytes(codes);
    for (const auto& values : cube.rows.measures)
        text += raw_bytes(values);
    return text;
}

Sample cube_sample(Random& random) {
    const test::TemporaryFolder folder;
    std::string rows = "city,when,price\n";
    for (std::uint64_t row = random.below(20); row > 0; --row)
        rows += fmt::format("{},2026-{:02}-01,{}\n", pick(random, std::array{"Oslo", "", "\"a,b\""}),
                            random.between(1, 12), random.between(-99, 999) / 4.0);
    put(folder / "rows.csv", rows);
    const cube::CubePlan plan{.dimensions = {"city", "when.month", "price"},
                              .measures = {"price:avg", "price:max", ":count"},
                              .bins = {"price:3"}};
    cube::write_cube(folder / "a.cube",
                     cube::make_cube(*data::read_table(folder / "rows.csv"), plan, {.cpu = {.threads = 1}}));
    Allowed allowed = Allowed::original;
    std::string bytes = archive(npy_members(data::read_npz(folder / "a.cube")), random, allowed);
    return {"damaged.npz", std::move(bytes), allowed, read_cube};
}

// --- the program's own files

Sample report_sample(Random& /*random*/) {
    return {"damaged.json", bench::report_json(bench::example_results()), Allowed::whole_content,
            [](const fs::path& path) { return bench::report_json(bench::read_results(path)); }};
}

bench::Environment environment() {
    bench::Environment environment;
    environment.gpu = "A GPU";
    environment.driver = "4.6";
    environment.processor = "A CPU, 2 usable";
    environment.version = "0.1.0";
    environment.date = "2026-11-20T08:30:00Z";
    return environment;
}

/// Untrusted models give a reason, which counts as an Error here.
template <class Model>
std::string model_text(const tune::LoadedModel<Model>& loaded) {
    require(!loaded.missing, "a file that is there is said to be missing");
    require(loaded.model.has_value() == loaded.reason.empty(), "a model with a reason, or neither");
    if (!loaded.model)
        throw Error(loaded.reason);
    return loaded.date;
}

template <class Save>
std::string saved(Save save) {
    const test::TemporaryFolder folder;
    save(folder / "model.json");
    return get(folder / "model.json");
}

Sample model_sample(Random& random) {
    static const std::string of_gpu = saved(
        [](const fs::path& path) { tune::save_model(path, raster::shipped_auto_model(), environment()); });
    static const std::string of_cpu = saved(
        [](const fs::path& path) { tune::save_model(path, cpu::default_scan_model(4), environment()); });
    if (one_in(random, 2))
        return {"damaged.json", of_gpu, Allowed::whole_content, [](const fs::path& path) {
                    return model_text(tune::load_model<raster::AutoModel>(path, environment()));
                }};
    return {"damaged.json", of_cpu, Allowed::whole_content, [](const fs::path& path) {
                return model_text(tune::load_model<cpu::ScanModel>(path, environment()));
            }};
}

constexpr std::array samples{png_sample,  png_sample,    other_picture_sample, npy_sample,
                             npz_sample,  csv_sample,    ply_sample,           array_of_points_sample,
                             tree_sample, report_sample, model_sample,         cells_sample,
                             cube_sample};

// --- cases

struct Read {
    bool refused = false;
    std::string text; ///< the content, or the error's message
};

/// Limits the process to `bytes` more memory than it has, within a scope.
class MemoryLimit {
public:
    explicit MemoryLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_AS, &before_);
#ifndef __SANITIZE_ADDRESS__ // the sanitizer maps terabytes
        std::ifstream statm("/proc/self/statm");
        rlim_t pages = 0;
        statm >> pages;
        const rlimit limit{pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_AS, &limit);
#else
        (void)bytes;
#endif
    }
    ~MemoryLimit() {
        ::setrlimit(RLIMIT_AS, &before_);
    }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit before_{};
};

Read read_sample(const Sample& sample, const fs::path& path) {
    // Files have a few thousand bytes; decompressed, at most a thousand times as many.
    const MemoryLimit limit(rlim_t{64} << 20);
    try {
        return {false, sample.read(path)};
    } catch (const Error& error) {
        return {true, error.what()};
    } // anything else is a failure
}

class FileCases : public Kind {
public:
    void run(Random& random, const fs::path& folder) override {
        Sample sample = pick(random, samples)(random);
        const bool damaged_inside = sample.name.ends_with(".npz") && sample.allowed != Allowed::original;
        const fs::path path = folder / sample.name;
        put(path, sample.bytes);
        const Read original = read_sample(sample, path);
        if (original.refused)
            check_refusal(original, path);
        require(damaged_inside || !original.refused,
                fmt::format("what is not damaged is refused: {}", original.text));
        if (damaged_inside && one_in(random, 2))
            return;

        Damaged damaged = damage(sample.bytes, random);
        if (sample.name.ends_with(".png") && one_in(random, 3)) {
            damaged.bytes = with_right_checksums(damaged.bytes);
            sample.allowed = Allowed::whole_content;
        }
        put(path, damaged.bytes);
        const Read read = read_sample(sample, path);
        if (read.refused)
            check_refusal(read, path);
        else if (sample.allowed == Allowed::original ||
                 (sample.allowed == Allowed::whole_content && damaged.only_cut))
            require(read.text == original.text, fmt::format("{} was read as something else", sample.name));
    }

private:
    static void check_refusal(const Read& read, const fs::path& path) {
        require_message(read.text, path.string(), path.string().size());
        require(read.text.find(" memory") == std::string::npos,
                fmt::format("a file of {} bytes takes too much: {}", fs::file_size(path), read.text));
    }
};

} // namespace

std::unique_ptr<Kind> make_file_cases() {
    return std::make_unique<FileCases>();
}

} // namespace scanline::fuzz
