// Ranks on three hosts, which are network namespaces of this machine.
#include "run_on_ranks.h"
#include "scanline/data/npy.h"

#include <numeric>

namespace scanline::mpi_hosts_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

// Makes the hosts, with names and addresses of their own, and runs the arguments. CUT: takes the link of the
// second host down when the temporary file is there.
constexpr const char* script = R"(
set -e
trap 'exit 77' EXIT
mount -t tmpfs none /run
ip link set lo up
ip link add bridge0 type bridge
ip addr add 10.77.0.254/24 dev bridge0
ip link set bridge0 up
for i in 1 2 3; do
    ip netns add host$i
    ip link add link$i type veth peer name eth0 netns host$i
    ip link set link$i master bridge0 up
    ip -n host$i addr add 10.77.0.$i/24 dev eth0
    ip -n host$i link set eth0 up
    ip -n host$i link set lo up
done
trap - EXIT
"$@" &
while [ -n "$CUT" ] && kill -0 $!; do
    if ls .scanline-*.tmp; then
        ip link set link2 down
        CUT=
    fi
    sleep 0.05
done >/dev/null 2>&1
wait $!
)";

// What mpirun calls in place of ssh.
constexpr const char* agent = R"(#!/bin/sh
host=host${1##*.}
shift
exec ip netns exec $host unshare --uts sh -c "hostname $host; $*"
)";

class ThreeHosts {
public:
    ThreeHosts() {
        data::write_file(folder_ / "agent", agent);
        std::filesystem::permissions(folder_ / "agent", std::filesystem::perms::owner_all);
    }

    void make_keys(const std::vector<std::uint32_t>& keys) const {
        data::write_npy<std::uint32_t>(path("keys.npy"), keys, {keys.size()});
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    Arguments sort(const std::string& name) const {
        return {"sort", path("keys.npy"), "-o", path(name), "--backend", "cpu"};
    }

    /// options: of mpirun. Empty if this machine cannot have hosts.
    std::optional<Outcome> run(const Arguments& options, const Arguments& command, Environment more = {}) {
        Setting setting;
        setting.program = "/usr/bin/unshare";
        setting.folder = folder_.path();
        setting.timeout = std::chrono::seconds(60);
        more.insert({{"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}});
        // Two names of each for Open MPI 4 and 5.
        for (const char* name : {"OMPI_MCA_plm_rsh_agent", "PRTE_MCA_plm_ssh_agent"})
            more[name] = path("agent");
        more["OMPI_MCA_btl"] = "tcp,self";
        for (const char* name :
             {"OMPI_MCA_btl_tcp_if_include", "OMPI_MCA_oob_tcp_if_include", "PRTE_MCA_oob_tcp_if_include"})
            more[name] = "10.77.0.0/24";
        setting.environment = std::move(more);
        Arguments all{"--map-root-user",
                      "--net",
                      "--mount",
                      "--pid",
                      "--mount-proc",
                      "--kill-child",
                      "sh",
                      "-c",
                      script,
                      "sh",
                      SCANLINE_MPIRUN,
                      "--host",
                      "10.77.0.1,10.77.0.2,10.77.0.3",
                      "-n",
                      "3",
                      "--map-by",
                      "node",
                      "--bind-to",
                      "none"};
        all.insert(all.end(), options.begin(), options.end());
        all.push_back(SCANLINE_PROGRAM);
        all.insert(all.end(), command.begin(), command.end());
        Outcome outcome = test::run(all, setting);
        if (outcome.exit_code == 77 || outcome.err.starts_with("unshare: ")) {
            WARN("not tried: no network namespaces here: " << outcome.err);
            return std::nullopt;
        }
        return outcome;
    }

private:
    const TemporaryFolder folder_;
};

} // namespace

TEST_CASE_METHOD(ThreeHosts, "Three hosts sort as one process does, byte for byte", "[repeat]") {
    std::vector<std::uint32_t> keys(1000);
    std::iota(keys.rbegin(), keys.rend(), 0u);
    make_keys(keys);
    const auto together = run({}, sort("together.npy"));
    if (!together)
        return;
    INFO(together->err);
    REQUIRE(together->exit_code == 0);
    REQUIRE(test::run(sort("alone.npy")).exit_code == 0);
    CHECK((data::read_file(path("together.npy")) == data::read_file(path("alone.npy"))));
}

TEST_CASE_METHOD(ThreeHosts, "A host that is cut off ends the command, and an older file stays whole",
                 "[repeat]") {
    make_keys({5, 3, 9, 1, 7, 2}); // of these, the second rank stops while all write
    data::write_file(path("sorted.npy"), "old");
    const auto outcome = run({"--mca", "oob_tcp_keepalive_time", "2", "--mca", "oob_tcp_keepalive_intvl", "1",
                              "--mca", "oob_tcp_keepalive_probes", "2", "-x", "SCANLINE_STOP_RANK=1@20"},
                             sort("sorted.npy"), {{"CUT", "1"}});
    if (!outcome)
        return;
    CHECK(outcome->exit_code > 2);
    CHECK_THAT(outcome->err, ContainsSubstring("10.77.0.2") || ContainsSubstring("host2"));
    CHECK(data::read_file(path("sorted.npy")).size() == 3);
}

} // namespace scanline::mpi_hosts_test
