// Ctrl-C: the first one asks to stop after the run under way, the second one stops at once.
#pragma once

namespace leasesim {

/// Listens from here on. Also lets a reader that goes away end the program quietly.
void listen_for_interrupts();
bool interrupted();

}  // namespace leasesim
