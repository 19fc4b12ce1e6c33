# Writes OUT, a C++ file that carries the scenario FILES (in the order given) as text.
# Called at build time: cmake -DOUT=… -DFILES="a.yaml;b.yaml" -P embed_scenarios.cmake
set(entries "")
set(count 0)
foreach(path IN LISTS FILES)
  get_filename_component(name "${path}" NAME_WE)
  file(READ "${path}" text)
  string(APPEND entries "    {\"${name}\", R\"leasesim(${text})leasesim\"},\n")
  math(EXPR count "${count} + 1")
endforeach()

set(lines "// Generated from scenarios/ by cmake/embed_scenarios.cmake.\n")
string(APPEND lines "#include \"leasesim/scenario/shipped.hpp\"\n\n#include <array>\n\n")
string(APPEND lines "namespace leasesim {\nnamespace {\n\n")
string(APPEND lines "constexpr std::array<ShippedScenario, ${count}> kShipped{{\n${entries}}};\n\n")
string(APPEND lines "}  // namespace\n\n")
string(APPEND lines
  "std::span<const ShippedScenario> shipped_scenarios() { return kShipped; }\n\n")
string(APPEND lines "}  // namespace leasesim\n")
file(WRITE "${OUT}" "${lines}")
