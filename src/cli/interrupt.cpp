#include "interrupt.h"

#include <csignal>

namespace scanline::cli {

namespace {

// A signal handler can reach nothing but a static of this type.
volatile std::sig_atomic_t interrupt_seen = 0;

void on_interrupt(int signal) {
    interrupt_seen = 1;
    std::signal(signal, SIG_DFL);
}

// nohup, and shells that start a program in the background, make it ignore signals.
bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

void catch_interrupts() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (!is_ignored(signal))
            std::signal(signal, on_interrupt);
    }
}

bool interrupted() {
    return interrupt_seen != 0;
}

} // namespace scanline::cli
