#include "cli/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace leasesim {
namespace {

constexpr std::size_t kWidthDefault = 100;
constexpr std::size_t kWidthMin = 60;
constexpr std::size_t kWidthMax = 110;  // longer lines are hard to read

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread runs yet
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

std::size_t terminal_width() {
  std::size_t width = 0;
  const std::string_view columns = variable("COLUMNS");
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  winsize size{};
  if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  if (width == 0) width = kWidthDefault;
  return std::clamp(width, kWidthMin, kWidthMax);
}

bool terminal_is_dumb() { return variable("TERM") == "dumb"; }

bool wants_colour(Colour colour, int descriptor) {
  if (colour != Colour::automatic) return colour == Colour::always;
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view forced = variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return !terminal_is_dumb() && isatty(descriptor) == 1;
}

Style style_for(Colour colour, int descriptor) {
  return wants_colour(colour, descriptor) ? Style::coloured() : Style::plain();
}

}  // namespace

FileBuffer::FileBuffer(int descriptor, Ends ends) : descriptor_(descriptor), ends_(ends) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

FileBuffer::~FileBuffer() { close(); }

void FileBuffer::close() {
  drain();
  if (ends_ == Ends::stays_open || descriptor_ < 0) return;
  if (::close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
}

bool FileBuffer::drain() {
  const char* from = pbase();
  while (from < pptr() && error_ == 0) {
    const auto written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
    if (written >= 0) {
      from += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

FileBuffer::int_type FileBuffer::overflow(int_type character) {
  if (!drain()) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    sputc(traits_type::to_char_type(character));
  }
  return traits_type::not_eof(character);
}

int FileBuffer::sync() { return drain() ? 0 : -1; }

Console::Console()
    : out_buffer_(STDOUT_FILENO, FileBuffer::Ends::stays_open),
      err_buffer_(STDERR_FILENO, FileBuffer::Ends::stays_open),
      out_(&out_buffer_),
      err_(&err_buffer_),
      shows_progress_(isatty(STDERR_FILENO) == 1 && !terminal_is_dumb()) {
  err_ << std::unitbuf;
  page_.width = terminal_width();
  colour(Colour::automatic);
}

void Console::colour(Colour colour) {
  page_.style = style_for(colour, STDOUT_FILENO);
  err_style_ = style_for(colour, STDERR_FILENO);
}

void Console::complain(std::string_view message) {
  end_progress();
  out_.flush();
  while (message.ends_with('\n')) message.remove_suffix(1);
  err_ << err_style_.paint(Ink::bad, "leasesim:") << ' ' << message << '\n';
}

bool Console::finish() {
  end_progress();
  out_.flush();
  if (out_buffer_.error() == 0) return true;
  const int error = out_buffer_.error();
  complain(std::string{"cannot write to the standard output: "} + std::strerror(error));  // NOLINT
  return false;
}

void Console::progress(std::string_view line) {
  if (!shows_progress_) return;
  out_.flush();
  err_ << "\r\x1b[K" << line;
  progress_shown_ = true;
}

void Console::end_progress() {
  if (!progress_shown_) return;
  err_ << "\r\x1b[K";
  progress_shown_ = false;
}

}  // namespace leasesim
