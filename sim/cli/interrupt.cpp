#include "cli/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "cli/exit_code.hpp"

namespace leasesim {
namespace {

// The one global of the program: a signal handler can be told nothing else.
std::atomic<bool> asked_to_stop{false};  // NOLINT(*-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_interrupt(int) {
  if (asked_to_stop.exchange(true)) _exit(static_cast<int>(ExitCode::interrupted));
  constexpr std::string_view kWords =
      "\nleasesim: stopping after the run under way; once more to stop at once\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kWords.data(), kWords.size());
}

}  // namespace

void listen_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // a read that waits for input is to end
  sigaction(SIGINT, &action, nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // NOLINT: a parent may have it ignored
}

bool interrupted() { return asked_to_stop.load(); }

}  // namespace leasesim
