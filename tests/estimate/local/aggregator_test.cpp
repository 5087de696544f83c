// Aggregators: bytes that are sent, merges, and the transform that decodes hashes.
#include "base/text.h"
#include "estimate/local/locals.h"
#include "random/bernoulli.h"

using namespace locals;

namespace {

std::vector<unsigned char> bytes_of(const Protocol &it, const Report &report) {
  std::vector<unsigned char> out(it.report_bytes());
  write_report(it, report, out.data());
  return out;
}

std::string saved(const Aggregator &it) {
  dpcvx::Text text;
  it.write_bytes(text);
  return std::string(text.c_str(), text.length());
}

// Hits of each category as they are defined, against the transform of the counts.
TEST(LocalAggregator, HitsAreThoseOfEachCategory) {
  laws::Stream stream("hits");
  Failing at;
  for (const int64_t categories : {2, 7, 30, 700})
    for (const double epsilon : {0.3, 1.5, 2.5, 5.0}) {
      const Protocol it = frequencies(categories, epsilon, DPCVX_LOCAL_RANDOMIZER_HASHING);
      Aggregator counts = aggregator(it);
      std::vector<int64_t> expected(static_cast<size_t>(categories)), found(expected.size());
      for (int i = 0; i < 60; ++i) {
        const Report report{0, dpcvx::random::uniform(stream.rng, it.outputs())};
        counts.add(report);
        for (size_t c = 0; c < expected.size(); ++c) expected[c] += favours(it, c, report.output) ? 1 : 0;
      }
      ASSERT_EQ(counts.count_favouring(found.data(), at.error), DPCVX_OK);
      ASSERT_EQ(found, expected) << categories << " " << epsilon << " classes " << it.classes;
    }
}

TEST(LocalAggregator, ReportsGoThroughBytes) {
  laws::Stream stream("bytes");
  Failing at;
  VectorReporter reporter;
  const Protocol vector = vectors(5, 1, 1), category = frequencies(100, 1, DPCVX_LOCAL_RANDOMIZER_AUTOMATIC);
  ASSERT_EQ(reporter.reserve(vector, at.error), DPCVX_OK);
  const double values[5] = {1, 2, 3, 4, 5};
  for (int i = 0; i < 20; ++i) {
    const Report report = reporter.draw(stream.rng, vector, values), other = report_category(stream.rng, category, i);
    Report read;
    const std::vector<unsigned char> bytes = bytes_of(vector, report);
    ASSERT_EQ(read_report(vector, bytes.data(), bytes.size(), &read), nullptr);
    EXPECT_EQ(read.seed, report.seed);
    EXPECT_EQ(read.output, report.output);
    const std::vector<unsigned char> plain = bytes_of(category, other);
    ASSERT_EQ(read_report(category, plain.data(), plain.size(), &read), nullptr);
    EXPECT_EQ(read.output, other.output);
    // Every bit that is flipped is seen, and so is every length.
    for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      std::vector<unsigned char> damaged = bytes;
      damaged[bit / 8] ^= static_cast<unsigned char>(1 << bit % 8);
      ASSERT_NE(read_report(vector, damaged.data(), damaged.size(), &read), nullptr) << bit;
    }
    for (size_t length = 0; length < bytes.size(); ++length)
      ASSERT_NE(read_report(vector, bytes.data(), length, &read), nullptr);
    EXPECT_NE(read_report(category, bytes.data(), bytes.size(), &read), nullptr);
  }
  // A whole report that says what no report says, and one of a protocol that differs in epsilon alone.
  Report read;
  const std::vector<unsigned char> beyond = bytes_of(category, {0, category.outputs()});
  EXPECT_STREQ(read_report(category, beyond.data(), beyond.size(), &read), "a report of an output that there is not");
  const Protocol stricter = frequencies(100, 0.99, DPCVX_LOCAL_RANDOMIZER_AUTOMATIC);
  const std::vector<unsigned char> foreign = bytes_of(stricter, {0, 0});
  EXPECT_STREQ(read_report(category, foreign.data(), foreign.size(), &read), "a report of another protocol");
}

// Parts in any order and grouping give the bytes of the whole.
TEST(LocalAggregator, MergesAreExact) {
  laws::Stream stream("merges");
  Failing at;
  VectorReporter reporter;
  const Protocol vector = vectors(7, 1, 1);
  ASSERT_EQ(reporter.reserve(vector, at.error), DPCVX_OK);
  const double values[7] = {1, 0, 0, 0, 1, 0, 0};
  for (const Protocol &it : {vector, frequencies(50, 1, DPCVX_LOCAL_RANDOMIZER_HASHING)}) {
    Aggregator whole = aggregator(it), parts[3] = {aggregator(it), aggregator(it), aggregator(it)};
    for (int i = 0; i < 300; ++i) {
      const Report report = it.has_seed() ? reporter.draw(stream.rng, it, values) : report_category(stream.rng, it, 3);
      whole.add(report);
      parts[i % 3].add(report);
    }
    parts[2].merge(parts[0]);
    parts[1].merge(parts[2]);
    EXPECT_EQ(saved(parts[1]), saved(whole));
    Aggregator read;
    const std::string bytes = saved(whole);
    ASSERT_EQ(read.read_bytes(bytes.data(), bytes.size(), at.error), DPCVX_OK);
    EXPECT_EQ(saved(read), bytes);
    EXPECT_EQ(read.reports(), 300);
  }
}

// A file whose checksum is right and whose counts are not.
TEST(LocalAggregator, CountsThatDoNotAgreeAreRefused) {
  Failing at;
  const Protocol it = frequencies(3, 1, DPCVX_LOCAL_RANDOMIZER_RESPONSE);
  const auto framed = [&](const std::vector<int64_t> &counts, int64_t reports, int64_t refused) {
    dpcvx::Text fields, out;
    dpcvx::ByteWriter bytes(fields);
    it.write(bytes);
    bytes.i64(reports);
    bytes.i64(refused);
    for (const int64_t count : counts) bytes.i64(count);
    dpcvx::write_frame({"dpcvxlag", 1, "aggregator", ""}, fields, out);
    return std::string(out.c_str(), out.length());
  };
  const auto status = [&](const std::string &bytes) {
    Aggregator read;
    return read.read_bytes(bytes.data(), bytes.size(), at.error);
  };
  EXPECT_EQ(status(framed({1, 2, 3}, 6, 4)), DPCVX_OK);
  EXPECT_EQ(status(framed({1, 2, 3}, 7, 4)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(status(framed({-1, 4, 3}, 6, 4)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(status(framed({INT64_MAX, INT64_MAX, 8}, 6, 4)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(status(framed({1, 2, 3}, 6, -1)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(status(framed({1, 2}, 3, 0)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(status(framed({1, 2, 3, 0}, 6, 0)), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(status(framed({0, 0, 0}, (int64_t{1} << 32) + 1, 0)), DPCVX_ERR_ARGUMENT);
}

}  // namespace
