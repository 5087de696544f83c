// Memory pages of their own for what must stay secret: wiped in a child of fork() and left out of core dumps, where the
// system offers that.
#ifndef DPCVX_BASE_MACHINE_PAGES_H_
#define DPCVX_BASE_MACHINE_PAGES_H_

#include <cstddef>

namespace dpcvx {

// Returns fresh pages full of zeros, or nullptr.
void *take_pages(size_t bytes);

// Gives pages back. `bytes` are those that were taken.
void give_back_pages(void *pages, size_t bytes);

// Has the system wipe these pages in a child of fork(). False where it cannot.
bool wipe_pages_on_fork(void *pages, size_t bytes);

}  // namespace dpcvx

#endif
