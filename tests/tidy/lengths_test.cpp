// The check of lengths, just inside and just outside of each limit.
#include <gtest/gtest.h>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

std::string repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

Complaints cpp(const std::string& text) { return check_lengths(source("sim/a.cpp", text)); }

TEST(LengthCheck, FilesHaveFiveHundredLines) {
  EXPECT_EQ(to_text(cpp(repeat("int a;\n", 500))), "");
  EXPECT_EQ(cpp(repeat("int a;\n", 501)).size(), 1U);
}

TEST(LengthCheck, LinesHaveAHundredColumnsWhateverTheirBytes) {
  EXPECT_EQ(to_text(cpp("//" + repeat("é", 98) + "\n")), "");
  EXPECT_EQ(cpp("//" + repeat("é", 99) + "\n").size(), 1U);
}

TEST(LengthCheck, FunctionsHaveSixtyLines) {
  EXPECT_EQ(to_text(cpp("void f() {\n" + repeat("  g();\n", 58) + "}\n")), "");
  EXPECT_EQ(cpp("void f() {\n" + repeat("  g();\n", 59) + "}\n").size(), 1U);
}

class LongFunction : public testing::TestWithParam<const char*> {};
TEST_P(LongFunction, IsFoundWhereverItStands) {
  std::string text = GetParam();
  text.replace(text.find('@'), 1, "\n" + repeat("  if (x) { g(Lease{1}); }\n", 70));

  EXPECT_EQ(cpp(text).size(), 1U) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Heads, LongFunction,
                         testing::Values("namespace a {\nTask<> f(int x) {@}\n}\n",          //
                                         "class A {\n public:\n  void f() const {@}\n};\n",  //
                                         "template <class T>\nvoid f(T x) {@}\n",            //
                                         "template <class T> bool f(T x) {@}\n",             //
                                         "A::A(int x) : x_{x}, y_(x) {@}\n",                 //
                                         "bool operator==(A a, A b) {@}\n",                  //
                                         "struct A { int x = 0; };\nvoid f(A a) {@}\n",      //
                                         "#define F(x) x {\nvoid f() {@}\n",                 //
                                         "void f(std::string x) noexcept {@}\n",
                                         "TEST(Suite, Claim) {@}\n"));

TEST(LengthCheck, TypesAndTablesAreNoFunctions) {
  EXPECT_EQ(to_text(cpp("struct A {\n" + repeat("  int f();\n", 100) + "};\n")), "");
  EXPECT_EQ(to_text(cpp("constexpr std::array kTable{\n" + repeat("  A{1},\n", 100) + "};\n")), "");
  EXPECT_EQ(
      to_text(cpp("class A final : public B<int (*)()> {\n" + repeat("  int x;\n", 100) + "};\n")),
      "");
}

}  // namespace
}  // namespace leasesim::tidy
