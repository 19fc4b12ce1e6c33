// What a stranger's first program may be: the shipped scenarios, counted.
#include <cstdio>

#include "leasesim/scenario/shipped.hpp"

int main() { std::printf("%zu scenarios\n", leasesim::shipped_scenarios().size()); }
