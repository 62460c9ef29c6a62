// The one target of a program, for libFuzzer. With SEEDS=FOLDER in the environment it writes its seeds there.
#include "support/temporary_folder.h"
#include "target.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
    using namespace scanline;
    static const test::TemporaryFolder folder;
    const fuzz::Target& target = *fuzz::all_targets.front();
    if (const char* const seeds = std::getenv("SEEDS")) {
        int number = 0;
        for (const std::string& seed : target.seeds())
            fuzz::file_of(seed, seeds, "seed-" + std::to_string(number++));
        return 0;
    }
    const std::string input(bytes, bytes + size);
    fuzz::try_reading(input, [&] { target.run(input, folder.path()); });
    return 0;
}
