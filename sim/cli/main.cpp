// The program: what it is made of, and nothing else.
#include "leasesim/cli/cli.hpp"

int main(int argc, char** argv) {
  return leasesim::cli::main(argc, argv, leasesim::standard_actors());
}
