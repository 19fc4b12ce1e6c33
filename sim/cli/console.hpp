// The program's surroundings: its outputs, whether they are terminals, and what those can show.
#pragma once

#include <array>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "leasesim/report/page.hpp"

namespace leasesim {

/// Writes to a file descriptor and remembers the first error. Flushed on destruction; not copyable.
class FileBuffer : public std::streambuf {
 public:
  /// Closes the descriptor in the end only if it owns it.
  enum class Ends : bool { stays_open, is_closed };
  FileBuffer(int descriptor, Ends ends);
  ~FileBuffer() override;
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;

  /// errno of the first write that failed; 0 if none did.
  int error() const { return error_; }
  /// Writes out what is left and closes; an error then shows too, as on a full disk.
  void close();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  bool drain();

  int descriptor_;
  Ends ends_;
  int error_ = 0;
  std::array<char, 16384> buffer_;
};

/// When to use colours.
enum class Colour : std::uint8_t { automatic, always, never };

class Console {
 public:
  Console();

  std::ostream& out() { return out_; }
  std::ostream& err() { return err_; }
  const Page& page() const { return page_; }
  /// The same, on the error output.
  const Style& err_style() const { return err_style_; }
  void colour(Colour colour);

  /// `leasesim: message` on the error output.
  void complain(std::string_view message);
  /// Flushes; says what went wrong with the standard output. False if something did.
  [[nodiscard]] bool finish();

  /// A line on the error output that the next one replaces; nothing unless that is a terminal.
  void progress(std::string_view line);
  void end_progress();

 private:
  FileBuffer out_buffer_;
  FileBuffer err_buffer_;
  std::ostream out_;
  std::ostream err_;
  Page page_;
  Style err_style_ = Style::plain();
  bool shows_progress_;
  bool progress_shown_ = false;
};

}  // namespace leasesim
