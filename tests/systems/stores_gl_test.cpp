// What verify finds in wrong shaders: each store of each of them is off by one, one after the other.
#include "compute/emulated_subgroups.h"
#include "scanline/compute/engine.h"
#include "scanline/systems/all.h"
#include "scanline/systems/verify.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"

#include <algorithm>
#include <regex>
#include <set>

namespace scanline::systems::stores_gl_test {

namespace {

/// A store of a shader, and the same off by one.
struct Store {
    std::string right, wrong;
};

// Stores to buffers, by index or by a macro, and atomic ones; the text has one shader and what it includes.
std::vector<Store> stores_of(const std::string& text) {
    std::set<std::string> buffers;
    const std::regex buffer(
        R"(binding = \w+\) (?:restrict |writeonly |coherent |volatile )*buffer \w+ \{\s*\w+ (\w+)\[\];)"),
        assigned(R"((\n *(?:(\w+)\[[^\n]*\]|\w+\([^\n]*\)) \+?=\s)([^;]*);)"),
        added(R"((atomic\w+\([^;{}]*?, )([^,;(){}]*(?:\([^()]*\))*)\);)");
    const auto each = [&](const std::regex& pattern, auto use) {
        for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
            use(*at);
    };
    each(buffer, [&](const std::smatch& found) { buffers.insert(found.str(1)); });
    std::vector<Store> stores;
    each(assigned, [&](const std::smatch& found) {
        if (!found[2].matched || buffers.contains(found.str(2)))
            stores.push_back({found.str(), found.str(1) + '(' + found.str(3) + ") + 1u;"});
    });
    each(added, [&](const std::smatch& found) {
        stores.push_back({found.str(), found.str(1) + '(' + found.str(2) + ") + 1u);"});
    });
    return stores;
}

/// Cases of a check.
struct Cases {
    const char* check;
    std::uint64_t seed, cases;
    std::int64_t largest;
    bool by_lanes = false;
};

// Runs cases until one tells. An empty store spoils nothing.
bool is_found(gl::Capabilities capabilities, const Store& store, const std::string& shader,
              const Cases& cases) {
    const auto shaders = test::shaders_to_break(capabilities, cases.by_lanes);
    if (!shaders)
        return !store.right.empty();
    if (!store.right.empty())
        shaders->replace(shader, store.right, store.wrong);
    capabilities.software = capabilities.software && !cases.by_lanes; // where no group may wait for another
    machine::Machine machine(capabilities,
                             {.tier = cases.by_lanes ? compute::Tier::subgroup : compute::Tier::shared_memory,
                              .shaders = shaders->store()});
    VerifyOptions options;
    options.seed = cases.seed;
    options.cases = cases.cases;
    options.seconds = 1e6;
    options.largest = cases.largest;
    options.only = {cases.check};
    options.progress = [](std::uint64_t, std::uint64_t failed) { return failed == 0; };
    return verify(systems::all(), machine, options).failed > 0;
}

} // namespace

// Of the shaders that are not here, some stores cannot change a result if they are off by one:
// - kdtree/locate: places only order the queries. Each answer is stored by the number of its query.
// - skyline/hashes: equal rows still have equal hashes, and rows are told apart by their keys.
// - skyline/mark and skyline/swept: a row is marked by any word but 0.
TEST_CASE_METHOD(test::GlTest, "Every store of these shaders is found if it is off by one", "[repeat]") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    struct Shaders {
        const char* names;
        std::vector<Cases> cases;
    };
    constexpr std::int64_t many = 50'000;
    // What a group sorts: emulated lanes are few and slow.
    const std::int64_t by_lanes = context.capabilities().compute_subgroups ? many : 10'000;
    const gl::ShaderStore standard = gl::ShaderStore::standard();
    for (const auto& [names, cases] : std::vector<Shaders>{
             {"cube/", {{"cube", 0, 12, 1000}}},
             // Each operator.
             {"compute/reduce.comp",
              {{"words", 0, 4, many}, {"words", 256, 4, many}, {"words", 512, 4, many}}},
             {"compute/segment_kinds.comp", {{"words", 0, 1, many}, {"words", 0, 1, by_lanes, true}}},
             {"compute/segment_digits.comp", {{"words", 0, 1, by_lanes, true}}}}) {
        for (const Cases& some : cases)
            CHECK_FALSE(is_found(context.capabilities(), {}, {}, some));
        for (const std::string& name : standard.names()) {
            if (!name.starts_with(names) || !name.ends_with(".comp"))
                continue;
            const std::vector<Store> stores = stores_of(standard.flatten(name).text);
            INFO(name);
            CHECK_FALSE(stores.empty());
            for (const Store& store : stores) {
                INFO(store.wrong);
                CHECK(std::ranges::any_of(cases, [&](const Cases& some) {
                    return is_found(context.capabilities(), store, name, some);
                }));
            }
        }
    }
}

} // namespace scanline::systems::stores_gl_test
