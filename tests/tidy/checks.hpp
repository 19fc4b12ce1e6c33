// The checks of docs/style.md that a program can make. Each is a pure function of its files, so
// that each is itself tested on small good and bad samples.
#pragma once

#include "tidy/source.hpp"

namespace leasesim::tidy {

// Of one file.
Complaints check_layers(const SourceFile& file);      // who includes whom
Complaints check_lengths(const SourceFile& file);     // files, functions, lines
Complaints check_coroutines(const SourceFile& file);  // where co_await may stand
Complaints check_words(const SourceFile& file);       // names, calls and words that are banned
Complaints check_layout(const SourceFile& file);      // how a file opens and ends

// Of the whole tree.
Complaints check_registration(const Tree& tree);  // nothing lies about unlisted
Complaints check_links(const Tree& tree);         // links in documents lead somewhere

}  // namespace leasesim::tidy
