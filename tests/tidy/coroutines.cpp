// Where co_await may stand. g++ 12 miscompiles, without a warning, awaits in conditions, temporary
// aggregates in an awaited call, default arguments and more; docs/style.md, rule 18, has the list.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kAwait = "co_await";

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != kNone;
}

std::string_view last_word(std::string_view text) {
  text = trimmed(text);
  std::size_t first = text.size();
  while (first > 0 && is_word_char(text[first - 1])) --first;
  return text.substr(first);
}

// Brackets open at a position, outermost first. A brace opens a block or an initialiser.
struct Opener {
  std::size_t at;
  bool block;
};

bool opens_block(std::string_view code, std::size_t brace, const std::vector<Opener>& openers) {
  const std::string_view before = code.substr(0, brace);
  const std::string_view head = trimmed(before);
  if (head.empty()) return true;
  if (head.ends_with('{') || head.ends_with(';') || head.ends_with('}')) {
    return openers.empty() || openers.back().block;
  }
  if (is_word_char(before.back()) || before.back() == '>') return false;
  const std::string_view word = last_word(head);
  if (word == "return" || word == "co_return" || word == "co_yield") return false;
  return word.size() > 0 || head.ends_with(')') || head.ends_with(']') || head.ends_with('>') ||
         head.ends_with(':') || head.ends_with('&');
}

std::vector<Opener> openers_at(std::string_view code, std::size_t position) {
  std::vector<Opener> openers;
  for (std::size_t i = 0; i < position; ++i) {
    const char c = code[i];
    if (c == '(' || c == '[') openers.push_back({i, false});
    if (c == '{') openers.push_back({i, opens_block(code, i, openers)});
    if ((c == ')' || c == ']' || c == '}') && !openers.empty()) openers.pop_back();
  }
  return openers;
}

// The text between the last end of a statement, at the same depth, and `position`.
std::string_view statement_before(std::string_view code, std::size_t floor, std::size_t position) {
  std::size_t depth = 0;
  std::size_t i = position;
  for (; i > floor; --i) {
    const char c = code[i - 1];
    if (c == ')' || c == ']') ++depth;
    if ((c == '(' || c == '[') && depth > 0) --depth;
    if (depth == 0 && (c == ';' || c == '{' || c == '}')) break;
  }
  return trimmed(code.substr(i, position - i));
}

// `if (x) y = ` → `y = `; also else, do, case x:, and several of them.
std::string_view without_heads(std::string_view left) {
  for (;;) {
    left = trimmed(left);
    const std::string_view before = left;
    for (const std::string_view word : {"if", "while", "for", "switch"}) {
      if (find_word(left, word) != 0) continue;
      const std::size_t open = left.find('(');
      const std::size_t close = open == kNone ? kNone : closing(left, open);
      left = close == kNone ? left : left.substr(close + 1);
    }
    for (const std::string_view word : {"else", "do"}) {
      if (find_word(left, word) == 0) left.remove_prefix(word.size());
    }
    if (find_word(left, "case") == 0 || find_word(left, "default") == 0) {
      std::size_t colon = left.find(": ");
      if (colon == kNone) colon = left.find(":\n");
      left = colon == kNone ? (left.ends_with(':') ? std::string_view{} : left)
                            : left.substr(colon + 1);
    }
    if (left == before) return left;
  }
}

bool begins_alone(std::string_view left) {
  left = without_heads(left);
  if (left.empty() || left == "co_return" || left == "(void)") return true;
  if (!left.ends_with('=') || left.size() < 2) return false;
  const std::string_view target = trimmed(left.substr(0, left.size() - 1));
  if (std::string_view("=!<>").find(left[left.size() - 2]) != kNone) return false;
  const bool decides = target.find(" && ") != kNone || target.find(" || ") != kNone ||
                       target.find('?') != kNone || target.find(" = ") != kNone;
  return !decides;
}

// The awaited expression: from after co_await to the `;`, `)` or `,` that ends it.
std::string_view operand_after(std::string_view code, std::size_t await) {
  const std::size_t first = await + kAwait.size();
  std::size_t i = first;
  for (; i < code.size(); ++i) {
    if (code[i] == '(' || code[i] == '[' || code[i] == '{') {
      i = std::min(closing(code, i), code.size() - 1);
    } else if (code[i] == ';' || code[i] == ')' || code[i] == '}') {
      break;
    }
  }
  return trimmed(code.substr(first, i - first));
}

// Whether nothing but the call stands after co_await. A space outside of brackets separates two
// operands, unless the line is merely broken before a '.' or "->".
bool ends_alone(std::string_view operand) {
  int angles = 0;
  for (std::size_t i = 0; i < operand.size(); ++i) {
    const char c = operand[i];
    if (c == '(' || c == '[' || c == '{') i = std::min(closing(operand, i), operand.size() - 1);
    if (c == '<' && i > 0 && is_word_char(operand[i - 1])) ++angles;
    if (c == '>' && angles > 0) --angles;
    if ((c != ' ' && c != '\n') || angles > 0) continue;
    const std::string_view rest = trimmed(operand.substr(i));
    if (!rest.starts_with('.') && !rest.starts_with("->")) return false;
  }
  return true;
}

bool opens_lambda(std::string_view text, std::size_t bracket) {
  if (text.substr(bracket, 2) == "[[" || (bracket > 0 && text[bracket - 1] == '[')) return false;
  const std::string_view before = trimmed(text.substr(0, bracket));
  if (before.empty()) return true;
  const std::string_view word = last_word(before);
  if (word == "return" || word == "co_return" || word == "co_await") return true;
  const char last = before.back();
  return !is_word_char(last) && last != ')' && last != ']';
}

std::optional<std::string> fault_in_arguments(std::string_view operand) {
  if (operand.find('{') != kNone) return "braces in the call that co_await awaits: name the value";
  if (operand.find('?') != kNone) return "?: in the call that co_await awaits: name the value";
  for (std::size_t at = operand.find('['); at != kNone; at = operand.find('[', at + 1)) {
    if (opens_lambda(operand, at)) return "a lambda in the call that co_await awaits: name it";
  }
  return std::nullopt;
}

// In the parentheses of `if (const bool ok = co_await f(); ok)` and of the same switch, before
// the semicolon, an initialiser may await.
bool in_init_statement(std::string_view code, std::size_t open, std::size_t await) {
  const std::string_view word = last_word(code.substr(0, open));
  if (word != "if" && word != "switch") return false;
  const std::size_t close = closing(code, open);
  const std::string_view before = code.substr(open + 1, await - open - 1);
  const std::string_view rest = code.substr(await, close == kNone ? kNone : close - await);
  return before.find(';') == kNone && rest.find(';') != kNone && before.find('=') != kNone;
}

std::optional<std::string> fault_of_place(std::string_view code, std::size_t await) {
  const std::vector<Opener> openers = openers_at(code, await);
  const std::size_t open = openers.empty() ? kNone : openers.back().at;
  if (open != kNone && !openers.back().block) {
    if (code[open] == '{') return "co_await inside braces";
    if (code[open] == '[') return "co_await inside brackets";
    if (!in_init_statement(code, open, await)) {
      constexpr std::array<std::string_view, 4> kHeads{"if", "while", "for", "switch"};
      const std::string_view word = last_word(code.substr(0, open));
      if (std::ranges::find(kHeads, word) == kHeads.end()) return "co_await inside parentheses";
      return "co_await in the condition of " + std::string(word);
    }
  }
  const std::size_t floor = open == kNone ? 0 : open + 1;
  const std::string_view operand = operand_after(code, await);
  if (!begins_alone(statement_before(code, floor, await)) || !ends_alone(operand)) {
    return "co_await does not stand alone: a statement, a whole initialiser or right side, or "
           "after co_return";
  }
  return fault_in_arguments(operand);
}

// `Task<…> name(… = …)`.
bool has_default_argument(std::string_view code, std::size_t task) {
  std::size_t i = code.find('<', task);
  for (int depth = 0; i < code.size(); ++i) {
    if (code[i] == '<') ++depth;
    if (code[i] == '>' && --depth == 0) break;
  }
  if (i >= code.size()) return false;
  std::size_t open = code.find_first_not_of(" \n", i + 1);
  const std::size_t name = open;
  while (open < code.size() && (is_word_char(code[open]) || code[open] == ':')) ++open;
  if (open >= code.size() || open == name || code[open] != '(') return false;
  const std::size_t close = std::min(closing(code, open), code.size());
  for (std::size_t at = open + 1; at < close; ++at) {
    if (code[at] == '(' || code[at] == '{') at = std::min(closing(code, at), close);
    if (at < close && code[at] == '=') return true;
  }
  return false;
}

Complaints default_arguments(const SourceFile& file) {
  Complaints complaints;
  for (std::size_t at = find_word(file.code, "Task"); at != kNone;
       at = find_word(file.code, "Task", at + 1)) {
    if (file.code.substr(at, 5) == "Task<" && has_default_argument(file.code, at)) {
      complaints.push_back({file.path, line_at(file.code, at),
                            "a default argument on a function that returns Task"});
    }
  }
  return complaints;
}

// The body of the lambda whose introducer is at `bracket`, as {first, end}; empty if there is none.
std::pair<std::size_t, std::size_t> lambda_body(std::string_view code, std::size_t bracket) {
  std::size_t at = closing(code, bracket);
  if (at == kNone) return {};
  const std::size_t parameters = code.find_first_not_of(" \n", at + 1);
  if (parameters != kNone && code[parameters] == '(') at = closing(code, parameters);
  at = code.find_first_of("{;,)", at == kNone ? at : at + 1);
  if (at == kNone || code[at] != '{') return {};
  const std::size_t end = closing(code, at);
  if (end == kNone) return {};
  return {at + 1, end};
}

// From the last lambda to the first, so that inner ones are judged, and blanked, before outer ones.
Complaints capturing_lambdas(const SourceFile& file) {
  Complaints complaints;
  std::string code = file.code;
  for (std::size_t at = code.rfind('['); at != kNone && at > 0; at = code.rfind('[', at - 1)) {
    if (!opens_lambda(code, at)) continue;
    const auto [first, end] = lambda_body(code, at);
    if (end == 0) continue;
    const std::string_view body = std::string_view(code).substr(first, end - first);
    const bool coroutine =
        has_word(body, kAwait) || has_word(body, "co_return") || has_word(body, "co_yield");
    const std::size_t close = closing(code, at);
    const bool captures = !trimmed(std::string_view(code).substr(at + 1, close - at - 1)).empty();
    if (coroutine && captures) {
      complaints.push_back({file.path, line_at(code, at), "a capturing lambda is a coroutine"});
    }
    std::ranges::replace_if(
        code.begin() + static_cast<std::ptrdiff_t>(first),
        code.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
  }
  std::ranges::reverse(complaints);
  return complaints;
}

}  // namespace

Complaints check_coroutines(const SourceFile& file) {
  if (!file.is_cpp()) return {};
  Complaints complaints;
  for (std::size_t at = find_word(file.code, kAwait); at != kNone;
       at = find_word(file.code, kAwait, at + 1)) {
    if (file.code.substr(0, at).ends_with("operator ")) continue;
    if (const std::optional<std::string> fault = fault_of_place(file.code, at)) {
      complaints.push_back({file.path, line_at(file.code, at), *fault});
    }
  }
  std::ranges::copy(default_arguments(file), std::back_inserter(complaints));
  std::ranges::copy(capturing_lambdas(file), std::back_inserter(complaints));
  return complaints;
}

}  // namespace leasesim::tidy
