// JSON by nlohmann's events. They carry no places, so the bytes that the parser takes are counted.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "scenario/source.hpp"
#include "scenario/tree_builder.hpp"

namespace leasesim {
namespace {

// An iterator over the text that tells how far the parser has come.
class Counting {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Counting(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
  reference operator*() const { return *at_; }
  Counting& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  friend bool operator==(const Counting& a, const Counting& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  std::size_t* taken_;
};

class Handler {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  Handler(const Source& source, const std::size_t& taken, Reading& reading, TreeBuilder& builder)
      : source_(source), taken_(taken), reading_(reading), builder_(builder) {}

  bool null() {
    Tree node;
    node.put_at(next_place());
    return builder_.scalar(std::move(node));
  }
  bool boolean(bool value) { return builder_.scalar(Tree::boolean(value, next_place())); }
  bool number_integer(number_integer_t value) {
    return builder_.scalar(Tree::integer(value, next_place()));
  }
  bool number_unsigned(number_unsigned_t value) {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return number_float(0, {});
    }
    return builder_.scalar(Tree::integer(static_cast<std::int64_t>(value), next_place()));
  }
  // The digits as the file has them: nlohmann's own may carry the locale's decimal point.
  bool number_float(number_float_t, const string_t&) {
    const std::size_t start = next_token();
    const std::size_t end =
        std::min(source_.text().find_first_not_of("+-.eE0123456789", start), source_.text().size());
    std::string digits{source_.text().substr(start, end - start)};
    return builder_.scalar(Tree::number(std::move(digits), next_place()));
  }
  bool string(string_t& value) { return builder_.scalar(Tree::text(value, next_place())); }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return builder_.begin_map(next_place()); }
  bool key(string_t& value) { return builder_.key(value, next_place()); }
  bool end_object() {
    after_ = taken_;
    return builder_.end();
  }
  bool start_array(std::size_t) { return builder_.begin_list(next_place()); }
  bool end_array() { return end_object(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& error) {
    const std::string_view what = error.what();
    const auto reason = what.find("; expected ");
    const std::size_t at = position == 0 ? 0 : position - 1;
    std::string message = "not valid JSON: unexpected ";
    if (at < source_.text().size()) {
      message += '`' + std::string{character_at(at)} + '`';
    } else {
      message += "end of the file";
    }
    if (reason != std::string_view::npos) message += std::string{what.substr(reason)};
    reading_.refuse(source_.place_of(at), builder_.path(), std::move(message));
    return false;
  }

 private:
  // Where the token begins that the parser has just taken: after the last one, and after what
  // stands between tokens. A number makes the parser read one byte ahead, but never a value's.
  std::size_t next_token() const {
    const std::string_view text = source_.text();
    return std::min(text.find_first_not_of(" \t\r\n,:", after_), text.size());
  }
  std::string_view character_at(std::size_t at) const {
    const std::string_view rest = source_.text().substr(at);
    std::size_t length = 1;
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) {
      ++length;
    }
    return rest.substr(0, length);
  }
  Place next_place() {
    const Place place = source_.place_of(next_token());
    after_ = taken_;
    return place;
  }

  const Source& source_;
  const std::size_t& taken_;
  Reading& reading_;
  TreeBuilder& builder_;
  std::size_t after_ = 0;
};

}  // namespace

Tree parse_json(std::string_view text, Reading& reading) {
  const Source source{text};
  TreeBuilder builder{reading};
  std::size_t taken = 0;
  Handler handler{source, taken, reading, builder};
  const char* begin = text.data();
  const bool whole = nlohmann::json::sax_parse(Counting{begin, &taken},
                                               Counting{begin + text.size(), &taken}, &handler);
  if (!whole) {
    ensure(!reading.clean(), "JSON that cannot be read has a reason");
    return {};
  }
  return builder.take_root();
}

}  // namespace leasesim
