// Guarded work: effects on an object, done under a lease, with or without a fence.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// What protects the object from a worker that has lost its lease and does not know.
enum class Fence : std::uint8_t {
  blind,       ///< nothing: the last writer wins
  idempotent,  ///< nothing is needed: every worker writes the same
  token,       ///< the object remembers the highest leaseTransitions and turns lower ones away
  create,      ///< each effect is an object whose name both workers would choose: one creates it
  update,      ///< read, then write what was read: a conflict if somebody was faster
};
constexpr auto words(Fence) {
  return std::array{Word{"blind", Fence::blind}, Word{"idempotent", Fence::idempotent},
                    Word{"token", Fence::token}, Word{"create", Fence::create},
                    Word{"update", Fence::update}};
}

struct WorkConfig {
  Fence fence = Fence::blind;
  Duration every = 500ms;
  std::string object;  ///< a ConfigMap; empty: named after the lease
  friend bool operator==(const WorkConfig&, const WorkConfig&) = default;
};
void read(Fields& in, WorkConfig& config);

/// `write-every-500ms`, or a map of the keys.
template <>
struct Spelling<WorkConfig> {
  static void read(const Tree& node, WorkConfig& value, const Spot& spot);
  static Tree write(const WorkConfig& value);
  static Shape shape();
};

/// Works under a lease until it is cancelled. `token` is the leaseTransitions of its term.
Task<> work_under(Process& self, Api api, ObjectName lease, WorkConfig config, std::int64_t token);

/// The actor `worker`: works whether or not it holds anything, or only while a lease names it.
struct WorkerConfig {
  std::string lease;
  std::optional<std::string> only_while_held_by;  ///< looks before each effect
  WorkConfig work;
};
void read(Fields& in, WorkerConfig& config);
Task<> worker(Process& self, Api api, WorkerConfig config);

}  // namespace leasesim
