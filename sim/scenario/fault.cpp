#include "leasesim/scenario/fault.hpp"

namespace leasesim {
namespace {

constexpr std::string_view kVerbs = "requests of these verbs alone (get, create, update, …)";

// For faults that happen in an instant.
void lasts_not(Fields& in) {
  if (in.has("for"))
    in.refuse("for", "is of no use here: this fault happens once and does not last");
}

}  // namespace

void read_common(Fields& in, PlannedFault& planned) {
  in.required("at", planned.at, "when it begins");
  in.optional("for", planned.lasts, "how long it lasts; a range is drawn from");
}

void read(Fields& in, Pause& fault) { in.required("pause", fault.process, "the process"); }
void read(Fields& in, Crash& fault) { in.required("crash", fault.process, "the process"); }
void read(Fields& in, Restart& fault) {
  in.required("restart", fault.process, "the process");
  lasts_not(in);
}
void read(Fields& in, Stop& fault) {
  in.required("stop", fault.process, "the process");
  lasts_not(in);
}

void read(Fields& in, Suspend& fault) {
  in.required("suspend", fault.host, "the machine");
  in.optional("calendar", fault.calendar,
              "at wake-up it is right at once (jumps) or behind by the sleep (lags)");
}

void read(Fields& in, Partition& fault) {
  in.required("partition", fault.hosts, "the hosts on this side");
  in.optional("from", fault.from, "the hosts on that side; without it, all others");
  in.optional("one_way", fault.one_way, "only what goes from this side to that is cut");
  in.optional("how", fault.how,
              "messages vanish (black-hole), connecting is refused, or connections are reset");
}

void read(Fields& in, HostPair& link) {
  in.required("from", link.from, "a host");
  in.required("to", link.to, "another host");
  in.optional("one_way", link.one_way, "only in that direction");
}

void read(Fields& in, Slow& fault) {
  in.required("slow", fault.link, "the link");
  in.required("latency", fault.latency, "one way, instead of the link's own");
}

void read(Fields& in, Lose& fault) {
  in.required("lose", fault.link, "the link");
  in.required("share", fault.share, "of the segments");
}

void read(Fields& in, DropAnswer& fault) {
  in.required("drop_answer", fault.process, "the process that asked");
  in.optional("how", fault.how,
              "it waits until its time-out (silent), or its connection ends at once (cut)");
  in.optional("verbs", fault.verbs, kVerbs);
}

void read(Fields& in, DelayAnswer& fault) {
  in.required("delay_answer", fault.process, "the process that asked");
  in.required("by", fault.by, "how much later the answer comes");
  in.optional("verbs", fault.verbs, kVerbs);
}

void read(Fields& in, StepWall& fault) {
  in.required("step", fault.host, "the host");
  in.required("by", fault.by, "forward, or back if negative");
  lasts_not(in);
}

void read(Fields& in, SlewWall& fault) {
  in.required("slew", fault.host, "the host");
  in.required("by", fault.by, "forward, or back if negative");
  in.required("over", fault.over, "how long it takes");
  lasts_not(in);
}

void read(Fields& in, Drift& fault) {
  in.required("drift", fault.host, "the host");
  in.required("rate", fault.rate, "how much faster than true time, from now on");
}

void read(Fields& in, FreezeWall& fault) { in.required("freeze", fault.host, "the host"); }

void read(Fields& in, ApiDown& fault) {
  in.required("api_down", fault.host, "the API server's host");
  in.optional("how", fault.how,
              "requests vanish (black-hole), connecting is refused, or connections are reset");
}

void read(Fields& in, SlowApi& fault) {
  in.required("api_slow", fault.host, "the API server's host");
  in.required("service_time", fault.service_time, "of each request, instead of its own");
}

void read(Fields& in, FailRequests& fault) {
  in.required("fail", fault.what, "the word itself");
  in.optional("of", fault.of, "requests of these processes alone");
  in.optional("verbs", fault.verbs, kVerbs);
  in.optional("objects", fault.objects, "requests for these objects alone");
  in.optional("code", fault.code, "the HTTP status of the answer");
  in.optional("message", fault.message, "of the answer, such as \"etcdserver: request timed out\"");
  in.optional("delay", fault.delay, "before the answer");
  in.optional("applied", fault.applied, "the write is carried out all the same");
  in.optional("share", fault.share, "of the requests; without it, all");
  if (fault.code < 400 || fault.code > 599) in.refuse("code", "must be a status from 400 to 599");
}

void read(Fields& in, DeleteObject& fault) {
  in.required("delete", fault.object, "the object");
  lasts_not(in);
}

void read(Fields& in, PatchObject& fault) {
  in.required("patch", fault.object, "the object");
  in.required("set", fault.set, "its new fields, in Kubernetes' spelling");
  const Tree& set = fault.set;
  if (in.has("set") && !set.is(Tree::Kind::map)) {
    in.refuse("set", "expected a map of fields, found " + described(set));
  }
  lasts_not(in);
}

void read(Fields& in, RestoreStore& fault) {
  in.required("restore", fault.to, "to which state: a time of the run, or how long ago");
  lasts_not(in);
}

void read(Fields& in, Webhook& fault) {
  in.required("webhook", fault.kinds, "the kinds whose writes it is asked about");
  in.optional("delays", fault.delays, "how long it thinks");
  in.optional("refuses", fault.refuses, "refuses, with this message");
  if (in.has("webhook") && !fault.delays && !fault.refuses) {
    in.refuse("webhook", "does nothing without \"delays\" or \"refuses\" beside it");
  }
}

std::string_view word_of(const Fault& fault) {
  return std::visit([]<class Kind>(const Kind&) { return Kind::kKey; }, fault);
}

void Spelling<Moment>::read(const Tree& node, Moment& value, const Spot& spot) {
  constexpr std::string_view kAgo = " ago";
  const auto text = read_text(node, "a time of the run, or how long ago (30s ago)", spot);
  if (!text) return;
  const bool ago = text->size() > kAgo.size() && text->substr(text->size() - 4) == kAgo;
  const auto time = ago ? text->substr(0, text->size() - kAgo.size()) : *text;
  Duration read{};
  Spelling<Duration>::read(Tree::text(std::string{time}, node.place()), read, spot);
  value = {read, ago};
}

Tree Spelling<Moment>::write(const Moment& value) {
  return Tree::text(duration_text(value.time) + (value.ago ? " ago" : ""));
}

Shape Spelling<Moment>::shape() {
  return text_shape("a time of the run (10s), or how long ago (30s ago)");
}

}  // namespace leasesim
