// A prefix sum on the CPU, in a process without OpenGL: 3 4 11 11 15.
#include <scanline/cpu/scan.h>

#include <cstdio>
#include <fstream>
#include <span>
#include <string>
#include <vector>

int main() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        for (const char* library : {"libGL", "libEGL", "libOpenGL", "libglfw"})
            if (line.find(library) != std::string::npos)
                return std::printf("%s\n", line.c_str());
    using namespace scanline::cpu;
    const std::vector<float> numbers{3, 1, 7, 0, 4};
    std::vector<float> sums(numbers.size());
    const Scan scan(find_scan_algorithm("simd1-p"), {.threads = 2});
    scan(std::span<const float>(numbers), std::span<float>(sums));
    std::printf("%g %g %g %g %g\n", sums[0], sums[1], sums[2], sums[3], sums[4]);
}
