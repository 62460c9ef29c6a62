#include "workplace.h"

#include "scanline/core/random.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace scanline::systems {

Repetition Workplace::run(const std::string& words, int ranks) const {
    std::vector<std::string> arguments;
    if (ranks > 0) // on any number of processors, which the ranks share out themselves
        arguments = {"-n",   std::to_string(ranks), "--map-by", "slot:OVERSUBSCRIBE", "--bind-to",
                     "none", program.string()};
    if (ranks > 0 && geteuid() == 0) // in a container; Open MPI asks for both
        for (const char* allow : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
            setenv(allow, "1", 0);
    for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find(' ', begin), words.size());
        arguments.push_back(words.substr(begin, end - begin));
        begin = end + 1;
    }
    return run_program(ranks > 0 ? "mpirun" : program, arguments, folder.path(), clock);
}

std::vector<std::byte> Workplace::file(std::string_view name) const {
    return data::read_file(folder.path() / name);
}

std::string Workplace::text(std::string_view name) const {
    const std::vector<std::byte> bytes = file(name);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void Workplace::make_rows(std::int64_t size, int columns, std::string_view file) const {
    run(fmt::format("generate skyline -n {} -d {} --seed {} -o {}", size, columns, data_seed, file));
}

void make_keys(const Workplace& place, std::int64_t size) {
    Random random(data_seed);
    std::vector<std::uint32_t> keys(static_cast<std::size_t>(size));
    std::ranges::generate(keys, [&] { return static_cast<std::uint32_t>(random.next()); });
    data::write_npy<std::uint32_t>(place.folder.path() / "keys.npy", keys, {keys.size()});
}

void make_points(const Workplace& place, std::int64_t size) {
    place.make_rows(size, 3, "points.npy");
}

void make_table(const Workplace& place, std::int64_t size) {
    place.make_rows(size, 8, "rows.npy");
}

} // namespace scanline::systems
