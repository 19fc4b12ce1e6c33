// The check of co_await's places, on the forms that g++ 12 gets wrong and those it gets right.
#include <gtest/gtest.h>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

Complaints in_body(const std::string& statement) {
  return check_coroutines(
      source("sim/actors/a.cpp", "Task<> f(int x) {\n  " + statement + "\n}\n"));
}

class GoodAwait : public testing::TestWithParam<const char*> {};
TEST_P(GoodAwait, IsLeftAlone) { EXPECT_EQ(to_text(in_body(GetParam())), ""); }

INSTANTIATE_TEST_SUITE_P(Forms, GoodAwait,
                         testing::Values("co_await f(1);",                                        //
                                         "const bool ok = co_await f();",                         //
                                         "auto found = co_await api_.get<A, B>(name);",           //
                                         "auto&& found = co_await api\n      .get(name, g(x));",  //
                                         "ok = co_await f(x[0]);",                                //
                                         "x += co_await f();",                                    //
                                         "co_return co_await f(g(h(x)), *y);",                    //
                                         "if (ok) co_await f();",                                 //
                                         "if (ok) {\n co_await f();\n } else {\n co_await g();\n }",
                                         "if (a && b) x = co_await f();",                       //
                                         "else co_return co_await f();",                        //
                                         "for (;;) co_await f();",                              //
                                         "while (x < 3) {\n co_await f();\n }",                 //
                                         "do {\n co_await f();\n } while (x);",                 //
                                         "switch (x) {\n case A::b: co_await f(); break;\n }",  //
                                         "if (const bool ok = co_await f(); ok) g();",          //
                                         "if (const bool ok = co_await f(); a && ok) g();",     //
                                         "switch (const int n = co_await f(); n) {}",           //
                                         "Lease lease{1, 2};\n co_await f(lease);",             //
                                         "(void)co_await f();",                                 //
                                         "// if (co_await f())\n g(\"co_await {\");",           //
                                         "auto g = [] -> Task<> { co_await f(); };",            //
                                         "auto g = [](int y) -> Task<> {\n co_await f(y);\n };"));

class BadAwait : public testing::TestWithParam<const char*> {};
TEST_P(BadAwait, IsRefused) { EXPECT_EQ(in_body(GetParam()).size(), 1U) << GetParam(); }

INSTANTIATE_TEST_SUITE_P(Forms, BadAwait,
                         testing::Values("if (co_await f()) g();",                      //
                                         "if (!co_await f()) g();",                     //
                                         "if (co_await f() == 3) g();",                 //
                                         "if (a && co_await f()) g();",                 //
                                         "if (x; co_await f()) g();",                   //
                                         "switch (co_await f()) {}",                    //
                                         "while (co_await f()) g();",                   //
                                         "do g(); while (co_await f());",               //
                                         "for (; co_await f();) g();",                  //
                                         "for (auto y : co_await f()) g();",            //
                                         "const bool ok = co_await f() && b;",          //
                                         "const bool ok = b || co_await f();",          //
                                         "const bool ok = !co_await f();",              //
                                         "const int n = 1 + co_await f();",             //
                                         "const int n = b ? co_await f() : 0;",         //
                                         "const int n = co_await f() ? 1 : 0;",         //
                                         "const int n = (co_await f()).size();",        //
                                         "g(co_await f());",                            //
                                         "g(1, co_await f());",                         //
                                         "co_return co_await f() + 1;",                 //
                                         "co_return !co_await f();",                    //
                                         "Lease lease{.holder = co_await f()};",        //
                                         "Lease lease = {co_await f()};",               //
                                         "co_return {co_await f()};",                   //
                                         "co_await f(Lease{1});",                       //
                                         "co_await f({.holder = s});",                  //
                                         "co_return co_await f(g(Lease{1}));",          //
                                         "co_await Awaiter{1};",                        //
                                         "const bool ok = co_await f(c ? g() : h());",  //
                                         "co_await f([] { return 1; });",               //
                                         "co_await f(1, [](int y) { return y; });",     //
                                         "x = y[co_await f()];",                        //
                                         "auto g = [x] -> Task<> { co_await f(x); };",  //
                                         "auto g = [&](int y) -> Task<> { co_return; };"));

TEST(CoroutineCheck, RefusesDefaultArgumentsOnFunctionsThatReturnTask) {
  const auto complaints = check_coroutines(source("include/leasesim/api/a.hpp",
                                                  "Task<Result<A, B>> get(Name name, int x = 3);\n"
                                                  "Task<> put(Lease lease = {});\n"
                                                  "int plain(int x = 3);\n"
                                                  "Task<> fine(bool (*less)(int, int));\n"
                                                  "Task<int> task = fine(2);\n"));

  ASSERT_EQ(complaints.size(), 2U) << to_text(complaints);
  EXPECT_EQ(complaints[0].line, 1U);
  EXPECT_EQ(complaints[1].line, 2U);
}

TEST(CoroutineCheck, BlamesTheInnerLambdaForItsOwnCapture) {
  const auto complaints = in_body("auto g = [&] {\n return [x]() -> Task<> { co_return; };\n };");

  ASSERT_EQ(complaints.size(), 1U) << to_text(complaints);
  EXPECT_EQ(complaints[0].line, 3U);
}

TEST(CoroutineCheck, TellsTheLine) {
  const auto complaints = in_body("g();\n\n  while (co_await f()) {}");

  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_EQ(complaints[0].line, 4U);
}

}  // namespace
}  // namespace leasesim::tidy
