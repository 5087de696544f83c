// SipHash-2-4 against the authors' test vectors, and long strings against another implementation.
#include "base/siphash.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace dpcvx {
namespace data {
namespace {

uint64_t hash_of(const unsigned char *key, const std::vector<unsigned char> &bytes) {
  SipHash hash(key);
  for (size_t at = 0; at < bytes.size(); at += 8) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8; ++i) word |= static_cast<uint64_t>(bytes[at + i]) << (8 * i);
    hash.add(word);
  }
  return hash.hash();
}

// Of the vectors in the reference implementation, key 00 01 ... 0f and string 00 01 ..., those of whole words.
TEST(SipHash, MeetsTheVectorsOfItsAuthors) {
  unsigned char key[SipHash::kKeyBytes];
  for (size_t i = 0; i < sizeof key; ++i) key[i] = static_cast<unsigned char>(i);
  const unsigned char vectors[][8] = {
      {0x31, 0x0e, 0x0e, 0xdd, 0x47, 0xdb, 0x6f, 0x72}, {0x62, 0x24, 0x93, 0x9a, 0x79, 0xf5, 0xf5, 0x93},
      {0xdb, 0x9b, 0xc2, 0x57, 0x7f, 0xcc, 0x2a, 0x3f}, {0x94, 0xaf, 0x49, 0xf6, 0xc6, 0x50, 0xad, 0xb8},
      {0xce, 0x7c, 0xf2, 0x72, 0x2f, 0x51, 0x27, 0x71}, {0xd0, 0xa7, 0x04, 0x53, 0x6b, 0xa9, 0x3e, 0x0e},
      {0x51, 0xa9, 0xcb, 0x9e, 0xcb, 0xa3, 0x12, 0xe6}, {0xbd, 0x83, 0x8d, 0x3a, 0xaf, 0xbf, 0x8d, 0xb7},
  };
  std::vector<unsigned char> bytes;
  for (const auto &vector : vectors) {
    const uint64_t hash = hash_of(key, bytes);
    for (size_t i = 0; i < 8; ++i) EXPECT_EQ(hash >> (8 * i) & 0xff, vector[i]) << bytes.size() << " bytes";
    for (size_t i = 0; i < 8; ++i) bytes.push_back(static_cast<unsigned char>(bytes.size()));
  }
}

// With a key of zeros. The values are those of another implementation, std::hash::SipHasher of Rust.
TEST(SipHash, TakesBytesThatAreNoWholeWords) {
  const struct {
    const char *text;
    uint64_t hash;
  } vectors[] = {
      {"", 0x1e924b9d737700d7},           {"a", 0x96c20860cd93a249},       {"ada", 0x23cecf995f59e0fc},
      {"bobby", 0x8187d30808a3bf20},      {"seven77", 0x3ed909b11f3836e8}, {"eightyes", 0x4dba2849d7216cda},
      {"nine bytes", 0x5386f163c7797e92},
  };
  for (const auto &vector : vectors)
    EXPECT_EQ(SipHash::of_bytes(reinterpret_cast<const unsigned char *>(vector.text), std::strlen(vector.text)),
              vector.hash)
        << vector.text;
}

// More bytes than the last block can count: the value is OpenSSL's.
TEST(SipHash, CountsBytesModulo256) {
  unsigned char key[SipHash::kKeyBytes];
  for (size_t i = 0; i < sizeof key; ++i) key[i] = static_cast<unsigned char>(0xff - 0x11 * i);
  std::vector<unsigned char> bytes;
  for (int i = 0; i < 320; ++i) bytes.push_back(static_cast<unsigned char>(i * 7));
  EXPECT_EQ(hash_of(key, bytes), 0x1dac7895d2df7410u);
}

}  // namespace
}  // namespace data
}  // namespace dpcvx
