#include "leasesim/scenario/document.hpp"

#include <gtest/gtest.h>

#include <string>

namespace leasesim {
namespace {

Document parsed(std::string_view text) {
  auto document = parse_document(text, "f");
  if (!document) ADD_FAILURE() << text_of(document.error());
  return document ? *document : Document{};
}

std::string complaint(std::string_view text) {
  const auto document = parse_document(text, "f");
  return document ? "accepted: " + json_line(document->root) : text_of(document.error());
}

std::string place_text(Place place) {
  return std::to_string(place.line) + ':' + std::to_string(place.column);
}

// --- what both languages share ---

TEST(Document, IsTheSameFromYamlAndFromJson) {
  const Document yaml = parsed("a: [1, -2, 2.50, true, null, \"x\"]\nb:\n  c: text\n");
  const Document json = parsed(R"({"a": [1, -2, 2.50, true, null, "x"], "b": {"c": "text"}})");

  EXPECT_EQ(yaml.root, json.root);
  EXPECT_EQ(json_line(yaml.root), R"({"a":[1,-2,2.50,true,null,"x"],"b":{"c":"text"}})");
}

TEST(Document, KnowsWhereEachValueStands) {
  for (const std::string_view text :
       {"{\"a\": [1,\n  {\"bc\":  \"x\"}]}", "a: [1,\n  {bc:   \"x\"}]"}) {
    const Document document = parsed(text);
    const Tree& item = document.root.find("a")->items()[1];

    EXPECT_EQ(place_text(item.place()), "2:3") << text;
    EXPECT_EQ(place_text(item.entries()[0].key_place), "2:4") << text;
    EXPECT_EQ(place_text(item.entries()[0].value.place()), text[0] == '{' ? "2:11" : "2:10");
  }
}

TEST(Document, CountsColumnsInCharacters) {
  EXPECT_EQ(complaint("é: { ü: 1, ü: 2 }"),
            "f:1:12: é: key \"ü\" stands here twice; first on line 1\n");
  EXPECT_EQ(complaint("{\"é\": {\"ü\": 1, \"ü\": 2}}"),
            "f:1:16: é: key \"ü\" stands here twice; first on line 1\n");
}

TEST(Document, AcceptsAByteOrderMark) {
  EXPECT_EQ(json_line(parsed("\xEF\xBB\xBF"
                             "a: 1")
                          .root),
            R"({"a":1})");
  EXPECT_EQ(json_line(parsed("\xEF\xBB\xBF{\"a\": 1}").root), R"({"a":1})");
}

TEST(Document, AcceptsTheLineEndsOfOtherSystems) {
  EXPECT_EQ(json_line(parsed("# story\r\na: 1\r\nb: [x, z]\r\n").root), R"({"a":1,"b":["x","z"]})");
  EXPECT_EQ(parsed("# story\r\na: 1\r\n").story, "story");
}

TEST(Document, KeepsNumbersThatNoInt64Holds) {
  const Tree huge = parsed("a: 18446744073709551615").root;

  EXPECT_TRUE(huge.find("a")->is(Tree::Kind::number));
  EXPECT_EQ(huge, parsed("{\"a\": 18446744073709551615}").root);
}

TEST(Document, TellsItsStoryFromTheOpeningComment) {
  const Document document = parsed(
      "# yaml-language-server: $schema=x.json\n\n# Two leaders.\n#\n# A pause.\na: 1  # no\n# nor "
      "this");

  EXPECT_EQ(document.story, "Two leaders.\n\nA pause.");
}

TEST(Document, WritesWhatItWouldReadAgain) {
  const Document first =
      parsed("a: \"quotes \\\" and \\\\ and \\n and \\u0001 and é\"\nb: [[], {}]\n");

  EXPECT_EQ(parsed(json_line(first.root)).root, first.root);
  EXPECT_EQ(parsed(json_text(first.root)).root, first.root);
}

// --- the strict profile ---

TEST(StrictYaml, RefusesWordsThatReadersDisagreeAbout) {
  for (const std::string word : {"yes", "No", "on", "OFF", "y", "N"}) {
    EXPECT_EQ(complaint("holder: " + word),
              "f:1:9: holder: " + word +
                  " is a boolean to some YAML readers and a text to others; "
                  "write \"" +
                  word + "\", true or false\n");
  }
}

TEST(StrictYaml, TakesSuchWordsAsKeysAndInQuotes) {
  EXPECT_EQ(json_line(parsed("on: \"no\"\ny: 'yes'\n").root), R"({"on":"no","y":"yes"})");
}

TEST(StrictYaml, RefusesNumbersThatReadersDisagreeAbout) {
  EXPECT_EQ(
      complaint("mode: 0644"),
      "f:1:7: mode: 0644 is octal to some YAML readers and decimal to others; write \"0644\", "
      "or no leading zero\n");
}

TEST(StrictYaml, TakesOnlyDecimalsForNumbers) {
  const Tree root =
      parsed("[0x1F, 1_000, 1:30, .5, -1., +7, 1e3, 1.., 1..5, .inf, 2026-01-01]").root;

  EXPECT_EQ(json_line(root),
            R"(["0x1F","1_000","1:30",0.5,-1,7,1e3,"1..","1..5",".inf","2026-01-01"])");
}

TEST(StrictYaml, RefusesDoubledKeysAndNamesBothPlaces) {
  EXPECT_EQ(complaint("a:\n  name: x\n  b: 1\n  name: z\n"),
            "f:4:3: a: key \"name\" stands here twice; first on line 2\n");
  EXPECT_EQ(complaint("{\"a\": {\"n\": 1,\n \"n\": 2}}"),
            "f:2:2: a: key \"n\" stands here twice; first on line 1\n");
}

TEST(StrictYaml, RefusesWhatItDoesNotSupport) {
  EXPECT_EQ(complaint("a: &x {b: 1}\nc:\n  <<: *x\n"),
            "f:3:3: c: merge keys are not supported; write the keys out\n");
  EXPECT_EQ(complaint("a: !!binary aGk=\n"),
            "f:1:4: a: tags such as \"tag:yaml.org,2002:binary\" are not supported\n");
  EXPECT_EQ(complaint("a: 1\n---\nb: 2\n"),
            "f:2:1: a second document begins here; a file holds one\n");
  EXPECT_EQ(complaint("? [a, b]\n: c\n"), "f:1:3: a key must be a text\n");
}

TEST(StrictYaml, FollowsAliasesWithinBounds) {
  EXPECT_EQ(json_line(parsed("a: &x [1, 2]\nb: *x\n").root), R"({"a":[1,2],"b":[1,2]})");
  EXPECT_EQ(complaint("a: &x [1, *x]\n"), "f:1:11: a[1]: this alias lies within its own anchor\n");

  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'j'; ++c) {
    const std::string before = "*" + std::string(1, static_cast<char>(c - 1));
    bomb += std::string(1, c) + ": &" + c + " [" + before;
    for (int i = 0; i < 8; ++i) bomb += "," + before;
    bomb += "]\n";
  }
  EXPECT_EQ(complaint(bomb), "f:5:8: e[0]: aliases that stand for more than 10000 values in all\n");
}

TEST(StrictYaml, CallsATabATab) {
  EXPECT_EQ(complaint("a:\n\tb: 1\n"), "f:2:1: a tab indents this line; YAML wants spaces\n");
  EXPECT_EQ(complaint("a:\n  b: 1\n\tc: 2\n"),
            "f:3:1: a tab indents this line; YAML wants spaces\n");
}

TEST(StrictYaml, SaysInPlainWordsWhatIsNotYaml) {
  EXPECT_EQ(
      complaint("a: b: c\n"),
      "f:1:5: not valid YAML: a \": \" where no key can stand; quote a text that contains one\n");
  EXPECT_EQ(complaint("a: [1, 2\nb: 3\n"), "f:2:2: not valid YAML: a [ that is never closed\n");
  EXPECT_EQ(complaint("a: *b\n"), "f:1:4: not valid YAML: an alias whose anchor is not defined\n");
  EXPECT_EQ(complaint("a: 'it''s\nb: 3\n"), "f:1:4: a quoted text that is never closed\n");
}

TEST(StrictJson, AllowsNoCommentsAndNoTrailingCommas) {
  EXPECT_EQ(complaint("{\"a\": 1, // why\n \"b\": 2}"),
            "f:1:10: not valid JSON: unexpected `/`; expected string literal\n");
  EXPECT_EQ(complaint("{\"a\": [1,2,]}"),
            "f:1:12: a[2]: not valid JSON: unexpected `]`; expected '[', '{', or a literal\n");
  EXPECT_EQ(complaint("{\"a\": 1} {}"),
            "f:1:10: not valid JSON: unexpected `{`; expected end of input\n");
  EXPECT_EQ(complaint("{'a': 1}"),
            "f:1:2: not valid JSON: unexpected `'`; expected string literal\n");
  EXPECT_EQ(complaint("{\"a\": 1"),
            "f:1:8: not valid JSON: unexpected end of the file; expected '}'\n");
}

// --- what is no scenario at all ---

TEST(Limits, TenThousandLevelsAreRefusedWithAPlace) {
  std::string json;
  for (int i = 0; i < 10'000; ++i) json += "{\"a\":";
  EXPECT_NE(complaint(json).find("nested deeper than 100 levels"), std::string::npos);

  std::string flow = "a: " + std::string(10'000, '[') + std::string(10'000, ']');
  EXPECT_NE(complaint(flow).find("nested deeper than 100 levels"), std::string::npos)
      << complaint(flow);

  std::string block;
  for (int i = 0; i < 10'000; ++i) block += "- ";
  EXPECT_NE(complaint(block).find("nested deeper than 100 levels"), std::string::npos);
}

TEST(Limits, AHundredLevelsAreRead) {
  const std::string flow = std::string(100, '[') + std::string(100, ']');

  EXPECT_EQ(json_line(parsed("[" + flow.substr(1)).root), flow);
  EXPECT_NE(complaint('[' + flow + ']').find("deeper"), std::string::npos);
}

TEST(Limits, AHundredMegabytesAreRefusedBeforeTheyAreParsed) {
  const std::string large(100'000'000, '[');

  EXPECT_EQ(complaint(large), "f:1:1: larger than 4 MiB; this is no scenario\n");
}

TEST(Limits, BinaryRubbishIsRefusedWithThePlaceOfItsFirstByte) {
  EXPECT_EQ(complaint(std::string("a: 1\nb\0c", 8)),
            "f:2:2: control character 0x00; this is no YAML or JSON text\n");
  EXPECT_EQ(complaint("\x7F"
                      "ELF\x02\x01"),
            "f:1:1: control character 0x7f; this is no YAML or JSON text\n");
  EXPECT_EQ(complaint("a: \xFF\xFE"),
            "f:1:4: invalid UTF-8: byte 0xff; this is no YAML or JSON text\n");
  EXPECT_EQ(complaint("a: \xC0\xAF"),
            "f:1:4: invalid UTF-8: byte 0xc0; this is no YAML or JSON text\n");
  EXPECT_EQ(complaint("a: \xED\xA0\x80").substr(0, 24), "f:1:4: invalid UTF-8: by");
  EXPECT_EQ(complaint("a: \xF4\x90\x80\x80").substr(0, 24), "f:1:4: invalid UTF-8: by");
}

// --- --set ---

TEST(SetValue, ReplacesAddsAndAppends) {
  Document document = parsed("network: { latency: 1ms }\nfaults:\n  - { at: 1s }\n");

  EXPECT_TRUE(set_value(document, "network.latency=2ms"));
  EXPECT_TRUE(set_value(document, "hosts.a.clock.drift=+50ppm"));
  EXPECT_TRUE(set_value(document, "faults[0].for=[1, {b: c}]"));
  EXPECT_TRUE(set_value(document, "faults[1]=null"));

  EXPECT_EQ(json_line(document.root),
            R"({"network":{"latency":"2ms"},"faults":[{"at":"1s","for":[1,{"b":"c"}]},null],)"
            R"("hosts":{"a":{"clock":{"drift":"+50ppm"}}}})");
}

TEST(SetValue, ChangesNothingIfThePathLeadsNowhere) {
  Document document = parsed("a: 1\nb: [1]\n");
  const Document before = document;
  const auto complaint_about = [&](std::string_view assignment) {
    const auto result = set_value(document, assignment);
    return result ? std::string{"accepted"} : text_of(result.error());
  };

  EXPECT_EQ(complaint_about("a.b=2"),
            "--set: a.b: leads through what is no map and no list item\n");
  EXPECT_EQ(complaint_about("b[3]=2"),
            "--set: b[3]: leads through what is no map and no list item\n");
  EXPECT_EQ(complaint_about("b[x]=2"),
            "--set: b[x]: expected a path such as network.latency or faults[0].for\n");
  EXPECT_EQ(complaint_about("a"),
            "--set: expected path=value, as in network.latency=2ms, found \"a\"\n");
  EXPECT_EQ(complaint_about("a=[1"), "--set:1:1: not valid YAML: a [ that is never closed\n");
  EXPECT_EQ(document, before);
}

}  // namespace
}  // namespace leasesim
