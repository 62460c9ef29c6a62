#pragma once
#include "cli/program.h"

#include "support/temporary_folder.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace scanline::test {

/// The files below a folder by their paths in it, with their bytes.
using Files = std::map<std::string, std::string>;

/// Which faults are tried by default, given the time that a run takes.
enum class Cost {
    low,     ///< first, middle and last calls of each kind
    last,    ///< the last call of each kind
    renames, ///< a failure of the last rename
};

/// A command line of a command, and the files that it writes.
struct FaultCase {
    Arguments line;
    std::vector<std::string> outputs{}; ///< files, or folders where names do not matter
    bool varies = false;                ///< outputs have times
    bool opengl = false;                ///< its driver's calls are left alone
    std::uint32_t last_allocations = 0; ///< that are tried one by one
    Cost cost = Cost::low;

    std::string name() const;
    bool writes(const std::string& file) const;
};

/// A folder with small inputs of all commands, and cases of all that work there.
class FaultCases {
public:
    FaultCases();

    const std::vector<FaultCase>& all() const { return cases_; }
    const std::filesystem::path& folder() const { return folder_.path(); }
    Setting setting(const FaultCase& one) const;
    /// Puts the inputs back as they were, and old files in the places of the outputs, or none.
    Files prepare(const FaultCase& one, bool has_old) const;
    Files files() const;

private:
    std::string at(const std::string& name) const { return (folder_ / name).string(); }

    TemporaryFolder folder_;
    Files inputs_;
    std::vector<FaultCase> cases_;
};

/// Made once.
const FaultCases& fault_cases();

} // namespace scanline::test
