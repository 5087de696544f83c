"""Reads R's portable binary form: .rda files and the lazy-load stores of packages.

It reads no more of the form than data frames need. A data frame comes out as a dict of columns. The sums and the words
of eight tables were compared with those of R 4.2.2, and were equal.
"""
import bz2
import gzip
import lzma
import struct
import zlib

import numpy as np


class Reader:
    """Reads one R object, in version 2 or 3 of R's serialisation."""

    def __init__(self, data: bytes):
        if data[:2] != b"X\n":
            raise ValueError("not R's portable binary form")
        self.data, self.at, self.refs = data, 2, []
        if self.integers(3)[0] == 3:
            self.raw(self.integer())

    def integers(self, n):
        out = struct.unpack_from(">%di" % n, self.data, self.at)
        self.at += 4 * n
        return out

    def integer(self):
        return self.integers(1)[0]

    def raw(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def array(self, dtype):
        n = self.integer()
        return np.frombuffer(self.raw(n * np.dtype(dtype).itemsize), dtype)

    def item(self):
        """The next object: an array, a dict, a string or None."""
        flags = self.integer()
        kind, attributed = flags & 255, flags & 512
        if kind in (241, 242, 251, 252, 253, 254):  # NULL, missing, environments
            return None
        if kind == 255:  # seen before
            return self.refs[(flags >> 8 or self.integer()) - 1]
        if kind == 1:  # symbol
            self.refs.append(self.item())
            return self.refs[-1]
        if kind == 2:  # pairs of tag and value
            return self.pairs(flags)
        if kind == 9:  # one string
            n = self.integer()
            return None if n == -1 else self.raw(n).decode("utf-8", "replace")
        if kind == 238:  # a compact form of a vector: first, step and length
            info, state, _ = self.item(), self.item(), self.item()
            if "compact_intseq" in info.values():
                return state[1] + state[2] * np.arange(state[0])
            return next(iter(state.values()))
        if kind in (10, 13):  # logical, integer
            out = self.array(">i4").astype(float)
            out[out == -2.0**31] = np.nan
        elif kind == 14:  # double
            out = self.array(">f8").astype(float)
        elif kind == 16:  # strings
            out = np.array([self.item() for _ in range(self.integer())], dtype=object)
        elif kind == 19:  # list
            out = [self.item() for _ in range(self.integer())]
        else:
            raise ValueError("R's type %d is not read here" % kind)
        attributes = self.item() if attributed else {}
        if "levels" in attributes:  # factor
            words = np.append(attributes["levels"], None)
            return words[np.where(np.isnan(out), len(words), out).astype(int) - 1]
        if kind == 19 and "names" in attributes:
            return dict(zip(attributes["names"], out))
        return out

    def pairs(self, flags):
        out = {}
        while flags & 255 == 2:
            if flags & 512:
                self.item()
            tag = self.item() if flags & 1024 else len(out)
            out[tag] = self.item()
            flags = self.integer()
        if flags & 255 != 254:
            raise ValueError("a list of pairs without an end")
        return out


def read_rda(data: bytes) -> dict:
    """The objects of an .rda file."""
    for magic, inflate in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ", lzma)):
        if data.startswith(magic):
            data = inflate.decompress(data)
    return Reader(data[5:]).item()


def read_lazy(index: bytes, store: bytes, name: str) -> dict:
    """One object of the store that R makes of a package's data folder."""
    index = Reader(gzip.decompress(index)).item()
    start, length = (int(v) for v in index["variables"][name])
    chunk = store[start + 4:start + length]
    if index["compressed"][0] == 1:
        return Reader(zlib.decompress(chunk)).item()
    kind, chunk = chunk[:1], chunk[1:]
    if kind == b"Z":
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 6}]
        chunk = lzma.decompress(chunk, lzma.FORMAT_RAW, filters=filters)
    elif kind == b"2":
        chunk = bz2.decompress(chunk)
    elif kind == b"1":
        chunk = zlib.decompress(chunk)
    return Reader(chunk).item()
