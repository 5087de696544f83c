# dpcvx: differentially private convex optimization. `make help` lists what this file does.
# Variables: CXX CC AR PREFIX DESTDIR EIGEN_INCLUDE BUILD, and EXTRA_CXXFLAGS for additions.

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

ifeq ($(origin CXX),default)
CXX := g++
endif
ifeq ($(origin CC),default)
CC := cc
endif
AR ?= ar
PREFIX ?= /usr/local
BUILD ?= build
EIGEN_INCLUDE ?= $(firstword $(wildcard /usr/include/eigen3 /usr/local/include/eigen3) /usr/include/eigen3)
VERSION := $(shell awk '/define DPCVX_VERSION_(MAJOR|MINOR|PATCH)/ {printf "%s%s", s, $$3; s="."}' include/dpcvx/base.h)
SOVERSION := 0
IS_GCC := $(shell $(CXX) --version 2>/dev/null | grep -qi clang || echo yes)
IS_X86 := $(findstring x86_64,$(shell $(CXX) -dumpmachine 2>/dev/null))

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
SOURCES := $(sort $(wildcard src/*/*.cpp))
ifeq ($(IS_X86),)
SOURCES := $(filter-out %_avx2.cpp %_avx512.cpp,$(SOURCES))
endif
PLAIN_SOURCES := $(filter-out src/base/runtime.cpp,$(SOURCES))
HEADERS := $(sort $(wildcard include/*.h include/dpcvx/*.h))

isa_flags = $(ISA_$(lastword $(subst _, ,$(basename $(notdir $(1))))))
objects = $(patsubst src/%.cpp,$(BUILD)/$(1)/%.o,$(2))

LIBRARY_OBJECTS := $(call objects,library,$(SOURCES))
PLAIN_OBJECTS := $(filter-out $(BUILD)/library/base/runtime.o,$(LIBRARY_OBJECTS))

.PHONY: all help demo install uninstall deps clean distclean
##  all        the static and the shared library, in build/
all: $(BUILD)/libdpcvx.a $(BUILD)/libdpcvx.so

##  help       this list
help:
	@echo 'make targets:'; sed -n 's/^##//p' $(MAKEFILE_LIST)

# A stamp says that what a step needs is on the machine; cmake/setup.sh installs it where it may.
$(BUILD)/.ready-%: cmake/setup.sh
	@mkdir -p $(@D)
	@CXX='$(CXX)' CC='$(CC)' EIGEN_INCLUDE='$(EIGEN_INCLUDE)' sh cmake/setup.sh $*
	@touch $@

##  deps       install everything that any target needs (Debian or Ubuntu, root or password-less sudo)
deps:
	@CXX='$(CXX)' CC='$(CC)' EIGEN_INCLUDE='$(EIGEN_INCLUDE)' sh cmake/setup.sh everything

$(BUILD)/library/%.o: src/%.cpp Makefile | $(BUILD)/.ready-build
	@mkdir -p $(@D)
	$(CXX) $(LIBRARY_FLAGS) $(call isa_flags,$<) $(INCLUDES) $(EXTRA_CXXFLAGS) -MMD -MP -c $< -o $@

-include $(LIBRARY_OBJECTS:.o=.d)

# The archive: one relocatable object in which only the public functions are global. Linux (GNU ld and objcopy);
# elsewhere use the plain objects, $(BUILD)/libdpcvx_plain.a, and link the C++ runtime.
$(BUILD)/whole.o: $(LIBRARY_OBJECTS)
	ld -r --force-group-allocation --unique -o $@ $^

$(BUILD)/exports.txt: $(BUILD)/whole.o
	readelf -sW $< | awk '$$4=="FUNC" && $$5=="GLOBAL" && $$6=="DEFAULT" && $$7!="UND" && $$8 ~ /^dpcvx_/ {print $$8}' | LC_ALL=C sort > $@

$(BUILD)/public.o: $(BUILD)/whole.o $(BUILD)/exports.txt
	objcopy --keep-global-symbols=$(BUILD)/exports.txt --strip-unneeded $< $@

$(BUILD)/libdpcvx.a: $(BUILD)/public.o
	rm -f $@; $(AR) rcs $@ $<

$(BUILD)/libdpcvx.so.$(VERSION): $(BUILD)/public.o $(BUILD)/exports.txt
	{ echo 'DPCVX_0 { global:'; sed 's/$$/;/' $(BUILD)/exports.txt; echo 'local: *; };'; } > $(BUILD)/exports.map
	$(CC) -shared -o $@ -Wl,-soname,libdpcvx.so.$(SOVERSION) -Wl,--version-script=$(BUILD)/exports.map -Wl,-z,defs \
	  -Wl,-z,relro,-z,now -Wl,--gc-sections -Wl,--as-needed $< -lm

$(BUILD)/libdpcvx.so: $(BUILD)/libdpcvx.so.$(VERSION)
	ln -sf libdpcvx.so.$(VERSION) $(BUILD)/libdpcvx.so.$(SOVERSION)
	ln -sf libdpcvx.so.$(SOVERSION) $@

# The plain objects: for unit tests and for platforms without GNU ld.
$(BUILD)/libdpcvx_plain.a: $(PLAIN_OBJECTS)
	rm -f $@; $(AR) rcs $@ $^

##  clean      remove build/
clean:
	rm -rf $(BUILD)

include tests/tests.mk
