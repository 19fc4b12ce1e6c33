#include "cli/arguments.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>

#include "leasesim/scenario/suggestion.hpp"
#include "leasesim/time/duration_text.hpp"

namespace leasesim {
namespace {

namespace po = boost::program_options;

constexpr std::uint64_t kSeedsMax = 1'000'000'000;

std::string dashed(std::string_view option) { return "--" + std::string{option}; }

std::string help_hint(const VerbDoc& verb) {
  return "`leasesim help " + std::string{verb.name} + "` shows how it is called";
}

UsageError usage(const VerbDoc& verb, std::string message) {
  return {std::move(message), help_hint(verb)};
}

std::string nearly(std::string_view word, const std::vector<std::string_view>& words) {
  const std::string near = nearest_word(word, words);
  return near.empty() ? std::string{} : "; did you mean \"" + near + "\"?";
}

bool takes(const VerbDoc& verb, std::string_view option) {
  return option == "help" || std::ranges::find(verb.options, option) != verb.options.end();
}

// All options are known to the parser, so that one of another verb gets a better answer.
po::options_description described() {
  po::options_description out;
  for (const OptionDoc& option : all_options()) {
    std::string names{option.name};
    if (option.letter != '\0') names += std::string{","} + option.letter;
    if (option.argument.empty()) {
      out.add_options()(names.c_str(), po::bool_switch());
    } else {
      out.add_options()(names.c_str(), po::value<std::vector<std::string>>());
    }
  }
  out.add_options()("words", po::value<std::vector<std::string>>());
  return out;
}

Result<std::uint64_t, std::string> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || stop != end) {
    return Err{"\"" + std::string{text} + "\" is no whole number from 0 to 18446744073709551615"};
  }
  return number;
}

template <class Choice, std::size_t N>
std::optional<Choice> chosen(std::string_view word,
                             const std::array<std::pair<std::string_view, Choice>, N>& choices) {
  for (const auto& [name, choice] : choices) {
    if (name == word) return choice;
  }
  return std::nullopt;
}

constexpr std::array kFormats{std::pair{std::string_view{"text"}, Format::text},
                              std::pair{std::string_view{"json"}, Format::json},
                              std::pair{std::string_view{"ndjson"}, Format::ndjson},
                              std::pair{std::string_view{"junit"}, Format::junit}};
constexpr std::array kColours{std::pair{std::string_view{"auto"}, Colour::automatic},
                              std::pair{std::string_view{"always"}, Colour::always},
                              std::pair{std::string_view{"never"}, Colour::never}};

// Takes what the parser found, one option at a time.
class Taker {
 public:
  Taker(const VerbDoc& verb, const po::variables_map& found) : verb_(verb), found_(found) {}

  Result<Arguments, UsageError> take() {
    for (const OptionDoc& option : all_options()) {
      if (!given(option)) continue;
      if (!takes(verb_, option.name)) {
        return Err{usage(
            verb_, "`leasesim " + std::string{verb_.name} + "` takes no " + dashed(option.name))};
      }
      for (const std::string& value : values(option)) {
        if (auto taken = take(option.name, value); !taken) {
          return Err{usage(verb_, dashed(option.name) + ": " + taken.error())};
        }
      }
    }
    if (found_.count("words") > 0) out_.words = found_["words"].as<std::vector<std::string>>();
    if (out_.seed && out_.seeds) return Err{usage(verb_, "--seed and --seeds exclude each other")};
    if (out_.help) return std::move(out_);
    if (out_.words.size() < verb_.words_least) {
      return Err{usage(
          verb_, "`leasesim " + std::string{verb_.name} + "` needs " + std::string{verb_.words})};
    }
    if (out_.words.size() > verb_.words_most) {
      return Err{usage(verb_, "one word too many: \"" + out_.words[verb_.words_most] + "\"")};
    }
    return std::move(out_);
  }

 private:
  using Taken = Result<Done, std::string>;

  bool given(const OptionDoc& option) const {
    const po::variable_value& value = found_[std::string{option.name}];
    return !value.empty() && !(option.argument.empty() && !value.as<bool>());
  }
  std::vector<std::string> values(const OptionDoc& option) const {
    if (option.argument.empty()) return {""};
    return found_[std::string{option.name}].as<std::vector<std::string>>();
  }

  Taken take(std::string_view option, const std::string& value) {
    if (option == "seed") return take_seed(value);
    if (option == "seeds") return take_seeds(value);
    if (option == "jobs") return take_jobs(value);
    if (option == "until") return take_until(value);
    if (option == "set") return take_set(value);
    if (option == "output") return take_format(value);
    if (option == "color") return take_colour(value);
    if (option == "trace") out_.trace = value;
    if (option == "no-story") out_.no_story = true;
    if (option == "quiet") out_.quiet = true;
    if (option == "strict") out_.strict = true;
    if (option == "help") out_.help = true;
    return Done{};
  }
  Taken take_seed(const std::string& value) {
    const auto number = parse_number(value);
    if (!number) return Err{number.error()};
    out_.seed = *number;
    return Done{};
  }
  Taken take_seeds(const std::string& value) {
    const auto range = parse_seeds(value);
    if (!range) return Err{range.error()};
    out_.seeds = *range;
    return Done{};
  }
  Taken take_jobs(const std::string& value) {
    constexpr std::uint64_t kJobsMax = 1024;
    const auto number = parse_number(value);
    if (!number || *number == 0 || *number > kJobsMax) {
      return Err{"\"" + value + "\" is no number from 1 to 1024"};
    }
    out_.jobs = static_cast<unsigned>(*number);
    return Done{};
  }
  Taken take_until(const std::string& value) {
    const auto until = parse_duration(value);
    if (!until) return Err{until.error()};
    out_.sets.push_back("until=" + value);
    out_.given.push_back("--until " + value);
    return Done{};
  }
  Taken take_set(const std::string& value) {
    if (value.find('=') == std::string::npos) {
      return Err{"\"" + value + "\" has no \"=\"; wanted is such as faults[0].for=30s"};
    }
    out_.sets.push_back(value);
    out_.given.push_back("--set " + value);
    return Done{};
  }
  Taken take_format(const std::string& value) {
    const auto format = chosen(value, kFormats);
    const bool known = std::ranges::find(verb_.formats, value) != verb_.formats.end();
    if (!format || !known) {
      return Err{"\"" + value + "\" is none of " + one_of(verb_.formats) +
                 nearly(value, verb_.formats)};
    }
    out_.format = *format;
    return Done{};
  }
  Taken take_colour(const std::string& value) {
    const auto colour = chosen(value, kColours);
    if (!colour) return Err{"\"" + value + "\" is none of \"auto\", \"always\" or \"never\""};
    out_.colour = *colour;
    return Done{};
  }

  const VerbDoc& verb_;
  const po::variables_map& found_;
  Arguments out_;
};

UsageError unknown_option(const VerbDoc& verb, std::string_view word) {
  std::string_view bare = word;
  while (bare.starts_with('-')) bare.remove_prefix(1);
  std::vector<std::string_view> names;
  for (const OptionDoc& option : all_options()) {
    if (takes(verb, option.name)) names.push_back(option.name);
  }
  const std::string near = nearest_word(bare.substr(0, bare.find('=')), names);
  std::string message = "unknown option \"" + std::string{word} + "\"";
  if (!near.empty()) message += "; did you mean " + dashed(near) + "?";
  return usage(verb, std::move(message));
}

}  // namespace

Result<SeedRange, std::string> parse_seeds(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = parse_number(text.substr(0, dots));
  if (!first) return Err{first.error()};
  if (dots == std::string_view::npos) return SeedRange{*first, *first};
  const auto last = parse_number(text.substr(dots + 2));
  if (!last) return Err{last.error()};
  if (*last < *first) {
    return Err{"\"" + std::string{text} + "\" ends before it begins; did you mean \"" +
               std::to_string(*last) + ".." + std::to_string(*first) + "\"?"};
  }
  if (*last - *first >= kSeedsMax) return Err{std::string{"more than 1000000000 seeds"}};
  return SeedRange{*first, *last};
}

Result<Arguments, UsageError> parse_arguments(const VerbDoc& verb,
                                              const std::vector<std::string>& words) {
  const po::options_description options = described();
  po::positional_options_description positions;
  positions.add("words", -1);
  constexpr int kStyle =
      po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
  po::variables_map found;
  try {
    po::store(
        po::command_line_parser(words).options(options).positional(positions).style(kStyle).run(),
        found);
  } catch (const po::unknown_option& error) {
    return Err{unknown_option(verb, error.get_option_name())};
  } catch (const po::error_with_option_name& error) {
    return Err{usage(verb, error.what())};
  } catch (const po::error& error) {
    return Err{usage(verb, error.what())};
  }
  return Taker{verb, found}.take();
}

UsageError unknown_verb(std::string_view word) {
  std::vector<std::string_view> names;
  for (const VerbDoc& verb : all_verbs()) names.push_back(verb.name);
  return {"unknown verb \"" + std::string{word} + "\"" + nearly(word, names),
          "`leasesim help` lists the verbs"};
}

}  // namespace leasesim
