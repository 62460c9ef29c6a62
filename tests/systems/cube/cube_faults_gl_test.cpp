// What verify finds in wrong shaders of cubes: each store of each of them is off by one, one after the other.
#include "scanline/catalog/verify.h"
#include "scanline/compute/engine.h"
#include "scanline/program/systems.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"

#include <regex>
#include <set>

namespace scanline::catalog::cube_faults_gl_test {

namespace {

/// A store of a shader, and the same off by one.
struct Store {
    std::string right, wrong;
};

// Stores to buffers, and atomic ones; the text has one shader and what it includes.
std::vector<Store> stores_of(const std::string& text) {
    std::set<std::string> buffers;
    const std::regex buffer(R"(binding = \w+\) (?:writeonly )?buffer \w+ \{\s*u\w+ (\w+)\[\];)"),
        assigned(R"((\n *(\w+)\[[^\n]*\] \+?=\s)([^;]*);)"), added(R"((atomic\w+\([^;]*), ([^,;]*)\);)");
    const auto each = [&](const std::regex& pattern, auto use) {
        for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
            use(*at);
    };
    each(buffer, [&](const std::smatch& found) { buffers.insert(found.str(1)); });
    std::vector<Store> stores;
    each(assigned, [&](const std::smatch& found) {
        if (buffers.contains(found.str(2)))
            stores.push_back({found.str(), found.str(1) + '(' + found.str(3) + ") + 1u;"});
    });
    each(added, [&](const std::smatch& found) {
        stores.push_back({found.str(), found.str(1) + ", (" + found.str(2) + ") + 1u);"});
    });
    return stores;
}

// Runs cases until one tells.
bool is_found(const gl::Capabilities& capabilities, const test::ShaderFolder& shaders) {
    machine::Machine machine(capabilities,
                             {.tier = compute::Tier::shared_memory, .shaders = shaders.store()});
    VerifyOptions options;
    options.seed = 0;
    options.cases = 12;
    options.seconds = 1e6;
    options.largest = 1000;
    options.only = {"cube"};
    options.progress = [](std::uint64_t, std::uint64_t failed) { return failed == 0; };
    const VerifyReport report = verify(program::systems(), machine, options);
    return report.failed > 0;
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "Every store of every shader of cubes is found if it is off by one") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    const gl::ShaderStore standard = gl::ShaderStore::standard();
    for (const std::string& name : standard.names()) {
        if (!name.starts_with("cube/") || !name.ends_with(".comp"))
            continue;
        const std::vector<Store> stores = stores_of(standard.flatten(name).text);
        INFO(name);
        CHECK_FALSE(stores.empty());
        for (const Store& store : stores) {
            INFO(store.wrong);
            test::ShaderFolder shaders;
            shaders.replace(name, store.right, store.wrong);
            CHECK(is_found(context.capabilities(), shaders));
        }
    }
}

} // namespace scanline::catalog::cube_faults_gl_test
