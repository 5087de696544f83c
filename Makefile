# dpcvx: differentially private convex optimization. `make help` lists what this file does.
# Variables: CXX CC AR CLANGXX PREFIX DESTDIR EIGEN_INCLUDE BUILD, EXTRA_CXXFLAGS for additions, V=1 to see commands,
# CROSS for another machine: the prefix of its tools ("aarch64-linux-gnu-").

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
PREFIX ?= /usr/local
BUILD ?= build
EIGEN_INCLUDE ?= $(firstword $(wildcard /usr/include/eigen3 /usr/local/include/eigen3) /usr/include/eigen3)
VERSION := $(shell awk '/define DPCVX_VERSION_(MAJOR|MINOR|PATCH)/ {printf "%s%s", s, $$3; s="."}' include/dpcvx/base.h)
SOVERSION := 0
IS_GCC := $(shell $(CXX) --version 2>/dev/null | grep -qi clang || echo yes)
IS_X86 := $(findstring x86_64,$(shell $(CXX) -dumpmachine 2>/dev/null || uname -m))

# Commands are shown as one short line each; V=1 shows them whole.
Q := $(if $(V),,@)
say = @printf '  %-6s %s\n' '$(1)' '$(2)'

WARNINGS := -Wall -Wextra
# -fno-allocation-dce: without it g++ deletes Eigen's out-of-memory trap and a failed allocation returns success.
# -ffp-contract=off: the same bits whether or not the compiler knows a fused multiply-add.
LIBRARY_FLAGS := -std=c++17 -O2 -g0 -fPIC $(WARNINGS) -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables \
  -fno-math-errno -ffp-contract=off -ffunction-sections -fdata-sections -fvisibility=hidden -fvisibility-inlines-hidden \
  $(if $(IS_GCC),-fno-allocation-dce -fno-gnu-unique)
INCLUDES := -Iinclude -Isrc -isystem $(EIGEN_INCLUDE)

# Sources compiled for one instruction set carry it in their name and are dispatched at run time.
ISA_avx2 := -mavx2 -mfma -mbmi -mbmi2
ISA_avx512 := -mavx512f -mavx512dq -mavx512vl -mavx512bw -mavx2 -mfma -mbmi -mbmi2
SOURCES := $(sort $(wildcard src/*/*.cpp src/*/*/*.cpp))
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
	@echo 'make targets:'; sed -n 's/^##//p' Makefile tests/tests.mk

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
	$(Q)$(CXX) $(LIBRARY_FLAGS) $(call isa_flags,$<) $(INCLUDES) $(EXTRA_CXXFLAGS) -MMD -MP -c $< -o $@

-include $(LIBRARY_OBJECTS:.o=.d)

# The archive: one relocatable object in which only the public functions are global. Linux (GNU ld and objcopy);
# elsewhere use the plain objects, $(BUILD)/libdpcvx_plain.a, and link the C++ runtime.
$(BUILD)/whole.o: $(LIBRARY_OBJECTS) $(BUILD)/library.sources
	$(call say,LD,$@)
	$(Q)$(CROSS)ld -r --force-group-allocation --unique -o $@ $(LIBRARY_OBJECTS)

$(BUILD)/exports.txt: $(BUILD)/whole.o
	$(Q)$(CROSS)readelf -sW $< | awk '$$4=="FUNC" && $$5=="GLOBAL" && $$6=="DEFAULT" && $$7!="UND" && $$8 ~ /^dpcvx_/ \
	  {print $$8}' | LC_ALL=C sort > $@

$(BUILD)/public.o: $(BUILD)/whole.o $(BUILD)/exports.txt
	$(Q)$(CROSS)objcopy --keep-global-symbols=$(BUILD)/exports.txt --strip-unneeded $< $@

$(BUILD)/libdpcvx.a: $(BUILD)/public.o
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $<

$(BUILD)/libdpcvx.so.$(VERSION): $(BUILD)/public.o $(BUILD)/exports.txt
	$(call say,LINK,$@)
	@{ echo 'DPCVX_0 { global:'; sed 's/$$/;/' $(BUILD)/exports.txt; echo 'local: *; };'; } > $(BUILD)/exports.map
	$(Q)$(CC) -shared -o $@ -Wl,-soname,libdpcvx.so.$(SOVERSION) -Wl,--version-script=$(BUILD)/exports.map -Wl,-z,defs \
	  -Wl,-z,relro,-z,now -Wl,--gc-sections -Wl,--as-needed $< -lm -lpthread

$(BUILD)/libdpcvx.so: $(BUILD)/libdpcvx.so.$(VERSION)
	@ln -sf libdpcvx.so.$(VERSION) $(BUILD)/libdpcvx.so.$(SOVERSION)
	@ln -sf libdpcvx.so.$(SOVERSION) $@

# The plain objects: for unit tests and for platforms without GNU ld.
$(BUILD)/libdpcvx_plain.a: $(PLAIN_OBJECTS) $(BUILD)/library.sources
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $(PLAIN_OBJECTS)

##  demo       private logistic regression on two tables: sets up, builds and runs bindings/c/demo.c
demo: $(BUILD)/demo
	@$(BUILD)/demo $(DEMO_FLAGS) >$(BUILD)/demo.log; status=$$?; cat $(BUILD)/demo.log; exit $$status

$(BUILD)/demo: bindings/c/demo.c $(wildcard bindings/c/data/*.inc bindings/c/data/*.h) $(HEADERS) $(BUILD)/libdpcvx.a
	$(call say,CC,$<)
	$(Q)$(CC) -std=c99 -pedantic -Wall -Wextra -O2 -Iinclude -o $@ $< $(BUILD)/libdpcvx.a -lm

##  install    into PREFIX (default /usr/local), under DESTDIR: headers, both libraries, pkg-config and CMake packages
DEST = $(DESTDIR)$(PREFIX)
filled = sed -e 's|@VERSION@|$(VERSION)|g' -e 's|@SOVERSION@|$(SOVERSION)|g'
install: all
	install -d '$(DEST)/include/dpcvx' '$(DEST)/lib/pkgconfig' '$(DEST)/lib/cmake/dpcvx'
	install -m 644 include/dpcvx.h '$(DEST)/include'
	install -m 644 include/dpcvx/*.h '$(DEST)/include/dpcvx'
	install -m 644 $(BUILD)/libdpcvx.a '$(DEST)/lib'
	install -m 755 $(BUILD)/libdpcvx.so.$(VERSION) '$(DEST)/lib'
	ln -sf libdpcvx.so.$(VERSION) '$(DEST)/lib/libdpcvx.so.$(SOVERSION)'
	ln -sf libdpcvx.so.$(SOVERSION) '$(DEST)/lib/libdpcvx.so'
	$(filled) cmake/dpcvx.pc.in > '$(DEST)/lib/pkgconfig/dpcvx.pc'
	$(filled) cmake/dpcvxConfig.cmake.in > '$(DEST)/lib/cmake/dpcvx/dpcvxConfig.cmake'
	$(filled) cmake/dpcvxConfigVersion.cmake.in > '$(DEST)/lib/cmake/dpcvx/dpcvxConfigVersion.cmake'

##  uninstall  remove what install put there
uninstall:
	rm -f '$(DEST)/include/dpcvx.h' '$(DEST)/lib/libdpcvx.a' '$(DEST)/lib/libdpcvx.so' \
	  '$(DEST)/lib/libdpcvx.so.$(SOVERSION)' '$(DEST)/lib/libdpcvx.so.$(VERSION)' '$(DEST)/lib/pkgconfig/dpcvx.pc'
	rm -rf '$(DEST)/include/dpcvx' '$(DEST)/lib/cmake/dpcvx'

##  clean      remove build/
clean:
	rm -rf $(BUILD)

include tests/tests.mk
