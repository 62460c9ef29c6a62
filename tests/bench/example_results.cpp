#include "example_results.h"

namespace scanline::bench {

Results example_results() {
    Row bt;
    bt.axes = {{"algorithm", "bt"}, {"image", "a|b, \"c\".png"}};
    bt.seed = 18'446'744'073'709'551'615U;
    bt.items = 1'000'000;
    bt.bytes = 4'000'000;
    bt.repetitions = {{{{"reduction", 0.5}, {"search", 1.5}}, 2.0},
                      {{{"reduction", 0.25}, {"search", 0.75}}, 1.0}};
    bt.roof_milliseconds = 0.5;
    bt.overhead = -0.03;
    bt.counts = {{"survivors", 250'000}, {"fetches", 7, "search"}, {"survivors", 3, "reduction"}};

    Row horn;
    horn.axes = {{"algorithm", "horn"}, {"image", "b.png"}};
    horn.items = 1'000'000;
    horn.repetitions = {{{}, 0.1}, {{}, 1.0 / 3}, {{}, 1e-9}};

    Row jj;
    jj.axes = {{"algorithm", "jj"}, {"image", "b.png"}};
    jj.skipped = "blocks of 4096\nare over the limit";

    Results results;
    results.experiment = "fig8";
    results.title = "Time against density";
    results.roof = "full-screen copy pass";
    results.environment = {
        "GPU & Co", "4.6 driver", "CPU & Co, 2 usable",   "gl-query",
        "Release",  "0.1.0",      "2026-11-20T12:00:00Z", "scanline bench fig8 --output x.json"};
    results.rows = {bt, horn, jj};
    results.complete = false;
    return results;
}

} // namespace scanline::bench
