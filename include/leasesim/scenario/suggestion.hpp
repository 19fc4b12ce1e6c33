// The word that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leasesim {

/// The nearest of `words`, if it is near enough to be offered (a third of its letters wrong, at
/// most; a swap of neighbours counts once); else empty. The first of equally near ones.
std::string nearest_word(std::string_view word, const std::vector<std::string_view>& words);

/// `"a", "b" or "c"`, the rest counted beyond `most`.
std::string one_of(const std::vector<std::string_view>& words, std::size_t most = 12);

}  // namespace leasesim
