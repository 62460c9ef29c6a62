#include "algorithms.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/core/bits.h"
#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "scanline/data/npy.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <stb_image.h>

namespace compact_output_gl_test {

using namespace scanline;
using namespace scanline::test;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace {

constexpr std::array emits{"indices", "values", "xy"};

Arguments compact(const std::filesystem::path& image, const std::filesystem::path& output, Arguments more) {
    Arguments arguments{"compact", image.string(), "-o", output.string(), "--reps", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

// Compacts an image to a .npy or .csv file and compares it with std::copy_if.
void check_output(const std::filesystem::path& path, const data::Image& image, const std::string& algorithm,
                  const std::string& emit, const std::filesystem::path& output, const Arguments& more = {},
                  double threshold = 128, bool negate = false) {
    INFO(fmt::format("{} x {} pixels, {}, {} to {}", image.width, image.height, algorithm, emit,
                     output.string()));
    Arguments options{"--algorithm", algorithm, "--emit", emit};
    options.insert(options.end(), more.begin(), more.end());
    run_well(compact(path, output, options));
    const std::vector<int> expected = emitted(emit, image, survivors(image, threshold, negate));
    const std::vector<int> found = read_emitted(emit, output);
    if (facts_of(algorithm).keeps_order)
        CHECK(found == expected);
    else
        CHECK(sorted_elements(emit, found) == sorted_elements(emit, expected));
}

/// The colours of a picture's pixels; the library only reads grey.
struct Colours {
    explicit Colours(const std::filesystem::path& path) {
        const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
            stbi_load(path.c_str(), &width, &height, nullptr, 3), stbi_image_free);
        REQUIRE(pixels != nullptr);
        for (int i = 0; i < width * height; ++i)
            list.push_back({pixels.get()[3 * i], pixels.get()[3 * i + 1], pixels.get()[3 * i + 2]});
    }

    using Colour = std::array<int, 3>;
    int width = 0, height = 0;
    std::vector<Colour> list;
};

int brightness(const Colours::Colour& colour) {
    return 299 * colour[0] + 587 * colour[1] + 114 * colour[2];
}

} // namespace

TEST_CASE("Every algorithm in every block size and method writes what copy_if keeps", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 1);
    const auto path = put_pgm(folder / "noise.pgm", image);
    std::vector<std::string> concatenations{"auto", "quads"};
    if (run_for_json({"info", "--format", "json"})["lines_exact"].get<bool>())
        concatenations.emplace_back("lines");
    else
        WARN("this driver does not draw lines exactly: --concatenate lines is not tried");
    std::size_t turn = 0;
    for (const std::string& algorithm : algorithm_names()) {
        if (!facts_of(algorithm).blockwise) {
            check_output(path, image, algorithm, "indices", folder / "out.npy");
            continue;
        }
        for (const std::string block : {"2", "16", "256", "4096"}) {
            // The library's tests cover the combinations; here each choice is tested once.
            Arguments options{"--block", block, "--concatenate",
                              concatenations[turn % concatenations.size()]};
            if (algorithm != "bt") // which has no prefix sums
                options.insert(options.end(), {"--prefix-sum", turn % 2 == 0 ? "hillis-steele" : "blelloch"});
            check_output(path, image, algorithm, "indices", folder / "out.npy", options);
            ++turn;
        }
    }
}

TEST_CASE("Indices, values and coordinates come out right in files of numbers") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 2);
    data::write_png(folder / "noise.png", image);
    // What is emitted does not depend on the algorithm: each has a turn.
    std::size_t turn = 0;
    for (const std::string& algorithm : algorithm_names()) {
        check_output(folder / "noise.png", image, algorithm, emits[turn % emits.size()],
                     folder / (turn % 2 == 0 ? "out.npy" : "out.csv"));
        ++turn;
    }
}

TEST_CASE("Both methods of run lengths write what copy_if keeps", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = data::runs_mask(61, 17, 5, 0.4, 3);
    const auto path = put_pgm(folder / "runs.pgm", image);
    for (const std::string method : {"auto", "recursive-doubling", "balanced-tree"}) {
        for (const std::string block : {"8", "128"})
            check_output(path, image, "rlz", "indices", folder / "out.npy",
                         {"--run-lengths", method, "--block", block});
    }
}

TEST_CASE("Pictures of any shape come out right with all, none and some pixels valid", "[repeat]") {
    const TemporaryFolder folder;
    const auto [width, height] = GENERATE(table<int, int>({
        {1, 1},    // one pixel
        {1, 300},  // a column
        {300, 1},  // a row
        {37, 23},  // a multiple of no block
        {64, 64},  // a power of two
        {255, 257} // the usual block and its neighbours
    }));
    // The library's tests cover the combinations; here each algorithm compacts each shape once.
    const std::array images{noise(width, height, 4), data::constant_image(width, height, 255),
                            data::constant_image(width, height, 0)};
    std::size_t turn = 0;
    for (const std::string& algorithm : algorithm_names()) {
        const data::Image& image = images[turn % images.size()];
        check_output(put_pgm(folder / "image.pgm", image), image, algorithm, "indices", folder / "out.npy");
        ++turn;
    }
}

TEST_CASE("A picture wider than any texture comes out right", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = noise(30'000, 2, 5);
    const auto path = put_pgm(folder / "wide.pgm", image);
    for (const std::string& algorithm : algorithm_names())
        check_output(path, image, algorithm, "xy", folder / "out.npy");
    run_well(compact(path, folder / "out.png", {"--emit", "values"}));
    CHECK(data::read_image(folder / "out.png").width == 30'000);
}

TEST_CASE("The largest picture is compacted and its last position is exact", "[repeat]") {
    const TemporaryFolder folder;
    data::Image image(4096, 4096);
    for (const std::size_t position : {std::size_t{0}, std::size_t{8'388'609}, std::size_t{16'777'215}})
        image.pixels[position] = 255;
    check_output(put_pgm(folder / "large.pgm", image), image, "bt", "indices", folder / "out.npy");
}

TEST_CASE("Nothing valid gives empty arrays of the right shape, a header alone and one black row",
          "[repeat]") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "black.pgm", data::constant_image(37, 23, 0));
    std::size_t turn = 0;
    for (const std::string& algorithm : algorithm_names()) {
        const std::string emit = emits[turn++ % emits.size()];
        INFO(fmt::format("{} {}", algorithm, emit));
        const Arguments options{"--algorithm", algorithm, "--emit", emit};
        run_well(compact(path, folder / "out.npy", options));
        const std::vector<std::size_t> shape =
            emit == "xy" ? std::vector<std::size_t>{0, 2} : std::vector<std::size_t>{0};
        CHECK(data::read_npy(folder / "out.npy").shape == shape);
        CHECK(read_emitted(emit, folder / "out.npy").empty());

        run_well(compact(path, folder / "out.csv", options));
        CHECK(get(folder / "out.csv") == (emit == "indices"  ? "index\n"
                                          : emit == "values" ? "value\n"
                                                             : "x,y\n"));

        run_well(compact(path, folder / "out.png", options));
        const data::Image picture = data::read_image(folder / "out.png");
        CHECK(picture.width == 37);
        CHECK(picture.height == 1);
        CHECK(data::count_at_least(picture, 1) == 0);
    }
}

TEST_CASE("The threshold is the least valid value, and negate takes the others", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = noise(41, 29, 6);
    const auto path = put_pgm(folder / "noise.pgm", image);
    const std::vector<std::string> algorithms = algorithm_names();
    std::size_t turn = 0; // of the algorithms
    for (const double threshold : {0.0, 1.0, 100.0, 127.5, 128.0, 254.5, 255.0}) {
        for (const bool negate : {false, true}) {
            std::vector<std::string> options{"--threshold", fmt::format("{}", threshold)};
            if (negate)
                options.emplace_back("--negate");
            check_output(path, image, algorithms[turn++ % algorithms.size()], "values", folder / "out.npy",
                         options, threshold, negate);
        }
    }
}

TEST_CASE("A picture of values has the stream in rows as wide as the image", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 7);
    const auto path = put_pgm(folder / "noise.pgm", image);
    const std::vector<int> expected = emitted("values", image, survivors(image));
    for (const std::string& algorithm : algorithm_names()) {
        run_well(compact(path, folder / "out.png", {"--algorithm", algorithm, "--emit", "values"}));
        const data::Image picture = data::read_image(folder / "out.png");
        CHECK(picture.width == 37);
        CHECK(picture.height == divide_rounding_up<int>(static_cast<int>(expected.size()), 37));
        std::vector<int> found(picture.pixels.begin(), picture.pixels.end());
        CHECK(std::all_of(found.begin() + static_cast<std::ptrdiff_t>(expected.size()), found.end(),
                          [](int value) { return value == 0; }));
        found.resize(expected.size());
        if (facts_of(algorithm).keeps_order)
            CHECK(found == expected);
        else
            CHECK(sorted_elements("values", found) == sorted_elements("values", expected));
    }
}

TEST_CASE("A picture of positions goes from dark above to bright below, in colour", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 8);
    const auto path = put_pgm(folder / "noise.pgm", image);
    const std::size_t valid = survivors(image).size();
    std::vector<Colours::Colour> in_order;
    // The first keeps the order.
    for (const std::string& algorithm : algorithm_names()) {
        for (const std::string emit : in_order.empty() ? std::vector{"indices", "xy"} : std::vector{"xy"}) {
            INFO(fmt::format("{} {}", algorithm, emit));
            run_well(compact(path, folder / "out.png", {"--algorithm", algorithm, "--emit", emit}));
            Colours picture(folder / "out.png");
            CHECK(picture.width == 37);
            CHECK(picture.height == divide_rounding_up<int>(static_cast<int>(valid), 37));
            const auto end = picture.list.begin() + static_cast<std::ptrdiff_t>(valid);
            CHECK(std::all_of(end, picture.list.end(),
                              [](const auto& colour) { return brightness(colour) == 0; }));
            picture.list.erase(end, picture.list.end());
            if (in_order.empty()) {
                in_order = picture.list;
                // Between the colours of the map's table, a step may round down by one in each channel.
                CHECK(std::ranges::is_sorted(in_order, [](const auto& next, const auto& before) {
                    return brightness(next) + 1000 < brightness(before);
                }));
                CHECK(brightness(in_order.front()) > 0);
                CHECK(brightness(in_order.back()) > 2 * brightness(in_order.front()));
                CHECK(
                    std::ranges::any_of(in_order, [](const auto& colour) { return colour[0] != colour[2]; }));
            } else if (facts_of(algorithm).keeps_order) {
                CHECK(picture.list == in_order);
            } else {
                CHECK(std::ranges::is_permutation(picture.list, in_order));
            }
        }
    }
}

TEST_CASE("A picture in colour is compacted by its grey") {
    const TemporaryFolder folder;
    data::Image colour(3, 1, 3);
    colour.pixels = {255, 0, 0, 0, 255, 0, 0, 0, 255};
    data::write_png(folder / "colour.png", colour);
    run_well(compact(folder / "colour.png", folder / "out.csv", {"--emit", "values", "--threshold", "70"}));
    CHECK(get(folder / "out.csv") == "value\n76\n150\n");
}

TEST_CASE("The long names of the algorithms mean the same", "[repeat]") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(37, 23, 9));
    const AlgorithmFacts facts = GENERATE(from_range(algorithm_facts));
    INFO(facts.name);
    run_well(compact(path, folder / "name.npy", {"--algorithm", std::string(facts.name)}));
    run_well(compact(path, folder / "alias.npy", {"--algorithm", std::string(facts.alias)}));
    CHECK(get(folder / "name.npy") == get(folder / "alias.npy"));
}

TEST_CASE("Values in place of defaults change nothing") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(37, 23, 10));
    run_well(compact(path, folder / "short.npy", {}));
    run_well(
        compact(path, folder / "long.npy",
                {"--algorithm", "bt", "--block", "256", "--prefix-sum", "auto", "--run-lengths", "auto",
                 "--concatenate", "auto", "--threshold", "128", "--emit", "indices", "--format", "json"}));
    CHECK(get(folder / "short.npy") == get(folder / "long.npy"));
}

TEST_CASE("An output replaces an older file and is alone in its folder") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 11);
    const auto path = put_pgm(folder / "noise.pgm", image);
    std::filesystem::create_directory(folder / "out");
    put(folder / "out" / "stream.npy", std::string(100'000, 'x'));
    check_output(path, image, "bt", "indices", folder / "out" / "stream.npy");
    CHECK(names_in(folder / "out") == std::vector<std::string>{"stream.npy"});
}

TEST_CASE("Names with spaces, quotes and no folder are taken as they are") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 12);
    put_pgm(folder / "a \"mask\" $HOME, one.pgm", image);
    Setting setting;
    setting.folder = folder.path();
    run_well(compact("a \"mask\" $HOME, one.pgm", "the output; of it.csv", {}), setting);
    CHECK(read_emitted("indices", folder / "the output; of it.csv") == survivors(image));
}

} // namespace compact_output_gl_test
