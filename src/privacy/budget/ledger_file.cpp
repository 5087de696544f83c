#include "privacy/budget/ledger_file.h"

#if !defined(_WIN32)
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <cstring>

#include "base/bytes.h"
#include "base/error.h"

namespace dpcvx::privacy {

namespace {

constexpr char kMagic[] = "dpcvxlgr";
constexpr size_t kMagicBytes = 8;
constexpr uint32_t kVersion = 1;
constexpr size_t kMostBytes = size_t{1} << 30;

// Hashes bytes as words, the last filled up with zeros.
void add_bytes(SipHash *hash, const unsigned char *bytes, size_t length) {
  for (size_t i = 0; i < length; i += 8) {
    uint64_t word = 0;
    for (size_t j = 0; j < 8 && i + j < length; ++j) word |= static_cast<uint64_t>(bytes[i + j]) << (8 * j);
    hash->add(word);
  }
}

}  // namespace

dpcvx_status damaged_ledger(const char *what, Error &error) {
  return error.fail(DPCVX_ERR_LEDGER_DAMAGED, "argument 'ledger' = %s; accepted: a whole ledger", what);
}

uint64_t LedgerChain::hash(uint32_t kind, const unsigned char *payload, size_t length, bool whole) const {
  SipHash hash(key_.bytes);
  hash.add(head_.chain);
  hash.add(static_cast<uint64_t>(head_.frames) << 1 | (whole ? 1 : 0));
  hash.add(static_cast<uint64_t>(kind) << 32 | length);
  if (whole) add_bytes(&hash, payload, length);
  return hash.hash();
}

void LedgerChain::begin(Text *out) const {
  out->add(kMagic, kMagicBytes);
  ByteWriter writer(*out);
  writer.u32(kVersion);
  writer.u32(key_.given ? 1 : 0);
}

void LedgerChain::add(uint32_t kind, const Text &payload, Text *out) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(payload.c_str());
  ByteWriter writer(*out);
  writer.u32(kind);
  writer.u32(static_cast<uint32_t>(payload.length()));
  writer.u64(hash(kind, bytes, payload.length(), false));
  out->add(payload);
  const uint64_t chain = hash(kind, bytes, payload.length(), true);
  writer.u64(chain);
  head_.chain = chain;
  ++head_.frames;
}

dpcvx_status LedgerChain::read_begin(const unsigned char *bytes, size_t length, Error &error) const {
  if (length < kHeadBytes || std::memcmp(bytes, kMagic, kMagicBytes) != 0)
    return damaged_ledger("bytes of another kind", error);
  ByteReader reader(bytes + kMagicBytes, kHeadBytes - kMagicBytes);
  const uint32_t version = reader.u32(), keyed = reader.u32();
  if (version != kVersion) return damaged_ledger("a ledger of another version", error);
  if (keyed > 1) return damaged_ledger("a damaged ledger", error);
  if ((keyed == 1) != key_.given)
    return error.argument("key", key_.given ? "a key for a ledger without one" : "none for a ledger with a key",
                          "the key that the ledger was created with");
  return DPCVX_OK;
}

dpcvx_status LedgerChain::read(const unsigned char *bytes, size_t length, Frame *frame, bool *torn, Error &error) {
  *torn = length < kFrameHead;
  if (*torn) return DPCVX_OK;
  ByteReader reader(bytes, kFrameHead);
  frame->kind = reader.u32();
  frame->length = reader.u32();
  frame->payload = bytes + kFrameHead;
  frame->whole = kFrameHead + frame->length + kChainBytes;
  if (frame->length > kMaxFrame || reader.u64() != hash(frame->kind, nullptr, frame->length, false))
    return damaged_ledger("a damaged ledger, or another key", error);
  *torn = length < frame->whole;
  if (*torn) return DPCVX_OK;
  ByteReader end(frame->payload + frame->length, kChainBytes);
  const uint64_t chain = hash(frame->kind, frame->payload, frame->length, true);
  if (end.u64() != chain) return damaged_ledger("a damaged ledger, or another key", error);
  head_.chain = chain;
  ++head_.frames;
  return DPCVX_OK;
}

#if defined(_WIN32)

namespace {

dpcvx_status lacking(Error &error) {
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "ledgers in files are not built for Windows; dpcvx_budget_save and dpcvx_budget_load keep budgets");
}

}  // namespace

void LedgerFile::let_go() {}
dpcvx_status LedgerFile::create(const char *, const Text &, Error &error) { return lacking(error); }
dpcvx_status LedgerFile::open(const char *, Buffer<unsigned char> *, size_t *, Error &error) { return lacking(error); }
dpcvx_status LedgerFile::cut(size_t, Error &error) { return lacking(error); }
dpcvx_status LedgerFile::append(const Text &, Error &error) { return lacking(error); }

#else

namespace {

// What errors mean that callers can do something about.
const char *reason_of(int code) {
  switch (code) {
    case EEXIST:
      return "there is a file of this name, which may be opened if it is a ledger";
    case ENOENT:
      return "there is no such file or folder";
    case ENOTDIR:
      return "a part of its path is no folder";
    case EISDIR:
      return "it is a folder";
    case ENAMETOOLONG:
      return "its path is too long";
    case EIO:
      return "the disk failed";
    case EACCES:
    case EPERM:
    case EROFS:
      return "that is not permitted";
    case EFBIG:
      return "it would be longer than the system allows";
    case ENOSPC:
    case EDQUOT:
      return "there is no space left";
    default:
      return "the system refused it";
  }
}

// Returns the path as messages have it: its end where it is long, and a question mark for each byte that would make
// the message no UTF-8, break its line, or turn it.
ShownPath show_path(const char *path) {
  constexpr char kCut[] = "...";
  ShownPath shown = {};
  const size_t length = std::strlen(path), most = sizeof(shown.text) - sizeof(kCut);
  const bool utf8 = is_utf8(path, length);
  size_t from = length > most ? length - most : 0;
  while (utf8 && (path[from] & 0xc0) == 0x80) ++from;  // not from the middle of a character
  char *out = shown.text;
  for (const char *cut = kCut; from > 0 && *cut != '\0'; ++cut) *out++ = *cut;
  for (; from < length; ++from) {
    const size_t steering = utf8 ? steering_bytes(path + from) : 0;
    const bool plain = utf8 ? steering == 0 : path[from] >= 0x20 && path[from] < 0x7f;
    *out++ = plain ? path[from] : '?';
    if (steering > 0) from += steering - 1;
  }
  return shown;
}

constexpr char kNotSynced[] = "synced to the disk";

bool synced(int descriptor) {
  int result;
  do {
    result = fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

}  // namespace

dpcvx_status LedgerFile::failed(const char *what, Error &error) const {
  const int code = errno;
  return error.fail(DPCVX_ERR_FILE, "the ledger's file '%s' could not be %s: %s (error %d of the operating system)",
                    shown_.text, what, reason_of(code), code);
}

dpcvx_status LedgerFile::sync_directory_of(const char *path, Error &error) const {
  const char *const slash = std::strrchr(path, '/');
  const size_t length = slash == nullptr ? 0 : static_cast<size_t>(slash - path) + 1;
  constexpr size_t kLongest = 1 << 16;
  Buffer<char> directory;
  errno = ENAMETOOLONG;
  constexpr char kFailed[] = "synced with its folder";
  if (length > kLongest) return failed(kFailed, error);
  if (!directory.allocate(length + 2)) return error.nomem("the name of a ledger's directory");
  std::memcpy(directory.data(), path, length);
  directory[length] = slash == nullptr ? '.' : '\0';
  directory[length + 1] = '\0';
  const int descriptor = ::open(directory.data(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failed(kFailed, error);
  const dpcvx_status status = synced(descriptor) ? DPCVX_OK : failed(kFailed, error);
  close(descriptor);
  return status;
}

// A lock is the open file's, which a child of fork() has too: closed here, the file would stay locked until the child
// ends. A child unlocks nothing, since its parent may charge still. Its copy of the budget charges nothing.
void LedgerFile::let_go() {
  if (descriptor_ < 0) return;
  if (locked_by_ == getpid()) flock(descriptor_, LOCK_UN);
  close(descriptor_);
  descriptor_ = -1;
  locked_by_ = -1;
}

dpcvx_status LedgerFile::lock(Error &error) {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) {
    locked_by_ = getpid();
    return DPCVX_OK;
  }
  if (errno == EWOULDBLOCK)
    return error.fail(DPCVX_ERR_LEDGER_LOCKED, "the ledger's file '%s' is open already, here or in another process",
                      shown_.text);
  return failed("locked", error);
}

dpcvx_status LedgerFile::write_all(const char *bytes, size_t length, Error &error) {
  for (size_t done = 0; done < length;) {
    const ssize_t wrote = pwrite(descriptor_, bytes + done, length - done, static_cast<off_t>(length_ + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote == 0) errno = EIO;
    if (wrote <= 0) return failed("written", error);
    done += static_cast<size_t>(wrote);
  }
  return synced(descriptor_) ? DPCVX_OK : failed(kNotSynced, error);
}

// Opens a new file beside the path, of a name that no other call has: path.new00 and so on.
bool LedgerFile::open_beside(const char *path, Buffer<char> *name) {
  constexpr char kNew[] = ".new00";
  constexpr int kTries = 100;
  const size_t length = std::strlen(path);
  if (!name->allocate(length + sizeof(kNew))) return false;
  std::memcpy(name->data(), path, length);
  std::memcpy(name->data() + length, kNew, sizeof(kNew));
  char *const digits = name->data() + length + sizeof(kNew) - 3;
  int opened = -1;
  for (int i = 0; i < kTries && opened < 0; ++i) {
    digits[0] = static_cast<char>('0' + i / 10);
    digits[1] = static_cast<char>('0' + i % 10);
    opened = ::open(name->data(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (opened < 0 && errno != EEXIST) return false;
  }
  descriptor_ = opened;
  return opened >= 0;
}

dpcvx_status LedgerFile::write_new(const Text &bytes, Error &error) {
  DPCVX_TRY(lock(error));
  DPCVX_TRY(write_all(bytes.c_str(), bytes.length(), error));
  length_ = bytes.length();
  return DPCVX_OK;
}

// The name itself must be on the disk too. If that fails the next try finds no file of this name.
dpcvx_status LedgerFile::keep_name(const char *path, Error &error) const {
  const dpcvx_status status = sync_directory_of(path, error);
  if (status != DPCVX_OK) unlink(path);
  return status;
}

dpcvx_status LedgerFile::create_by_name(const char *path, const Text &bytes, Error &error) {
  descriptor_ = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor_ < 0) return failed("created", error);
  const dpcvx_status status = write_new(bytes, error);
  if (status == DPCVX_OK) return keep_name(path, error);
  unlink(path);
  return status;
}

// The file gets its name when all of it is on the disk: a process that is killed before leaves no file of that name. A
// file that has the name stays as it is. Some file systems give no file two names: there it has its own from the start.
dpcvx_status LedgerFile::create(const char *path, const Text &bytes, Error &error) {
  let_go();
  shown_ = show_path(path);
  Buffer<char> beside;
  if (!open_beside(path, &beside)) return create_by_name(path, bytes, error);
  const dpcvx_status status = write_new(bytes, error);
  const bool named = status == DPCVX_OK && link(beside.data(), path) == 0;
  const int code = errno;
  unlink(beside.data());
  if (status != DPCVX_OK) return status;
  if (named) return keep_name(path, error);
  errno = code;
  if (code == EEXIST) return failed("created", error);
  let_go();
  return create_by_name(path, bytes, error);
}

dpcvx_status LedgerFile::open(const char *path, Buffer<unsigned char> *bytes, size_t *length, Error &error) {
  let_go();
  shown_ = show_path(path);
  descriptor_ = ::open(path, O_RDWR | O_CLOEXEC);
  if (descriptor_ < 0) return failed("opened", error);
  DPCVX_TRY(lock(error));
  struct stat about;
  if (fstat(descriptor_, &about) != 0) return failed("read", error);
  if (!S_ISREG(about.st_mode) || about.st_size < 0 || static_cast<uint64_t>(about.st_size) > kMostBytes)
    return error.argument("ledger", "no regular file, or one above 2^30 bytes", "a whole ledger");
  const size_t size = static_cast<size_t>(about.st_size);
  if (!bytes->allocate(size + 1)) return error.nomem("a ledger");
  for (size_t done = 0; done < size;) {
    const ssize_t got = pread(descriptor_, bytes->data() + done, size - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;
    if (got <= 0) return failed("read", error);
    done += static_cast<size_t>(got);
  }
  // What was read may have been written by a process that ended before it was on the disk.
  if (!synced(descriptor_)) return failed(kNotSynced, error);
  DPCVX_TRY(sync_directory_of(path, error));
  length_ = *length = size;
  return DPCVX_OK;
}

dpcvx_status LedgerFile::cut(size_t length, Error &error) {
  if (length == length_) return DPCVX_OK;
  if (ftruncate(descriptor_, static_cast<off_t>(length)) != 0) return failed("cut", error);
  if (!synced(descriptor_)) return failed(kNotSynced, error);
  length_ = length;
  return DPCVX_OK;
}

dpcvx_status LedgerFile::append(const Text &bytes, Error &error) {
  if (broken_)
    return error.fail(DPCVX_ERR_STATE,
                      "an earlier charge did not reach the ledger's file '%s'; close this budget and open "
                      "the ledger again",
                      shown_.text);
  struct stat about;
  if (fstat(descriptor_, &about) != 0) return failed("read", error);
  if (about.st_nlink == 0)
    return error.fail(DPCVX_ERR_FILE, "the ledger's file '%s' was removed: what is charged now would be lost with it",
                      shown_.text);
  if (static_cast<uint64_t>(about.st_size) != length_)
    return error.fail(DPCVX_ERR_FILE,
                      "the ledger's file '%s' has %lld bytes, where this budget left %lld: another program changed it",
                      shown_.text, static_cast<long long>(about.st_size), static_cast<long long>(length_));
  broken_ = true;
  DPCVX_TRY(write_all(bytes.c_str(), bytes.length(), error));
  length_ += bytes.length();
  broken_ = false;
  return DPCVX_OK;
}

#endif

}  // namespace dpcvx::privacy
