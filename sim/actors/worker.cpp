#include "leasesim/actors/worker.hpp"

#include <algorithm>

#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

Text value_of(const ConfigMap& map, std::string_view key) {
  const auto found = std::ranges::find_if(
      map.data, [&](const Labelled& entry) { return entry.key.view() == key; });
  return found == map.data.end() ? Text{} : found->value;
}

std::int64_t number(Text text) {
  std::int64_t value = 0;
  for (const char digit : text.view()) value = value * 10 + (digit - '0');
  return value;
}

class Work {
 public:
  Work(Process& self, Api api, ObjectName lease, const WorkConfig& config, std::int64_t token)
      : self_(self),
        api_(api.under(lease)),
        lease_(lease),
        config_(config),
        object_(object_name_of(self.names(),
                               config.object.empty() ? lease.str() + "-work" : config.object)),
        token_(token) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> effect();

 private:
  Task<> overwrite(ConfigMap map);
  Task<> rewrite();
  Task<> create_one();

  ConfigMap content() const;
  void judge(const Failure& failure, ObjectName object) const;

  Process& self_;
  Api api_;
  ObjectName lease_;
  const WorkConfig& config_;
  ObjectName object_;
  std::int64_t token_;
  std::int64_t count_ = 0;
};

Task<> Work::effect() {
  ++count_;
  switch (config_.fence) {
    case Fence::blind:
    case Fence::idempotent: {
      const ConfigMap map = content();
      co_await overwrite(map);
      co_return;
    }
    case Fence::token:
    case Fence::update:
      co_await rewrite();
      co_return;
    case Fence::create:
      co_await create_one();
      co_return;
  }
}

// What a worker writes: who it is and how often it wrote, or what every worker would write.
ConfigMap Work::content() const {
  ConfigMap map;
  map.meta.name = object_;
  if (config_.fence == Fence::idempotent) {
    map.data.push_back({self_.text("state"), self_.text("as wanted")});
    return map;
  }
  map.data.push_back({self_.text("count"), self_.text(std::to_string(count_))});
  map.data.push_back({self_.text("token"), self_.text(std::to_string(token_))});
  map.data.push_back({self_.text("writer"), self_.name().text()});
  return map;
}

// A write without a version: whatever is there is replaced.
Task<> Work::overwrite(ConfigMap map) {
  auto written = co_await api_.update(map);
  if (written || !written.error().is(ApiError::not_found)) co_return;
  auto created = co_await api_.create(map);
  if (!created) judge(created.error(), object_);
}

Task<> Work::rewrite() {
  auto found = co_await api_.get<ConfigMap>(object_);
  ConfigMap next = content();
  if (!found) {
    if (!found.error().is(ApiError::not_found)) co_return;
    auto created = co_await api_.create(next);
    if (!created) judge(created.error(), object_);
    co_return;
  }
  if (config_.fence == Fence::token && number(value_of(*found, "token")) > token_) {
    self_.note(EffectRefused{lease_, object_, ApiError::conflict});
    co_return;
  }
  next.meta = found->meta;
  auto written = co_await api_.update(next);
  if (!written) judge(written.error(), object_);
}

// Named after the time that it is due, as a CronJob's jobs are: two workers choose the same name.
Task<> Work::create_one() {
  const auto slot = self_.wall_now().time_since_epoch() / config_.every;
  ConfigMap map = content();
  map.meta.name = object_name_of(self_.names(), object_.str() + "-" + std::to_string(slot));
  auto created = co_await api_.create(map);
  if (!created) judge(created.error(), map.meta.name);
}

void Work::judge(const Failure& failure, ObjectName object) const {
  const bool fenced = failure.is(ApiError::conflict) || failure.is(ApiError::already_exists);
  if (fenced) self_.note(EffectRefused{lease_, object, failure.error});
}

}  // namespace

Task<> work_under(Process& self, Api api, ObjectName lease, WorkConfig config, std::int64_t token) {
  Work work(self, api, lease, config, token);
  for (;;) {
    co_await work.effect();
    co_await self.sleep(config.every);
  }
}

Task<> worker(Process& self, Api api, WorkerConfig config) {
  const ObjectName lease = object_name_of(self.names(), config.lease);
  Work work(self, api, lease, config.work, 0);
  self.note(WorkBegan{lease, self.text(spelt(config.work.fence))});
  for (;;) {
    bool may_work = true;
    if (config.only_while_held_by) {
      auto found = co_await api.get<Lease>(lease);
      may_work = found && found->spec.holder.view() == *config.only_while_held_by;
    }
    if (may_work) co_await work.effect();
    co_await self.sleep(config.work.every);
  }
}

// ---- the file's spelling ----

void read(Fields& in, WorkConfig& config) {
  in.optional("fence", config.fence, "what turns away a worker that has lost its lease");
  in.optional("every", config.every, "the pause between two effects");
  in.optional("object", config.object, "the ConfigMap worked on; default: <lease>-work");
  if (in.reading() && config.every <= Duration{}) {
    in.refuse("every", "without a pause it would work for ever at one instant", "500ms");
  }
}

void read(Fields& in, WorkerConfig& config) {
  in.required("lease", config.lease, "the lease that is supposed to entitle the work");
  in.optional("only_while_held_by", config.only_while_held_by,
              "before each effect read the lease, and act only if this is its holder");
  in.optional("work", config.work, "what is done, how often, and what protects it");
}

namespace {
constexpr std::string_view kShort = "write-every-";
}

void Spelling<WorkConfig>::read(const Tree& node, WorkConfig& value, const Spot& spot) {
  if (node.is(Tree::Kind::text) && node.as_text().starts_with(kShort)) {
    const std::string period = node.as_text().substr(kShort.size());
    const auto every = parse_duration(period);
    if (!every || *every <= Duration{}) {
      return spot.want(node, "write-every-<duration>, more than none", "write-every-500ms");
    }
    value.every = *every;
    return;
  }
  if (!node.is(Tree::Kind::map)) return spot.want(node, "write-every-<duration>, or a map");
  Fields fields{node, spot};
  leasesim::read(fields, value);
  fields.finish();
}

Tree Spelling<WorkConfig>::write(const WorkConfig& value) {
  WorkConfig copy = value;
  Fields fields = Fields::writing();
  leasesim::read(fields, copy);
  return fields.take_written();
}

Shape Spelling<WorkConfig>::shape() {
  std::vector<FieldDoc> fields;
  Fields described = Fields::describing();
  WorkConfig fresh;
  leasesim::read(described, fresh);
  fields = described.take_docs();
  return {"write-every-<duration>, or a map", schema_of(fields), std::move(fields)};
}

}  // namespace leasesim
