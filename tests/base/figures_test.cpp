#include "base/figures.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/text.h"

namespace dpcvx {
namespace {

enum Key : int32_t {
  THING_FIGURE_UNITS = 1,
  THING_FIGURE_RADIUS,
  THING_FIGURE_ORDER,
  THING_FIGURE_SIZE,
  THING_FIGURE_ON
};

struct Ball {
  double radius = 2.5;
};
struct Thing {
  int64_t size() const { return 9007199254740993; }
  int32_t units = 7;
  Ball ball;
  bool has_order = false, has_memory = true;
  bool on = true;
};

Maybe<double> order_of(const Thing &thing) {
  if (!thing.has_memory) return Maybe<double>::no_memory();
  return thing.has_order ? Maybe<double>(1.5) : Maybe<double>::none("only a thing with an order has one");
}

constexpr Figure kRows[] = {
    {DPCVX_NAMED(THING_FIGURE_UNITS), from<&Thing::units>},
    {DPCVX_NAMED(THING_FIGURE_RADIUS), from<&Thing::ball, &Ball::radius>},
    {DPCVX_NAMED(THING_FIGURE_ORDER), from<&order_of>},
    {DPCVX_NAMED(THING_FIGURE_SIZE), from<&Thing::size>},
    {DPCVX_NAMED(THING_FIGURE_ON), from<&Thing::on>},
};
constexpr FiguresOf<Thing> kFigures("THING_FIGURE_*", kRows);

TEST(Figures, AreReadByTheGetterOfTheirType) {
  dpcvx_error record;
  Error error(&record, "thing_get_f64");
  Thing thing;
  double real = 0;
  int64_t integer = 0;
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_RADIUS, &real, error), DPCVX_OK);
  EXPECT_EQ(real, 2.5);
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_UNITS, &integer, error), DPCVX_OK);
  EXPECT_EQ(integer, 7);
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_SIZE, &integer, error), DPCVX_OK);
  EXPECT_EQ(integer, 9007199254740993) << "which no double holds";
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_ON, &integer, error), DPCVX_OK);
  EXPECT_EQ(integer, 1);
}

TEST(Figures, OfTheOtherTypeNameTheRightGetter) {
  dpcvx_error record;
  Thing thing;
  double real = -1;
  int64_t integer = -1;
  Error reals(&record, "thing_get_f64");
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_UNITS, &real, reals), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message,
               "thing_get_f64: argument 'figure' = THING_FIGURE_UNITS, which is an i64 figure; use thing_get_i64");
  Error integers(&record, "thing_get_i64");
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_ORDER, &integer, integers), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message,
               "thing_get_i64: argument 'figure' = THING_FIGURE_ORDER, which is an f64 figure; use thing_get_f64");
  EXPECT_EQ(get_figure(kFigures, thing, 99, &integer, integers), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(record.message, "thing_get_i64: argument 'figure' = 99; accepted: a THING_FIGURE_*");
  EXPECT_EQ(get_figure(kFigures, thing, 99, static_cast<double *>(nullptr), reals), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(real, -1.0);
  EXPECT_EQ(integer, -1);
}

TEST(Figures, ThatAnObjectLacksAreUnsupported) {
  dpcvx_error record;
  Error error(&record, "thing_get_f64");
  Thing thing;
  double real = -1;
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_ORDER, &real, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_STREQ(record.message, "thing_get_f64: THING_FIGURE_ORDER: only a thing with an order has one");
  EXPECT_EQ(real, -1.0);
  thing.has_order = true;
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_ORDER, &real, error), DPCVX_OK);
  EXPECT_EQ(real, 1.5);
}

TEST(Figures, ThatThereIsNoMemoryToComputeSaySo) {
  dpcvx_error record;
  Error error(&record, "thing_get_f64");
  Thing thing;
  thing.has_memory = false;
  double real = -1;
  EXPECT_EQ(get_figure(kFigures, thing, THING_FIGURE_ORDER, &real, error), DPCVX_ERR_NOMEM);
  EXPECT_STREQ(record.message, "thing_get_f64: no memory for THING_FIGURE_ORDER");
  EXPECT_EQ(real, -1.0);
  Text text;
  JsonWriter writer(text);
  write_figures(kFigures, thing, writer);
  EXPECT_TRUE(text.failed());
}

TEST(Figures, NameTheMembersOfTheJson) {
  Thing thing;
  const auto json = [&] {
    Text text;
    JsonWriter writer(text);
    writer.begin_object();
    write_figures(kFigures, thing, writer);
    writer.end_object();
    return std::string(text.c_str());
  };
  EXPECT_EQ(json(), "{\"units\":7,\"radius\":2.5,\"size\":9007199254740993,\"on\":1}");
  thing.has_order = true;
  EXPECT_EQ(json(), "{\"units\":7,\"radius\":2.5,\"order\":1.5,\"size\":9007199254740993,\"on\":1}");
}

}  // namespace
}  // namespace dpcvx
