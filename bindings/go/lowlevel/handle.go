package lowlevel

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// state is what a handle owns. It is freed by Close, or when the collector finds the handle unreachable, and never
// while a call uses it.
type state struct {
	id   uint64
	free func(unsafe.Pointer)
	// turn is held while a call runs: shared where the call only reads the handle, alone where it changes it.
	turn sync.RWMutex
	// keeps are the caller's functions that the handle, or one it was made from, may call.
	keeps []*callback

	mu     sync.Mutex
	held   unsafe.Pointer
	users  int
	closed bool
}

var (
	states uint64
	open   int64
)

// Open returns how many handles are neither closed nor freed by the collector: a program that lets it grow leaks.
func Open() int { return int(atomic.LoadInt64(&open)) }

func newState(held unsafe.Pointer, free func(unsafe.Pointer), keeps []*callback) *state {
	for _, one := range keeps {
		one.retain()
	}
	atomic.AddInt64(&open, 1)
	return &state{id: atomic.AddUint64(&states, 1), free: free, held: held, keeps: keeps}
}

// acquire returns what is held, for one call. It is nil of a closed handle, which every call refuses.
func (s *state) acquire() unsafe.Pointer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.users++
	return s.held
}

func (s *state) release() {
	s.mu.Lock()
	s.users--
	last := s.closed && s.users == 0
	s.mu.Unlock()
	if last {
		s.destroy()
	}
}

// close frees the handle, or lets the last call that uses it do so.
func (s *state) close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	last := !s.closed && s.users == 0
	s.closed = true
	s.mu.Unlock()
	if last {
		s.destroy()
	}
	return nil
}

func (s *state) destroy() {
	atomic.AddInt64(&open, -1)
	if s.free != nil && s.held != nil {
		s.free(s.held)
	}
	s.held = nil
	for _, one := range s.keeps {
		one.drop()
	}
}

// sized notes how many values a function of users has.
func (h *UsersFunction) sized(n int64) {
	if h != nil {
		h.n = n
	}
}

func (h *UsersFunction) size() int64 {
	if h == nil {
		return 0
	}
	return h.n
}
