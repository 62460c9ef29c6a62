// The two functions of Highway's library that its headers call. Programs that have these need not load the library,
// which measures a timer for 5 ms whenever it is loaded.
#include <hwy/targets.h>

#if HWY_ARCH_X86_64 && HWY_COMPILER_GCC_ACTUAL >= 1200
namespace hwy {

std::int64_t SupportedTargets() {
    const bool sse4 = __builtin_cpu_supports("x86-64-v2") && __builtin_cpu_supports("aes") &&
                      __builtin_cpu_supports("pclmul"),
               avx2 = sse4 && __builtin_cpu_supports("x86-64-v3"),
               avx3 = avx2 && __builtin_cpu_supports("x86-64-v4");
    return HWY_STATIC_TARGET | (sse4 ? HWY_SSSE3 | HWY_SSE4 : 0) | (avx2 ? HWY_AVX2 : 0) |
           (avx3 ? HWY_AVX3 : 0);
}

ChosenTarget& GetChosenTarget() {
    static ChosenTarget chosen;
    return chosen;
}

} // namespace hwy
#endif
