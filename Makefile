# dpcvx: differentially private convex optimization. `make help` lists what this file does.
# Variables:
#   CXX CC AR CLANGXX                      tools; CROSS is the prefix of another machine's ("aarch64-linux-gnu-")
#   CXXFLAGS CFLAGS (-O2) CPPFLAGS LDFLAGS the caller's flags, and EXTRA_CXXFLAGS to add to the default ones
#   PREFIX LIBDIR INCLUDEDIR DATADIR DOCDIR where install puts things (or prefix, libdir, ...); DESTDIR goes before them
#   EIGEN_INCLUDE                          the folder that holds Eigen/Core, for two tests
#   BUILD                                  where everything is built; V=1 shows whole commands

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules
# As many jobs as there are processors, unless the caller says how many.
ifeq ($(filter -j% --jobserver%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
.DELETE_ON_ERROR:
.SUFFIXES:

ifeq ($(origin CXX),default)
CXX := $(CROSS)g++
endif
ifeq ($(origin CC),default)
CC := $(if $(CROSS),$(CROSS)gcc,cc)
endif
ifeq ($(origin AR),default)
AR := $(CROSS)ar
endif
CXXFLAGS ?= -O2
CFLAGS ?= -O2
BUILD ?= build
EIGEN_INCLUDE ?= $(firstword $(wildcard /usr/include/eigen3 /usr/local/include/eigen3) /usr/include/eigen3)
VERSION := $(shell awk '/define DPCVX_VERSION_(MAJOR|MINOR|PATCH)/ {printf "%s%s", s, $$3; s="."}' include/dpcvx/base.h)
SOVERSION := 0
IS_GCC := $(shell $(CXX) --version 2>/dev/null | grep -qi clang || echo yes)
IS_X86 := $(findstring x86_64,$(shell $(CXX) -dumpmachine 2>/dev/null || uname -m))

# Commands are shown as one short line each; V=1 shows them whole.
Q := $(if $(V),,@)
say = @printf '  %-6s %s\n' '$(1)' '$(2)'

# The order of flags: warnings, the caller's, which may turn some off, then LIBRARY_FLAGS. What the library rests on
# comes last, because distributions pass -fexceptions, -flto=auto or -fasynchronous-unwind-tables to every package.
WARNINGS := -Wall -Wextra
# -fno-lto: ld -r cannot join what link-time optimisation leaves.
# -fno-fast-math, before the two flags that it resets: proofs of rounding hold for IEEE arithmetic only.
# -ffp-contract=off: the same bits whether or not the compiler knows a fused multiply-add.
# -fno-allocation-dce: keeps each call of operator new, for the check of the archive to see. The library has none.
LIBRARY_FLAGS := -std=c++17 -fPIC -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables -fno-lto -fno-fast-math \
  -fno-math-errno -ffp-contract=off -ffunction-sections -fdata-sections -fvisibility=hidden -fvisibility-inlines-hidden \
  $(if $(IS_GCC),-fno-allocation-dce -fno-gnu-unique)
CALLER_FLAGS = $(strip $(CPPFLAGS) $(CXXFLAGS) $(EXTRA_CXXFLAGS))
# Flags that change what arithmetic gives are refused: who passes them expects them to act.
REFUSED := $(filter -Ofast -ffast-math -funsafe-math-optimizations -fassociative-math -freciprocal-math -ffinite-math-only \
  -fno-signed-zeros -fsingle-precision-constant -mrecip% -mfpmath=387,$(CALLER_FLAGS))
ifneq ($(REFUSED),)
$(error dpcvx: $(REFUSED) would break the proofs of rounding that privacy rests on; leave it out of the compiler's flags)
endif
INCLUDES := -Iinclude -Isrc

# Sources compiled for one instruction set carry it in their name and are dispatched at run time.
ISA_avx2 := -mavx2 -mfma -mbmi -mbmi2
ISA_avx512 := -mavx512f -mavx512dq -mavx512vl -mavx512bw -mavx2 -mfma -mbmi -mbmi2
SOURCES := $(sort $(wildcard src/*/*.cpp src/*/*/*.cpp))
# A package joins sources, so that they compile in half of the time (cmake/joined.py).
JOINED_SOURCES := $(sort $(wildcard src/joined/*.cpp))
ifneq ($(JOINED_SOURCES),)
SOURCES := $(JOINED_SOURCES) $(filter %_avx2.cpp %_avx512.cpp src/base/runtime.cpp,$(SOURCES))
endif
ifeq ($(IS_X86),)
SOURCES := $(filter-out %_avx2.cpp %_avx512.cpp,$(SOURCES))
endif
PLAIN_SOURCES := $(filter-out src/base/runtime.cpp,$(SOURCES))
HEADERS := $(sort $(wildcard include/*.h include/dpcvx/*.h))

isa_flags = $(ISA_$(lastword $(subst _, ,$(basename $(notdir $(1))))))
objects = $(patsubst src/%.cpp,$(BUILD)/$(1)/%.o,$(2))

LIBRARY_OBJECTS := $(call objects,library,$(SOURCES))
PLAIN_OBJECTS := $(filter-out $(BUILD)/library/base/runtime.o,$(LIBRARY_OBJECTS))

.PHONY: all help demo install uninstall deps clean FORCE
##  all        the static and the shared library, in build/
all: $(BUILD)/libdpcvx.a $(BUILD)/libdpcvx.so

##  help       this list
help:
	@echo 'make targets:'; sed -n 's/^##//p' Makefile tests/tests.mk tests/check/lint.mk

.PRECIOUS: $(BUILD)/.ready-%
# A stamp says that what a step needs is on the machine. The goals demo, test and check install what is missing; any
# other goal stops and names it.
SETUP = CXX='$(CXX)' CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' CROSS='$(CROSS)' EIGEN_INCLUDE='$(EIGEN_INCLUDE)' \
  sh cmake/setup.sh
$(BUILD)/.ready-%: cmake/setup.sh
	@mkdir -p $(@D)
	@$(SETUP) $(if $(filter demo test check,$(MAKECMDGOALS)),install,check) $*
	@touch $@
# One list of packages and one run of apt-get: what tests need holds what building needs.
ifneq ($(filter test check,$(MAKECMDGOALS)),)
$(BUILD)/.ready-build: | $(BUILD)/.ready-test
endif

##  deps       install everything that any target needs (Debian or Ubuntu, root or password-less sudo)
deps:
	@$(SETUP) install everything

# A file with the given text, touched only when the text changes: what depends on it is remade exactly then.
text_file = @mkdir -p $(@D); printf '%s\n' '$(1)' | cmp -s - $@ || printf '%s\n' '$(1)' > $@

$(BUILD)/library.flags: FORCE
	$(call text_file,$(CXX) $(CALLER_FLAGS) $(LIBRARY_FLAGS))

# Which sources there are: one that is removed leaves the library.
$(BUILD)/library.sources: FORCE
	$(call text_file,$(SOURCES))

$(BUILD)/library/%.o: src/%.cpp $(BUILD)/library.flags | $(BUILD)/.ready-build
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(WARNINGS) $(INCLUDES) $(CALLER_FLAGS) $(LIBRARY_FLAGS) $(call isa_flags,$<) -MMD -MP -c $< -o $@

-include $(LIBRARY_OBJECTS:.o=.d)

# The archive: one relocatable object in which only the public functions are global. Linux (GNU ld and objcopy);
# elsewhere use the plain objects, $(BUILD)/libdpcvx_plain.a, and link the C++ runtime.
$(BUILD)/whole.o: $(LIBRARY_OBJECTS) $(BUILD)/library.sources
	$(call say,LD,$@)
	$(Q)$(CROSS)ld -r --force-group-allocation --unique -o $@ $(LIBRARY_OBJECTS)

$(BUILD)/exports.txt: $(BUILD)/whole.o
	$(Q)$(CROSS)readelf -sW $< | awk '$$4=="FUNC" && $$5=="GLOBAL" && $$6=="DEFAULT" && $$7!="UND" && $$8 ~ /^dpcvx_/ \
	  {print $$8}' | LC_ALL=C sort > $@

# Symbols of a runtime that a plain C program does not link: of C++, of sanitizers, of coverage.
FOREIGN := ^(_Z|_Unwind|__cxa|__gxx|__(asan|ubsan|tsan|msan|lsan|hwasan|gcov|llvm|sanitizer|mcount)|mcount|_mcount)
# Debugging information stays where the caller's flags ask for it.
STRIP := $(if $(filter -g -g1 -g2 -g3 -ggdb% -gdwarf%,$(CALLER_FLAGS)),,--strip-unneeded)
$(BUILD)/public.o: $(BUILD)/whole.o $(BUILD)/exports.txt
	$(Q)$(CROSS)objcopy --keep-global-symbols=$(BUILD)/exports.txt $(STRIP) $< $@
	@foreign=$$($(CROSS)readelf -sW $@ | awk '$$7=="UND" && $$8 ~ /$(FOREIGN)/ {print $$8}' | head -n 3 | tr '\n' ' '); \
	  if [ -n "$$foreign" ]; then echo "dpcvx: the archive would need $$foreign- which C programs do not link;" \
	  'leave out the flag that asks for it: $(CALLER_FLAGS)' >&2; exit 1; fi

$(BUILD)/libdpcvx.a: $(BUILD)/public.o
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $<

$(BUILD)/libdpcvx.so.$(VERSION): $(BUILD)/public.o $(BUILD)/exports.txt
	$(call say,LINK,$@)
	@{ echo 'DPCVX_0 { global:'; sed 's/$$/;/' $(BUILD)/exports.txt; echo 'local: *; };'; } > $(BUILD)/exports.map
	$(Q)$(CC) $(LDFLAGS) -shared -o $@ -Wl,-soname,libdpcvx.so.$(SOVERSION) -Wl,--version-script=$(BUILD)/exports.map \
	  -Wl,-z,defs -Wl,-z,relro,-z,now -Wl,--gc-sections -Wl,--as-needed $< -lm -lpthread

$(BUILD)/libdpcvx.so: $(BUILD)/libdpcvx.so.$(VERSION)
	@ln -sf libdpcvx.so.$(VERSION) $(BUILD)/libdpcvx.so.$(SOVERSION)
	@ln -sf libdpcvx.so.$(SOVERSION) $@

# The plain objects: for unit tests and for platforms without GNU ld.
$(BUILD)/libdpcvx_plain.a: $(PLAIN_OBJECTS) $(BUILD)/library.sources
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $(PLAIN_OBJECTS)

##  demo       private logistic regression on two tables: one screen, and one fit in full in build/demo/
demo: $(BUILD)/demo/demo
	@{ $(BUILD)/demo/demo $(BUILD)/demo $(DEMO_FLAGS); echo $$? >$(BUILD)/demo.status; } | tee $(BUILD)/demo.log; \
	  exit $$(cat $(BUILD)/demo.status)

.PHONY: pictures
##  pictures   draw the README's pictures from the figures of one demo run
pictures:
	@$(MAKE) --no-print-directory demo DEMO_FLAGS=--evidence
	@python3 tests/docs/draw_pictures.py $(BUILD)/demo.log

$(BUILD)/demo/demo: bindings/c/demo.c $(wildcard bindings/c/data/*.inc bindings/c/data/*.h) $(HEADERS) $(BUILD)/libdpcvx.a
	@test ! -f $(BUILD)/demo || rm $(BUILD)/demo  # the program's place before
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -std=c99 -pedantic -Wall -Wextra -Iinclude $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libdpcvx.a -lm

.PHONY: api
##  api        bindings/api.json, what is generated from it for the bindings, and Debian's symbols; needs libclang
API_PYTHON = $(firstword $(call python_with,clang.cindex) python3)
api:
	$(Q)$(API_PYTHON) -B bindings/generate/describe.py include bindings/api.json
	$(Q)$(API_PYTHON) -B bindings/generate/python.py bindings/api.json bindings/python/dpcvx/_generated
	$(Q)$(API_PYTHON) -B bindings/generate/go.py bindings/api.json bindings/go
	$(Q)$(API_PYTHON) -B bindings/generate/rust.py bindings/api.json bindings/rust
	$(Q)$(API_PYTHON) -B bindings/generate/r.py bindings/api.json bindings/r
	$(Q)$(API_PYTHON) -B bindings/generate/symbols.py bindings/api.json cmake/debian/libdpcvx0.symbols

.PHONY: docs
##  docs       the site of documentation, in build/docs/html; says first that it installs Sphinx into build/docs/python
DOCS_PYTHON := $(BUILD)/docs/python/bin/python3
$(BUILD)/docs/.ready:
	@echo 'dpcvx: installing sphinx, myst-parser and numpydoc from the Python package index into $(BUILD)/docs/python'
	@mkdir -p $(@D)
	$(Q)$(PYTHON) -m venv --system-site-packages $(BUILD)/docs/python
	$(Q)$(DOCS_PYTHON) -m pip install --quiet 'sphinx>=7,<9' myst-parser numpydoc
	@touch $@
docs: $(BUILD)/libdpcvx.so $(BUILD)/docs/.ready
	$(call say,DOCS,$(BUILD)/docs/html)
	$(Q)rm -rf $(BUILD)/docs/made $(BUILD)/docs/html && mkdir $(BUILD)/docs/made
	$(Q)DPCVX_DOCS='$(abspath $(BUILD))/docs' DPCVX_LIBRARY='$(abspath $(BUILD))/libdpcvx.so' PYTHONDONTWRITEBYTECODE=1 \
	  $(DOCS_PYTHON) -m sphinx -q -W --keep-going -b html -c bindings/python/docs $(BUILD)/docs/made $(BUILD)/docs/html

##  install    headers, both libraries, pkg-config and CMake packages and documents, under PREFIX (default /usr/local)
PREFIX ?= $(or $(prefix),/usr/local)
LIBDIR ?= $(or $(libdir),$(PREFIX)/lib)
INCLUDEDIR ?= $(or $(includedir),$(PREFIX)/include)
DATADIR ?= $(or $(datadir),$(PREFIX)/share)
DOCDIR ?= $(or $(docdir),$(DATADIR)/doc/dpcvx)
CMAKEDIR = $(LIBDIR)/cmake/dpcvx
# Documents lie under DOCDIR as they lie here, so that their links hold.
DOCUMENTS := $(sort README.md LICENSE $(wildcard $(foreach folder,include src bindings,$(foreach depth,* */* */*/*,\
  $(folder)/$(depth).md $(folder)/$(depth).svg)) bindings/c/*.c bindings/c/examples/*.* bindings/c/mpi/*.*))
# $(call filled,FOLDER,TEMPLATE): the installed text of a package file. It names the other folders as they are seen from
# its own, so that the installed tree may be moved.
seen = -e "s|@$(2)@|$$(realpath -ms --relative-to='$(1)' '$($(2))')|"
filled = sed -e 's|@VERSION@|$(VERSION)|' -e 's|@SOVERSION@|$(SOVERSION)|' -e 's|@LIBS@||' -e 's|@LIBS_PRIVATE@|-lm -lpthread|' \
  $(call seen,$(1),PREFIX) $(call seen,$(1),LIBDIR) $(call seen,$(1),INCLUDEDIR) $(2) \
  > '$(DESTDIR)$(1)'/$(basename $(notdir $(2)))
install: all
	install -d '$(DESTDIR)$(INCLUDEDIR)/dpcvx' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(CMAKEDIR)'
	install -m 644 include/dpcvx.h '$(DESTDIR)$(INCLUDEDIR)'
	install -m 644 include/dpcvx/*.h '$(DESTDIR)$(INCLUDEDIR)/dpcvx'
	install -m 644 $(BUILD)/libdpcvx.a '$(DESTDIR)$(LIBDIR)'
	install -m 755 $(BUILD)/libdpcvx.so.$(VERSION) '$(DESTDIR)$(LIBDIR)'
	ln -sf libdpcvx.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/libdpcvx.so.$(SOVERSION)'
	ln -sf libdpcvx.so.$(SOVERSION) '$(DESTDIR)$(LIBDIR)/libdpcvx.so'
	$(call filled,$(LIBDIR)/pkgconfig,cmake/dpcvx.pc.in)
	$(call filled,$(CMAKEDIR),cmake/dpcvxConfig.cmake.in)
	$(call filled,$(CMAKEDIR),cmake/dpcvxConfigVersion.cmake.in)
	install -m 644 cmake/dpcvxComponents.cmake '$(DESTDIR)$(CMAKEDIR)'
	@for document in $(DOCUMENTS); do install -D -m 644 $$document '$(DESTDIR)$(DOCDIR)'/$$document || exit 1; done

##  uninstall  remove what install put there
uninstall:
	rm -f '$(DESTDIR)$(INCLUDEDIR)/dpcvx.h' '$(DESTDIR)$(LIBDIR)/libdpcvx.a' '$(DESTDIR)$(LIBDIR)/libdpcvx.so' \
	  '$(DESTDIR)$(LIBDIR)/libdpcvx.so.$(SOVERSION)' '$(DESTDIR)$(LIBDIR)/libdpcvx.so.$(VERSION)' \
	  '$(DESTDIR)$(LIBDIR)/pkgconfig/dpcvx.pc'
	rm -rf '$(DESTDIR)$(INCLUDEDIR)/dpcvx' '$(DESTDIR)$(CMAKEDIR)'
	@for document in $(DOCUMENTS); do rm -f '$(DESTDIR)$(DOCDIR)'/$$document; done
	@[ ! -d '$(DESTDIR)$(DOCDIR)' ] || find '$(DESTDIR)$(DOCDIR)' -depth -type d -empty -delete

.PHONY: dist
##  dist       the sources as dpcvx-VERSION.tar.gz, the same bytes each time, and its SBOM (SPDX), in build/dist/
dist:
	$(Q)python3 -B cmake/dist.py $(BUILD)/dist

.PHONY: go-proxy
##  go-proxy   the Go module as a proxy in a folder, build/go-proxy/, for go get by its path (bindings/go/README.md)
go-proxy:
	$(Q)python3 -B cmake/go_proxy.py $(BUILD)/go-proxy

.PHONY: go-module
##  go-module  gives the Go module in bindings/go the path where it is published: MODULE=example.com/me/dpcvx/bindings/go
go-module:
	@test -n '$(MODULE)' || { echo 'dpcvx: say MODULE=example.com/me/dpcvx/bindings/go, the path of the module' >&2; exit 1; }
	$(Q)python3 -B cmake/go_module.py '$(MODULE)'

.PHONY: r-package
##  r-package  R's source package with the library inside, which R CMD INSTALL takes, in build/r-package/ (cmake/r_package.py)
r-package:
	$(Q)python3 -B cmake/r_package.py $(BUILD)/r-package
	$(Q)cd $(BUILD)/r-package && R CMD build dpcvx

.PHONY: rust-crates
##  rust-crates  Rust's crates with the library inside, for cargo package, in build/rust-crates/ (cmake/rust_crates.py)
rust-crates:
	$(Q)python3 -B cmake/rust_crates.py $(BUILD)/rust-crates

.PHONY: deb
##  deb        Debian's source and binary packages, checked by lintian, in build/deb/ (cmake/debian)
deb: | $(BUILD)/.ready-deb
	$(Q)sh cmake/deb.sh $(BUILD)/deb

##  clean      remove build/
clean:
	rm -rf $(BUILD)

include tests/tests.mk
include tests/check/lint.mk
