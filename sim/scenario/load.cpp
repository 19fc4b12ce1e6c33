#include "leasesim/scenario/load.hpp"

#include <algorithm>

#include "leasesim/scenario/findings.hpp"

namespace leasesim {
namespace {

constexpr std::int64_t kReplicasMax = 1'000'000;

bool is_name(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
  };
  return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), fits);
}

template <class Named>
std::vector<std::string_view> names_of(const std::vector<Named>& all) {
  std::vector<std::string_view> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

// "kubelet-17" of a process `kubelet` with more than 17 replicas.
bool is_replica(std::string_view name, const std::vector<ProcessSpec>& processes) {
  const auto dash = name.rfind('-');
  if (dash == std::string_view::npos) return false;
  const std::string_view digits = name.substr(dash + 1);
  const bool number = !digits.empty() && digits.size() <= 7 &&
                      digits.find_first_not_of("0123456789") == std::string_view::npos &&
                      (digits.size() == 1 || digits.front() != '0');
  if (!number) return false;
  const std::int64_t index = std::stoll(std::string{digits});
  return std::any_of(processes.begin(), processes.end(), [&](const ProcessSpec& process) {
    return process.name == name.substr(0, dash) && process.replicas > 1 && index < process.replicas;
  });
}

// Whether the names that the file uses are the names of something.
class NameCheck {
 public:
  NameCheck(const Scenario& scenario, const Vocabulary& vocabulary, Reading& reading)
      : scenario_(scenario), vocabulary_(vocabulary), reading_(reading) {}

  void check(const Reference& reference) {
    const std::vector<std::string_view> known = known_for(reference.role);
    const bool from_vocabulary = reference.role != Role::host && reference.role != Role::process;
    if (from_vocabulary && known.empty()) return;
    if (std::find(known.begin(), known.end(), reference.name) != known.end()) return;
    if (reference.role == Role::process && is_replica(reference.name, scenario_.processes)) return;
    if (reference.role == Role::process && is_server_process(scenario_, reference.name)) return;
    const std::string role{word_of(reference.role)};
    std::string nearest = nearest_word(reference.name, known);
    std::string message = "unknown " + role + " \"" + reference.name + '"';
    if (nearest.empty())
      message += known.empty() ? "; the file has none" : "; known are " + one_of(known);
    reading_.refuse(reference.place, reference.path, std::move(message), std::move(nearest));
  }

 private:
  std::vector<std::string_view> known_for(Role role) const {
    const auto listed = [](const std::vector<std::string>& words) {
      return std::vector<std::string_view>{words.begin(), words.end()};
    };
    switch (role) {
      case Role::host:
        return names_of(scenario_.hosts);
      case Role::process:
        return names_of(scenario_.processes);
      case Role::actor:
        return listed(vocabulary_.actors);
      case Role::fact:
        return listed(vocabulary_.facts);
      case Role::invariant:
        return listed(vocabulary_.invariants);
    }
    fail_ensure("a role is one of five");
  }

  const Scenario& scenario_;
  const Vocabulary& vocabulary_;
  Reading& reading_;
};

void check_names(const Scenario& scenario, Reading& reading) {
  constexpr std::string_view kWanted = "expected a name of letters, digits, -, . and _, found \"";
  for (const HostSpec& host : scenario.hosts) {
    if (is_name(host.name)) continue;
    reading.refuse(host.place, "hosts", std::string{kWanted} + host.name + '"');
  }
  for (const ProcessSpec& process : scenario.processes) {
    const std::string path = "processes." + process.name;
    if (!is_name(process.name)) {
      reading.refuse(process.place, "processes", std::string{kWanted} + process.name + '"');
    }
    if (process.replicas > kReplicasMax) {
      reading.refuse(process.place, path + ".replicas", "must be a million at most");
    }
    if (is_server_process(scenario, process.name)) {
      reading.refuse(process.place, path, "has the name of an API server's process");
    }
    if (is_replica(process.name, scenario.processes)) {
      reading.refuse(process.place, path, "has the name of another process's replica");
    }
  }
}

void check_times(const Scenario& scenario, Reading& reading) {
  if (scenario.until == Duration{}) return;
  for (std::size_t i = 0; i < scenario.faults.size(); ++i) {
    const auto* at = std::get_if<DurationRange>(&scenario.faults[i].at);
    if (at == nullptr || at->high <= scenario.until) continue;
    reading.refuse(scenario.faults[i].place, "faults[" + std::to_string(i) + "].at",
                   "begins after the run has ended: " + range_text(*at) + ", and until is " +
                       duration_text(scenario.until));
  }
}

// Puts objects of other files in place of `from:`, and the items of a List in place of the list.
class ObjectLoader {
 public:
  ObjectLoader(const FileReader& reader, Reading& reading) : reader_(reader), reading_(reading) {}

  void load(std::vector<DeclaredObject>& objects) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const Spot spot{reading_, "objects[" + std::to_string(i) + ']'};
      DeclaredObject& object = objects[i];
      if (!object.from.name.empty()) {
        load_file(object, spot);
      } else {
        add(std::move(object), spot);
      }
    }
    objects = std::move(loaded_);
  }

 private:
  void load_file(const DeclaredObject& named, const Spot& spot) {
    const std::string& file = named.from.name;
    const auto refuse = [&](std::string message) {
      reading_.refuse(named.place, spot.path + ".from", std::move(message));
    };
    if (!reader_) return refuse("\"" + file + "\": no other files can be read here");
    const auto text = reader_(file);
    if (!text) return refuse("\"" + file + "\": " + text.error());
    const auto document = parse_document(*text, file);
    if (!document) return refuse(text_of(document.error().findings.front()));

    Reading inner{file};
    DeclaredObject object;
    Spelling<DeclaredObject>::read(document->root, object, Spot{inner, ""});
    if (!inner.clean()) return refuse(text_of(inner.take_error().findings.front()));
    if (!object.from.name.empty()) return refuse("\"" + file + "\": names yet another file");
    object.from.name = file;
    add(std::move(object), spot);
  }

  void add(DeclaredObject object, const Spot& spot) {
    const Tree* items = object.content.find("items");
    if (items == nullptr) return loaded_.push_back(std::move(object));
    if (!items->is(Tree::Kind::list)) return spot.key("items").want(*items, "a list");
    for (std::size_t i = 0; i < items->items().size(); ++i) {
      DeclaredObject item;
      const Spot inner = spot.key("items").item(i);
      const Tree& node = items->items()[i];
      if (node.find("items") != nullptr || node.find("from") != nullptr) {
        inner.refuse(node, "is no single object");
        continue;
      }
      Spelling<DeclaredObject>::read(node, item, inner);
      item.from = object.from;
      loaded_.push_back(std::move(item));
    }
  }

  const FileReader& reader_;
  Reading& reading_;
  std::vector<DeclaredObject> loaded_;
};

}  // namespace

Result<Scenario, LoadError> load_document(const Document& document, const LoadOptions& options) {
  Reading reading{document.file};
  Scenario scenario;
  scenario.file.name = document.file;
  if (!document.root.is(Tree::Kind::map)) {
    reading.refuse({1, 1}, "",
                   "expected a scenario, a map that begins with leasesim: v1, found " +
                       described(document.root));
    return Err{reading.take_error()};
  }
  Spelling<Scenario>::read(document.root, scenario, Spot{reading, ""});
  if (scenario.story.empty()) scenario.story = document.story;
  ObjectLoader{options.reader, reading}.load(scenario.objects);
  check_names(scenario, reading);
  check_times(scenario, reading);
  NameCheck names{scenario, options.vocabulary, reading};
  for (const Reference& reference : reading.references()) names.check(reference);
  if (!reading.clean()) return Err{reading.take_error()};
  return scenario;
}

Result<Scenario, LoadError> load_text(std::string_view text, std::string file,
                                      const LoadOptions& options) {
  const auto document = parse_document(text, std::move(file));
  if (!document) return Err{document.error()};
  return load_document(*document, options);
}

std::string normal_form(const Scenario& scenario) {
  return json_line(Spelling<Scenario>::write(scenario));
}

}  // namespace leasesim
