// A ledger on disk: frames that are appended, each on the disk before append() returns, in a file that one process at a
// time has open. Frames are chained: the hash of each covers all before it (PROOFS.md, section 9.6).
//
//   "dpcvxlgr", u32 version, u32 keyed; then frames: u32 kind, u32 length, u64 check, `length` bytes, u64 chain
//
// check is the hash of the chain so far with kind and length; chain that with the bytes, too. The key is the caller's,
// or 0.
#ifndef DPCVX_PRIVACY_BUDGET_LEDGER_FILE_H_
#define DPCVX_PRIVACY_BUDGET_LEDGER_FILE_H_

#include <cstdint>

#include "base/buffer.h"
#include "base/siphash.h"
#include "base/status.h"
#include "base/text.h"

namespace dpcvx::privacy {

// What identifies a ledger's state: its number of frames and their chained hash. A caller who keeps it sees an older
// copy for what it is.
struct LedgerHead {
  int64_t frames = 0;
  uint64_t chain = 0;
};

// DPCVX_ERR_LEDGER_DAMAGED: the bytes are `what`, and no whole ledger.
dpcvx_status damaged_ledger(const char *what, Error &error);

struct LedgerKey {
  unsigned char bytes[SipHash::kKeyBytes] = {};
  bool given = false;
};

// Writes and reads the frames of a ledger, in memory.
class LedgerChain {
 public:
  static constexpr size_t kHeadBytes = 16, kFrameHead = 16, kChainBytes = 8;
  static constexpr size_t kMaxFrame = 1 << 16;

  explicit LedgerChain(const LedgerKey &key = {}) : key_(key) {}
  const LedgerHead &head() const { return head_; }
  // Returns a chain with this key and no frames.
  LedgerChain from_start() const { return LedgerChain(key_); }

  void begin(Text *out) const;
  // Appends a frame to `out` and moves on.
  void add(uint32_t kind, const Text &payload, Text *out);

  struct Frame {
    uint32_t kind = 0;
    const unsigned char *payload = nullptr;
    size_t length = 0, whole = 0;  // of the payload, and of all its bytes
  };
  // Reads the start of a ledger.
  dpcvx_status read_begin(const unsigned char *bytes, size_t length, Error &error) const;
  // Reads the frame at `bytes` and moves on. *torn: the bytes end before the frame does, as after a write that was cut
  // off; nothing of it was acknowledged. Other bytes that are no frame are refused.
  dpcvx_status read(const unsigned char *bytes, size_t length, Frame *frame, bool *torn, Error &error);

 private:
  uint64_t hash(uint32_t kind, const unsigned char *payload, size_t length, bool whole) const;

  LedgerKey key_;
  LedgerHead head_;
};

// A path as messages have it.
struct ShownPath {
  char text[124];
};

class LedgerFile {
 public:
  LedgerFile() = default;
  LedgerFile(const LedgerFile &) = delete;
  LedgerFile &operator=(const LedgerFile &) = delete;
  ~LedgerFile() { let_go(); }

  bool is_open() const { return descriptor_ >= 0; }
  // Creates a file that was not there, with these bytes, on the disk with its name. Locks it.
  dpcvx_status create(const char *path, const Text &bytes, Error &error);
  // Opens and locks a file, and reads all of it.
  dpcvx_status open(const char *path, Buffer<unsigned char> *bytes, size_t *length, Error &error);
  // Cuts off what lies beyond `length`.
  dpcvx_status cut(size_t length, Error &error);
  // Appends bytes, and returns when they are on the disk. After a failure nothing is known of the file's end, and every
  // further call fails.
  dpcvx_status append(const Text &bytes, Error &error);

 private:
  // DPCVX_ERR_FILE, with the file's path, what could not be done, and why the system says so.
  dpcvx_status failed(const char *what, Error &error) const;
  dpcvx_status lock(Error &error);
  // Unlocks and closes the file, if there is one.
  void let_go();
  bool open_beside(const char *path, Buffer<char> *name);
  dpcvx_status create_by_name(const char *path, const Text &bytes, Error &error);
  // Locks the new file, and writes all of it.
  dpcvx_status write_new(const Text &bytes, Error &error);
  dpcvx_status keep_name(const char *path, Error &error) const;
  // Appends bytes and returns when they are on the disk.
  dpcvx_status write_all(const char *bytes, size_t length, Error &error);
  // The entry of a new file in its directory, too, must reach the disk.
  dpcvx_status sync_directory_of(const char *path, Error &error) const;

  ShownPath shown_ = {};
  int descriptor_ = -1;
  int64_t locked_by_ = -1;  // the process that locked it
  size_t length_ = 0;
  bool broken_ = false;
};

}  // namespace dpcvx::privacy

#endif
