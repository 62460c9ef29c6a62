// Ranks on three hosts, which are network namespaces of this machine.
#include "run_on_ranks.h"
#include "scanline/data/npy.h"

namespace scanline::mpi_hosts_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

// Makes the hosts, which mpirun reaches through an agent in place of ssh, and sorts on them. As "cut", takes
// the link of the second host down while all write and its rank has stopped. Open MPI 4 and 5 call some
// parameters differently.
constexpr const char* script = R"(
set -e
trap 'exit 77' EXIT
mount -t tmpfs none /run
ip link add bridge0 type bridge; ip addr add 10.77.0.254/24 dev bridge0
for i in 1 2 3; do
    ip netns add host$i
    ip link add link$i type veth peer name eth0 netns host$i
    ip link set link$i master bridge0 up; ip -n host$i addr add 10.77.0.$i/24 dev eth0
    ip -n host$i link set eth0 up; ip -n host$i link set lo up
done
ip link set bridge0 up; ip link set lo up
trap - EXIT
cat >agent <<'end'
#!/bin/sh
host=host${1##*.}; shift
exec ip netns exec $host unshare --uts sh -c "hostname $host; $*"
end
chmod +x agent; export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=tcp,self
export OMPI_MCA_plm_rsh_agent="$PWD/agent" PRTE_MCA_plm_ssh_agent="$PWD/agent" OMPI_MCA_btl_tcp_if_include=10.77.0.0/24
export OMPI_MCA_oob_tcp_if_include=10.77.0.0/24 PRTE_MCA_oob_tcp_if_include=10.77.0.0/24
[ $0 = cut ] && stop="-x SCANLINE_STOP_RANK=1@20" || stop=
"$1" --host 10.77.0.1,10.77.0.2,10.77.0.3 -n 3 --map-by node --bind-to none $stop --mca oob_tcp_keepalive_time 2 \
    --mca oob_tcp_keepalive_intvl 1 --mca oob_tcp_keepalive_probes 2 "$2" sort keys.npy -o sorted.npy --backend cpu &
if [ $0 = cut ]; then
    until ls .scanline-*.tmp; do sleep 0.05; done >/dev/null 2>&1; ip link set link2 down
fi
wait $!
)";

/// None if this machine cannot have hosts.
std::optional<Outcome> sort_on_hosts(const TemporaryFolder& folder, const char* as) {
    data::write_npy<std::uint32_t>(folder / "keys.npy", std::vector<std::uint32_t>{5, 3, 9, 1, 7, 2}, {6});
    Setting setting;
    setting.program = "/usr/bin/unshare";
    setting.folder = folder.path();
    setting.timeout = std::chrono::seconds(60); // of some 8
    Outcome outcome = run(
        {"-rnmp", "--mount-proc", "--kill-child", "sh", "-c", script, as, SCANLINE_MPIRUN, SCANLINE_PROGRAM},
        setting);
    if (outcome.exit_code != 77 && !outcome.err.starts_with("unshare: "))
        return outcome;
    WARN("not tried: no network namespaces here: " << outcome.err);
    return std::nullopt;
}

} // namespace

TEST_CASE("Three hosts sort as one process does, byte for byte", "[repeat]") {
    const TemporaryFolder folder;
    if (const auto together = sort_on_hosts(folder, "whole")) {
        INFO(together->err);
        REQUIRE(together->exit_code == 0);
        const std::string keys = (folder / "keys.npy").string();
        REQUIRE(run({"sort", keys, "-o", keys}).exit_code == 0);
        CHECK((data::read_file(keys) == data::read_file(folder / "sorted.npy")));
    }
}

TEST_CASE("A host that is cut off ends the command, and an older file stays whole", "[repeat]") {
    const TemporaryFolder folder;
    data::write_file(folder / "sorted.npy", "old");
    if (const auto outcome = sort_on_hosts(folder, "cut")) {
        CHECK(outcome->exit_code > 2);
        CHECK_THAT(outcome->err, ContainsSubstring("10.77.0.2") || ContainsSubstring("host2"));
        CHECK(data::read_file(folder / "sorted.npy").size() == 3);
    }
}

} // namespace scanline::mpi_hosts_test
