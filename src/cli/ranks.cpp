#include "ranks.h"

#include "scanline/core/message.h"
#include "scanline/data/file.h"
#include "scanline/data/user_folders.h"

#include <array>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace scanline::cli {

namespace {

std::unique_ptr<ranks::MpiCommunicator> joined;

} // namespace

ranks::MpiCommunicator* joined_ranks() {
    return joined.get();
}

void join_ranks() {
    if (ranks::launched_ranks() == 1)
        return;
    // In a build and when installed.
    joined =
        ranks::join_ranks(data::this_program().parent_path().parent_path() / "lib/scanline/scanline_mpi.so");
    if (joined->rank() > 0) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDOUT_FILENO);
    }
}

int end_with(const Error& error) {
    if (!joined) {
        print_message(error.what());
        return error.exit_code();
    }
    try {
        if (dynamic_cast<const ranks::AgreedError*>(&error) != nullptr)
            throw error;
        // An error before the first call to other ranks, such as a wrong option, is usually that of every
        // rank.
        if (!joined->has_met())
            ranks::agree(*joined, error);
    } catch (const Error& agreed) {
        if (joined->rank() == 0)
            print_message(agreed.what());
        joined->finish();
        return agreed.exit_code();
    }
    print_message(fmt::format("rank {} on {}: {}", joined->rank(), joined->host(), error.what()));
    joined->end_all(error.exit_code());
    return error.exit_code();
}

void write_npy_of_ranks(ranks::Communicator& ranks, const std::filesystem::path& path, data::ElementType type,
                        std::span<const std::byte> elements, std::int64_t first, std::int64_t all) {
    const std::string start =
        data::format_npy_start({.type = type, .shape = {static_cast<std::size_t>(all)}});
    const auto offset_of = [&](std::int64_t element) {
        return start.size() + static_cast<std::uint64_t>(element) * data::size_of(type);
    };
    std::optional<data::PartedFile> file;
    std::array<char, 4096> temporary{}; // the system's longest path
    ranks::agree_on(ranks, [&] {
        if (ranks.rank() > 0)
            return;
        file.emplace(path, offset_of(all));
        std::strncpy(temporary.data(), file->temporary().c_str(), temporary.size() - 1);
    });
    temporary = ranks::gather(ranks, temporary).front();
    ranks::agree_on(ranks, [&] {
        if (ranks.rank() == 0)
            data::write_part(temporary.data(), path, 0, std::as_bytes(std::span(start)));
        data::write_part(temporary.data(), path, offset_of(first), elements);
    });
    ranks::agree_on(ranks, [&] {
        if (file)
            file->replace_target();
    });
}

} // namespace scanline::cli
