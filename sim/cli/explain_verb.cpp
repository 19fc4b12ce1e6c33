// `leasesim explain`.
#include <algorithm>
#include <ostream>

#include "cli/topics.hpp"
#include "cli/verbs.hpp"
#include "leasesim/scenario/suggestion.hpp"

namespace leasesim {
namespace {

void write_beside(std::ostream& out, std::string_view left, std::string_view right,
                  std::size_t columns, std::size_t indent, const Page& page) {
  std::string head = padded(left, columns);
  const std::size_t column = indent + columns + 2;
  for (const std::string& line : wrapped(right, std::max<std::size_t>(page.width - column, 30))) {
    out << std::string(indent, ' ') << head << "  " << line << '\n';
    head = std::string(columns, ' ');
  }
}

void write_keys(std::ostream& out, const std::vector<FieldDoc>& keys, std::size_t indent,
                const Page& page) {
  std::size_t columns = 0;
  for (const FieldDoc& key : keys) columns = std::max(columns, key.key.size());
  for (const FieldDoc& key : keys) {
    std::string text = key.meaning.empty() ? std::string{} : key.meaning + ": ";
    text += key.shape;
    if (key.required) text += " (required)";
    if (!key.shown_default.empty()) text += " (default " + key.shown_default + ")";
    write_beside(out, key.key, text, columns, indent, page);
    if (!key.fields.empty()) write_keys(out, key.fields, indent + 4, page);
  }
}

void write_topic(std::ostream& out, const Topic& topic, const Page& page) {
  out << page.style.paint(Ink::strong, topic.word) << " (" << word_of(topic.kind) << ")\n";
  for (const std::string& line : wrapped(topic.meaning, page.width - 2))
    out << "  " << line << '\n';
  for (const auto& [name, text] : topic.notes) write_beside(out, name + ":", text, 10, 2, page);
  if (topic.keys.empty()) return;
  out << "  " << page.style.paint(Ink::faint, topic.keys_heading) << '\n';
  write_keys(out, topic.keys, 4, page);
}

void write_index(std::ostream& out, const std::vector<Topic>& topics, const Page& page) {
  for (std::size_t at = 0; at < topics.size();) {
    const TopicKind kind = topics[at].kind;
    out << page.style.paint(Ink::strong, std::string{word_of(kind)} + "s") << '\n';
    std::string words;
    for (; at < topics.size() && topics[at].kind == kind; ++at) {
      const bool nested = kind == TopicKind::key && topics[at].word.find('.') != std::string::npos;
      if (!nested) words += topics[at].word + "  ";
    }
    for (const std::string& line : wrapped(words, page.width - 2)) out << "  " << line << '\n';
  }
  out << "\nleasesim explain WORD tells more of each.\n";
}

// The last word of a dotted path is enough: "latency" finds "network.latency".
bool is_called(const Topic& topic, std::string_view word) {
  if (topic.word == word) return true;
  return topic.kind == TopicKind::key && topic.word.size() > word.size() &&
         topic.word.ends_with(word) && topic.word[topic.word.size() - word.size() - 1] == '.';
}

const FieldDoc* key_of(const Topic& topic, std::string_view key) {
  const auto found = std::ranges::find(topic.keys, key, &FieldDoc::key);
  return found == topic.keys.end() ? nullptr : &*found;
}

// Writes the topics of that name; if there are none, the keys of that name.
bool write_matches(std::ostream& out, const std::vector<Topic>& topics, std::string_view word,
                   const Page& page) {
  bool found = false;
  const auto separate = [&] {
    if (found) out << '\n';
    found = true;
  };
  for (const Topic& topic : topics) {
    if (!is_called(topic, word)) continue;
    separate();
    write_topic(out, topic, page);
  }
  if (found) return true;
  for (const Topic& topic : topics) {
    if (topic.kind == TopicKind::key || topic.kind == TopicKind::fact) continue;
    const bool dotted = word.starts_with(topic.word + ".");
    const std::string_view key = dotted ? word.substr(topic.word.size() + 1) : word;
    const FieldDoc* doc = key_of(topic, key);
    if (doc == nullptr) continue;
    separate();
    out << page.style.paint(Ink::strong, topic.word + "." + doc->key) << " (key of the "
        << word_of(topic.kind) << ")\n";
    write_keys(out, {*doc}, 2, page);
  }
  return found;
}

}  // namespace

ExitCode explain_verb(const Arguments& arguments, const Office& office) {
  Console& console = office.console;
  const std::vector<Topic> topics = all_topics(office.actors);
  if (arguments.words.empty()) {
    write_index(console.out(), topics, console.page());
    return ExitCode::met;
  }
  const std::string& word = arguments.words.front();
  if (write_matches(console.out(), topics, word, console.page())) return ExitCode::met;

  std::vector<std::string_view> words;
  for (const Topic& topic : topics) {
    words.push_back(topic.word);
    if (topic.kind != TopicKind::fact) {
      for (const FieldDoc& key : topic.keys) words.push_back(key.key);
    }
  }
  const std::string near = nearest_word(word, words);
  console.complain("nothing is called \"" + word + "\"" +
                   (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
  console.err() << "`leasesim explain` lists all there is\n";
  return ExitCode::could_not_run;
}

}  // namespace leasesim
