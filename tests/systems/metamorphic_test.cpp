// Text in, text out: what the rewriter changes, and what it leaves alone.
#include "scanline/systems/metamorphic.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

namespace scanline::systems::metamorphic_test {

namespace {

const std::string zero = "(gl_NumWorkGroups.z - 1u)";

gl::FlatSource source_of(const std::string& text) {
    gl::FlatSource source{text, {}};
    for (int line = 1; line <= std::ranges::count(text, '\n'); ++line)
        source.lines.push_back({"shaders/x.comp", line});
    return source;
}

// All texts that some seeds make of a source by one way of rewriting.
std::vector<std::string> rewritten(const std::string& text, std::string_view kind,
                                   std::string_view name = "x.comp") {
    std::vector<std::string> texts;
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
        gl::FlatSource source = source_of(text);
        const RewriteCounts counts = rewrite_alike(name, source, seed, kind);
        CHECK(std::ranges::count(source.text, '\n') == static_cast<std::ptrdiff_t>(source.lines.size()));
        CHECK(counts.empty() == (source.text == text));
        if (!counts.empty() && std::ranges::find(texts, source.text) == texts.end())
            texts.push_back(source.text);
    }
    std::ranges::sort(texts);
    return texts;
}

std::string in_function(const std::string& lines) {
    return "#version 430\nvoid f(uint n) {\n" + lines + "}\n";
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("What main() does is wrapped in a branch that is always taken") {
    CHECK(rewritten("#version 430\nvoid main() {\n    f();\n}\n", "branches") ==
          Texts{"#version 430\nvoid rewritten(); void main() { if (" + zero +
                " == 0) rewritten(); } void rewritten() {\n    f();\n}\n"});
    CHECK(rewritten("#version 120\nvoid main() {\n}\n", "branches", "x.frag") ==
          Texts{"#version 120\nvoid rewritten(); void main() { if (int(0.5 * gl_FragCoord.w) == 0) "
                "rewritten(); } void rewritten() {\n}\n"});
    CHECK(rewritten("#version 430\nvoid main(void)\n{\n}\n", "branches").empty());
}

TEST_CASE("A counting loop is split in two halves") {
    const std::string halves = "for (uint i = rank(), half_2 = 0u; half_2 < 2u; ++half_2) "
                               "for (; i < uint(n / 4u) / (2u - half_2); i += 3u)";
    CHECK(rewritten(in_function("    for (uint i = rank(); i < n / 4u; i += 3u) {\n        f(i);\n    }\n"),
                    "loops") == Texts{in_function(halves + " {\n        f(i);\n    }\n")});
    CHECK(rewritten(in_function("    for (uint i = rank(); i < n / 4u; i += 3u) // each\n        f(i);\n"),
                    "loops") == Texts{in_function(halves + "\n        f(i);\n")});
    CHECK(rewritten("#define N (2 * M)\n#define M 8\n" +
                        in_function("    for (uint i = 0u; i < N; ++i)\n        f(i);\n"),
                    "loops")
              .size() == 1);
}

TEST_CASE("A loop that halves may change stays whole") {
    const std::string header = "    for (uint i = 0u; i < n; ++i)", body = "\n        f(i);\n";
    CHECK(rewritten(in_function(header + body), "loops").size() == 1);
    for (const std::string& loop : Texts{
             header + " {\n        if (f(i))\n            break;\n    }\n",
             header + "\n        if (i > 2u)\n            f(i);\n        else\n            break;\n",
             header + "\n        if (i > 2u) {\n            f(i);\n        } else\n            break;\n",
             header + " {\n#if A\n        f(i);\n#endif\n    }\n",
             "    for (uint i = 0u; i < f(); ++i)" + body, // may do something each time
             "    for (uint i = 0u; i < n++; ++i)" + body, "    for (uint i = 0u; i < CALL; ++i)" + body,
             "    for (uint i = 0u; i < n && i != m; ++i)" + body,
             "    for (uint i = 0u, j = 1u; i < n; ++i)" + body, "    for (uint i = 0u; i <= n; ++i)" + body,
             "    for (uint i = 0u; j < n; ++i)" + body,
             "    for (int i = 0; i < n; ++i)" + body, // a half of a negative number is greater
         }) {
        INFO(loop);
        CHECK(rewritten("#define CALL f(3)\n" + in_function(loop), "loops").empty());
    }
    CHECK(rewritten("#define STOP break\n" + in_function(header + body), "loops").empty());
}

TEST_CASE("A local variable gets a store that is never done, or a value that an operator leaves as it is") {
    const std::string line = "    uint low = f(a, b); // why\n";
    CHECK(rewritten(in_function(line), "dead branches") ==
          Texts{in_function("    uint low = f(a, b); if (" + zero + " != 0) low = low + low;\n")});
    Texts values;
    for (const char* const by : {"+", "-", "^", "|"})
        values.push_back(in_function("uint low = uint(f(a, b)) " + std::string(by) + " " + zero + ";\n"));
    CHECK(rewritten(in_function(line), "identities") == values);
    CHECK(rewritten(in_function("    float low = x;\n"), "dead branches").size() == 1);
    CHECK(rewritten(in_function("    float low = x;\n"), "identities").empty()); // -0 + 0 is 0
}

TEST_CASE("Declarations that do not see each other change places") {
    const std::string one = "    const uint low = n / 2u;\n",
                      other = "    bool odd = min(n, 7u) != 0u || s_x[n] < -1;\n";
    CHECK(rewritten(in_function(one + other), "exchanges") == Texts{in_function(other + one)});
    for (const std::string& others :
         Texts{"    uint high = low;\n", "    uint n = 3u;\n", "    uint high = f(n);\n",
               "    uint high = s_x[n]++;\n", "    uint high = (s_x[n] = 3u);\n", "    uint high = STORED;\n",
               "    uint named = 1u;\n", "    float high = 1.0, higher = 2.0;\n", "    f(n);\n"}) {
        INFO(others);
        const std::string macros = "#define NAMED (named + 1)\n#define STORED (s_x[0] <<= 1)\n";
        CHECK(rewritten(macros + in_function(one + others), "exchanges").empty());
    }
    CHECK(rewritten("#define NAMED (low + 1)\n" + in_function(one + "    uint high = NAMED;\n"), "exchanges")
              .empty());
    CHECK(rewritten(in_function("    if (n > 2u)\n    " + one + other), "exchanges").empty());
    for (std::uint64_t seed = 0; seed < 64; ++seed) { // nor are they changed otherwise
        gl::FlatSource source = source_of(in_function("    uint low = n / 2u;\n    uint high = n + 2u;\n"));
        const RewriteCounts counts = rewrite_alike("x.comp", source, seed);
        CHECK((counts.size() == 1 || !counts.contains("exchanges")));
    }
}

TEST_CASE("A declaration that is no statement of its own, or that a macro may name, stays as it is") {
    for (const std::string& lines : Texts{
             "    if (n > 2u)\n        uint low = n;\n",
             "    if (n > 2u)\n#if A\n    uint low = n;\n#endif\n",
             "    for (uint i = 0u;\n         uint low = n;\n         ++i)\n        f();\n",
             "    uint low = n, high = n;\n",
             "    const uint low = n;\n",
             "    uint low[2] = uint[2](n, n);\n",
             "    uint named = n;\n",
             "    uint low = n;\n    /* once */\n",
         }) {
        INFO(lines);
        const std::string text = "#define NAMED (named + 1u)\n" + in_function(lines);
        CHECK(rewritten(text, "dead branches").empty());
        CHECK(rewritten(text, "identities").empty());
    }
    CHECK(rewritten("#version 430\nuint low = 3u;\n", "identities").empty());
    CHECK(rewritten(in_function("    uint low = n;\n"), "identities", "x.vert").empty());
    CHECK(rewritten(in_function("    uint low = n;\n"), "identities", "compute/tier_self_test.comp").empty());
}

TEST_CASE("Every shader has a branch, and another seed changes other places") {
    const gl::ShaderStore store = gl::ShaderStore::standard();
    RewriteCounts all;
    std::size_t shaders = 0, differ = 0;
    for (const std::string& name : store.names()) {
        if (!name.ends_with(".comp") && !name.ends_with(".frag"))
            continue;
        INFO(name);
        const gl::FlatSource source = store.flatten(name);
        gl::FlatSource one = source, same = source, other = source;
        for (const auto& [kind, count] : rewrite_alike(name, one, 1))
            all[kind] += count;
        rewrite_alike(name, same, 1);
        rewrite_alike(name, other, 2);
        CHECK(one.text == same.text);
        differ += one.text == other.text ? 0u : 1u;
        ++shaders;
    }
    CAPTURE(all);
    CHECK(all["branches"] > shaders * 9 / 10);
    CHECK(all["loops"] > 100);
    CHECK(all["dead branches"] > 100);
    CHECK(all["identities"] > 100);
    CHECK(all["exchanges"] > 5);
    CHECK(differ > shaders / 2);
}

} // namespace scanline::systems::metamorphic_test
