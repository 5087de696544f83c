# Tests. What `make test` runs, two at a time (tests/run.py):
#   tests/<area>/*_test.cpp, tests/<area>/<room>/*_test.cpp   GoogleTest, one program a folder, linked against the plain
#                         objects;
#   tests/abi/*_test.c        C99 programs linked by $(CC) against the archive;
#   tests/*/*_test.sh, *.py   scripts that print "ok NAME", "not ok NAME" and "skip NAME: why" lines; those of
#                         tests/check, about the text of the project, are for `make lint`;
#   the programs named in BOUNDARY_PROGRAMS, which print the same lines.

TEST_AREAS := $(sort $(patsubst tests/%/,%,$(dir $(wildcard tests/*/*_test.cpp tests/*/*/*_test.cpp))))
TEST_PROGRAMS := $(patsubst %,$(BUILD)/tests/%_test,$(TEST_AREAS))
TEST_FLAGS := -std=c++17 -O2 -g1 $(WARNINGS) -ffp-contract=off -Itests
C_TESTS := $(sort $(wildcard tests/abi/*_test.c))
C_PROGRAMS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(C_TESTS))
SCRIPT_TESTS := $(sort $(filter-out tests/check/%,$(wildcard tests/*/*_test.sh tests/*/*_test.py)))
# clang++ with libFuzzer; without it the fuzzer is skipped.
ifeq ($(origin CLANGXX),undefined)
CLANGXX := $(firstword $(foreach name,clang++-14 clang++,$(if $(wildcard $(shell command -v $(name) 2>/dev/null && \
  $(name) -print-resource-dir 2>/dev/null | sed 's|$$|/lib/linux/libclang_rt.fuzzer-*.a|')),$(name))))
endif
FUZZER := $(if $(CLANGXX),$(BUILD)/fuzz/fuzz)
BOUNDARY_PROGRAMS := $(BUILD)/tests/abi/bad_input $(BUILD)/tests/oom/oom $(BUILD)/tests/abi/host_eigen

comma := ,

# What scripts may use. The Python that has what the checks against exact values use, if there is one, and scipy,
# pandas and scikit-learn, if there is one with those too; in front of the others on the PATH.
python_with = $(foreach name,python3 /usr/bin/python3,$(shell $(name) -c 'import $(1)' 2>/dev/null && echo $(name)))
# Found once, when it is first needed: the imports take seconds.
PYTHON = $(eval PYTHON := $(firstword $(call python_with,numpy$(comma) mpmath$(comma) scipy$(comma) pandas$(comma) sklearn) \
  $(call python_with,numpy$(comma) mpmath$(comma) scipy) $(call python_with,numpy$(comma) mpmath) python3))$(PYTHON)
TEST_PATH = $(if $(filter /%,$(PYTHON)),PATH="$(abspath $(BUILD))/bin:$$PATH")
python_in_front = @$(if $(TEST_PATH),mkdir -p $(BUILD)/bin && ln -sf $(PYTHON) $(BUILD)/bin/python3)
TEST_ENVIRONMENT = \
  $(TEST_PATH) $(if $(DPCVX_NO_SKIP),DPCVX_NO_SKIP=1) BUILD='$(BUILD)' CC='$(CC)' CXX='$(CXX)' CLANGXX='$(CLANGXX)' \
  EIGEN_INCLUDE='$(EIGEN_INCLUDE)' VERSION='$(VERSION)' SOVERSION='$(SOVERSION)'

.PHONY: test check unit-tests test-programs
##  test       every test; the last line is "N passed, N failed". make check is the same
check: test
test: all test-programs $(BUILD)/libdpcvx_plain.a
	$(python_in_front)
	@$(TEST_ENVIRONMENT) python3 tests/run.py $(BUILD)/tests/logs $(TEST_ITEMS)

unit-tests: $(TEST_PROGRAMS)

$(BUILD)/tests.flags: FORCE
	$(call text_file,$(CXX) $(TEST_FLAGS) $(EXTRA_CXXFLAGS))

# g++ reads tests/support/precompiled.h compiled: a third less time for a test.
ifneq ($(IS_GCC),)
PRECOMPILED := $(BUILD)/precompiled/support/precompiled.h.gch
USE_PRECOMPILED := -I$(BUILD)/precompiled -include support/precompiled.h
# Expanded here: targets that need it have flags of their own.
PRECOMPILED_FLAGS := $(TEST_FLAGS)
$(PRECOMPILED): tests/support/precompiled.h $(BUILD)/tests.flags | $(BUILD)/.ready-test
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(PRECOMPILED_FLAGS) $(EXTRA_CXXFLAGS) -x c++-header $< -o $@
endif

$(BUILD)/tests/%.o: tests/%.cpp $(BUILD)/tests.flags | $(BUILD)/.ready-test $(PRECOMPILED)
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(USE_PRECOMPILED) $(TEST_FLAGS) $(INCLUDES) $(EXTRA_CXXFLAGS) -MMD -MP -c $< -o $@

# The tests that take Eigen: one for its matrices, one as a host that has it. The library has nothing of it.
$(foreach place,tests asan/tests tsan/tests,$(BUILD)/$(place)/sample/exactness_gaussian_test.o) $(BUILD)/tests/abi/host_eigen.o \
  $(patsubst %,$(BUILD)/lint/tests/%.ok,sample/exactness_gaussian_test abi/host_eigen): INCLUDES += -isystem $(EIGEN_INCLUDE)

# Unit tests: $(1) an area, $(2) where its objects are, $(3) the library, $(4) the linker's command.
test_objects = $(patsubst tests/%.cpp,$(2)/%.o,$(sort $(wildcard tests/$(1)/*_test.cpp)) tests/support/test_main.cpp)
define test_program
$(2)/$(1).sources: FORCE
	$$(call text_file,$(call test_objects,$(1),$(2)))
$(2)/$(1)_test: $(call test_objects,$(1),$(2)) $(2)/$(1).sources $(3)
	$$(call say,LINK,$$@)
	$$(Q)$(4) -o $$@ $(call test_objects,$(1),$(2)) $(3) -lgtest -lpthread -lm
-include $(patsubst %.o,%.d,$(call test_objects,$(1),$(2)))
endef
$(foreach area,$(TEST_AREAS),$(eval $(call test_program,$(area),$(BUILD)/tests,$(BUILD)/libdpcvx_plain.a,$(CXX))))

# Judges the accountant by a table of reference values that is given: build/tests/golden_accounting FILE.
$(BUILD)/tests/golden_accounting: $(BUILD)/tests/golden/golden_accounting.o $(BUILD)/libdpcvx_plain.a
	$(call say,LINK,$@)
	$(Q)$(CXX) -o $@ $^ -lpthread -lm
-include $(BUILD)/tests/golden/golden_accounting.d

# C programs, as a user would build them.
C_TEST_FLAGS := -std=c99 -pedantic -Wall -Wextra -Wstrict-prototypes -Werror -O1 -g
$(BUILD)/tests/abi/%_test: tests/abi/%_test.c tests/abi/check.h $(HEADERS) $(BUILD)/libdpcvx.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(C_TEST_FLAGS) -Iinclude -o $@ $< -L$(BUILD) -Wl,-Bstatic -ldpcvx -Wl,-Bdynamic -lm

# The same programs in one, for emulators and valgrind.
C_OBJECTS := $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(C_TESTS))
$(C_OBJECTS): $(BUILD)/tests/%.o: tests/%.c tests/abi/check.h $(HEADERS)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(C_TEST_FLAGS) -Dmain=$(*F)_main -Iinclude -c -o $@ $<
$(BUILD)/tests/abi/every: tests/abi/every.c $(C_OBJECTS) $(BUILD)/libdpcvx.a
	$(call say,CC,$<)
	$(Q)$(CC) $(C_TEST_FLAGS) -D'PROGRAMS=$(patsubst tests/abi/%.c,RUN(%),$(C_TESTS))' -Iinclude -o $@ $< $(C_OBJECTS) \
	  -L$(BUILD) -Wl,-Bstatic -ldpcvx -Wl,-Bdynamic -lm

# The examples of C, as their first comments say that they are compiled: with the archive and libm alone.
EXAMPLES := $(patsubst bindings/c/examples/%.c,$(BUILD)/tests/examples/%,$(wildcard bindings/c/examples/*.c))
$(EXAMPLES): $(BUILD)/tests/examples/%: bindings/c/examples/%.c $(wildcard bindings/c/examples/*.h) $(HEADERS) $(BUILD)/libdpcvx.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(C_TEST_FLAGS) -Iinclude -o $@ $< $(BUILD)/libdpcvx.a -lm

.PHONY: c-test
##  c-test     the C programs alone, against the static library: a minute, without GoogleTest
c-test: $(C_PROGRAMS)
	@$(TEST_ENVIRONMENT) python3 tests/run.py $(BUILD)/tests/c-logs $(C_PROGRAMS)

# Scripts that compile: the library once more for another machine or by CMake, and the bindings of Go and Rust. They do
# so here, with the programs and what changed since, one after the other. Where that fails, the script tells why in its
# turn.
SCRIPT_BUILDS := tests/abi/aarch64_test.sh tests/install/fetch_content_test.sh tests/install/go_test.sh tests/install/rust_test.py
.PHONY: script-builds
script-builds: | all
	$(python_in_front)
	@for script in $(SCRIPT_BUILDS); do printf '  %-6s %s\n' BUILD $$script; case $$script in *.py) by=python3;; *) by=sh;; esac; \
	  $(TEST_ENVIRONMENT) $$by $$script build || true; done

EXTRA_C_PROGRAMS := $(BUILD)/tests/abi/every $(EXAMPLES)
TEST_ITEMS = $(SCRIPT_TESTS) $(TEST_PROGRAMS) $(BOUNDARY_PROGRAMS) $(C_PROGRAMS)
test-programs: $(TEST_PROGRAMS) $(BOUNDARY_PROGRAMS) $(C_PROGRAMS) $(EXTRA_C_PROGRAMS) $(FUZZER) script-builds

# Tests of the boundary: programs over the registry of every exported function (tests/abi/registry), linked against the
# archive; their own C++ runtime is none of its business.
REGISTRY_OBJECTS := $(patsubst tests/%.cpp,$(BUILD)/tests/%.o,$(wildcard tests/abi/registry/*.cpp))
WRAPPED := malloc calloc realloc aligned_alloc free mmap pthread_create getrandom getentropy open
MEMORY_WRAPS := $(patsubst %,-Wl$(comma)--wrap=%,$(WRAPPED))
BOUNDARY_OBJECTS := $(REGISTRY_OBJECTS) $(BOUNDARY_PROGRAMS:=.o)
$(BOUNDARY_OBJECTS): TEST_FLAGS := -std=c++17 -O1 -g1 $(WARNINGS) -Itests
$(BOUNDARY_OBJECTS): USE_PRECOMPILED :=
-include $(BOUNDARY_OBJECTS:.o=.d)

$(BUILD)/tests/abi/bad_input $(BUILD)/tests/oom/oom: %: %.o $(REGISTRY_OBJECTS) $(BUILD)/libdpcvx.a
	$(call say,LINK,$@)
	$(Q)$(CXX) -o $@ $^ $(MEMORY_WRAPS) -lpthread -lm

# A host with its own Eigen and unlike flags.
$(BUILD)/tests/abi/host_eigen.o: TEST_FLAGS := -std=c++17 -O0 -g1 -fexceptions -frtti
$(BUILD)/tests/abi/host_eigen: %: %.o $(BUILD)/libdpcvx.a
	$(call say,LINK,$@)
	$(Q)$(CXX) -o $@ $^ -lm

# The fuzzer: library and registry by clang with sanitizers. -Werror: this is also where clang's warnings are seen.
FUZZ_FLAGS := -std=c++17 -O1 -g1 $(WARNINGS) -Werror -ffp-contract=off \
  -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -Itests
# Without traced comparisons: they take half of the time, and the inputs of inner loops are not the fuzzer's bytes.
FUZZ_LIBRARY_FLAGS := -fno-exceptions -fno-math-errno -fno-sanitize-coverage=trace-cmp
FUZZ_OBJECTS := $(call objects,fuzz,$(PLAIN_SOURCES)) \
  $(patsubst tests/%.cpp,$(BUILD)/fuzz/tests/%.o,$(wildcard tests/abi/registry/*.cpp) tests/fuzz/fuzz.cpp)

$(BUILD)/fuzz.flags: FORCE
	$(call text_file,$(CLANGXX) $(FUZZ_FLAGS) $(FUZZ_LIBRARY_FLAGS) $(FUZZ_OBJECTS))

$(BUILD)/fuzz/tests/%.o: tests/%.cpp $(BUILD)/fuzz.flags | $(BUILD)/.ready-test
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CLANGXX) $(FUZZ_FLAGS) $(INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/fuzz/%.o: src/%.cpp $(BUILD)/fuzz.flags | $(BUILD)/.ready-build
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CLANGXX) $(FUZZ_FLAGS) $(FUZZ_LIBRARY_FLAGS) $(call isa_flags,$<) $(INCLUDES) -MMD -MP -c $< -o $@

-include $(FUZZ_OBJECTS:.o=.d)

$(BUILD)/fuzz/fuzz: $(FUZZ_OBJECTS) $(BUILD)/fuzz.flags
	$(call say,LINK,$@)
	$(Q)$(CLANGXX) -fsanitize=address,undefined,fuzzer -o $@ $(FUZZ_OBJECTS) $(MEMORY_WRAPS) -lpthread -lm

.PHONY: packages
##  packages   every package, tried in fresh places, for Windows and macOS too; needs the network: half an hour
# PACKAGES="r rust" is a part of them. The list begins with what takes longest. What a package lacks fails, and lines of
# evidence say what never ran.
PACKAGES ?= macos r windows debian source python rust mpi go
packages: all | $(BUILD)/.ready-packages
	$(python_in_front)
	@$(TEST_ENVIRONMENT) DPCVX_TEST_CPU_SECONDS=7200 python3 tests/run.py $(BUILD)/packages/logs \
	  $(PACKAGES:%=tests/install/packages/%.sh); status=$$?; \
	  grep -h '^evidence: packages: ' $(BUILD)/packages/logs/*.log; exit $$status

.PHONY: fuzz
##  fuzz       a million inputs on the boundary (FUZZ_RUNS=N for another number)
FUZZ_RUNS ?= 1000000
fuzz: all $(FUZZER)
	$(python_in_front)
	@$(TEST_ENVIRONMENT) DPCVX_FUZZ_RUNS=$(FUZZ_RUNS) DPCVX_FUZZ_LANES=2 DPCVX_TEST_CPU_SECONDS=36000 \
	  python3 tests/run.py $(BUILD)/fuzz/logs tests/fuzz/fuzz_test.py
	@grep -h '^evidence' $(BUILD)/fuzz/logs/*.log

# Sanitizers: unit tests on plain objects built with $(2). $(1) names the build.
define sanitized
$(BUILD)/$(1).flags: FORCE
	$$(call text_file,$(CXX) $(2))
$(BUILD)/$(1)/tests/%.o: tests/%.cpp $(BUILD)/$(1).flags | $(BUILD)/.ready-test
	@mkdir -p $$(@D)
	$$(call say,$(1),$$<)
	$$(Q)$(CXX) $(TEST_FLAGS) -O1 $(2) $(INCLUDES) -MMD -MP -c $$< -o $$@
$(BUILD)/$(1)/%.o: src/%.cpp $(BUILD)/$(1).flags | $(BUILD)/.ready-build
	@mkdir -p $$(@D)
	$$(call say,$(1),$$<)
	$$(Q)$(CXX) $(LIBRARY_FLAGS) -O1 -g1 $(2) $$(call isa_flags,$$<) $(INCLUDES) -MMD -MP -c $$< -o $$@
-include $(patsubst %.o,%.d,$(call objects,$(1),$(PLAIN_SOURCES)))
$(BUILD)/$(1)/libdpcvx_plain.a: $(call objects,$(1),$(PLAIN_SOURCES)) $(BUILD)/library.sources
	$$(Q)rm -f $$@; $(AR) rcs $$@ $(call objects,$(1),$(PLAIN_SOURCES))
endef

.PHONY: sanitize
##  sanitize   unit tests under AddressSanitizer and UBSan, those with threads under ThreadSanitizer (SANITIZE_AREAS="base data")
SANITIZE_AREAS ?= $(TEST_AREAS)
# With type information, which the library has not: the check of objects' types reads it.
SANITIZE_asan := -frtti -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# Helpers join in however short a pass is.
SANITIZE_tsan := -frtti -fsanitize=thread -DDPCVX_HELPER_SECONDS=0.0
# Tests with threads, by their names, and the areas that have any.
THREAD_TESTS := *hread*:*oncurren*:*arallel*:*hared*:Crew*:Guard*:FloatEnv*
thread_areas = $(foreach area,$(SANITIZE_AREAS),$(if $(shell grep -lE '^TEST.*(hread|oncurren|arallel|hared|Crew|Guard|FloatEnv)' \
  tests/$(area)/*_test.cpp),$(area)))
sanitized_programs = $(patsubst %,$(BUILD)/$(1)/tests/%_test,$(2))
$(foreach name,asan tsan,$(eval $(call sanitized,$(name),$(SANITIZE_$(name)))) $(foreach area,$(TEST_AREAS),$(eval \
  $(call test_program,$(area),$(BUILD)/$(name)/tests,$(BUILD)/$(name)/libdpcvx_plain.a,$(CXX) $(SANITIZE_$(name))))))
ifneq ($(filter sanitize,$(MAKECMDGOALS)),)
THREAD_AREAS := $(strip $(thread_areas))
endif
sanitize: $(call sanitized_programs,asan,$(SANITIZE_AREAS)) $(call sanitized_programs,tsan,$(THREAD_AREAS))
	$(python_in_front)
	@failed=0; $(TEST_ENVIRONMENT) DPCVX_TEST_CPU_SECONDS=14400 ASAN_OPTIONS=allocator_may_return_null=1:handle_segv=0 \
	  UBSAN_OPTIONS=print_stacktrace=1 DPCVX_EVIDENCE='sanitizers: unit tests under AddressSanitizer and UBSan' \
	  python3 tests/run.py $(BUILD)/asan/logs $(call sanitized_programs,asan,$(SANITIZE_AREAS)) || failed=1; \
	  test -z '$(THREAD_AREAS)' || $(TEST_ENVIRONMENT) DPCVX_TEST_CPU_SECONDS=14400 \
	  DPCVX_EVIDENCE='sanitizers: tests with threads under ThreadSanitizer' \
	  TSAN_OPTIONS=allocator_may_return_null=1 GTEST_FILTER='$(THREAD_TESTS)' \
	  python3 tests/run.py $(BUILD)/tsan/logs $(call sanitized_programs,tsan,$(THREAD_AREAS)) || failed=1; exit $$failed

# Benchmarks: tests/bench/*_bench.cpp with Google Benchmark on the plain objects, then the scripts beside them.
BENCHES := $(patsubst tests/bench/%.cpp,$(BUILD)/bench/%,$(sort $(wildcard tests/bench/*_bench.cpp)))
BENCH_SCRIPTS := $(sort $(wildcard tests/bench/*.py tests/bench/*.sh))
$(BUILD)/bench/%: tests/bench/%.cpp $(BUILD)/libdpcvx_plain.a $(BUILD)/tests.flags | $(BUILD)/.ready-bench
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(TEST_FLAGS) $(INCLUDES) $(EXTRA_CXXFLAGS) -MMD -MP -MF $@.d -o $@ $< $(BUILD)/libdpcvx_plain.a \
	  -lbenchmark -lbenchmark_main -lpthread -lm
-include $(BENCHES:=.d)

.PHONY: bench peers protocol evidence audit
##  peers      a Python in build/peers with the libraries (gigabytes) that make bench measures beside
peers: $(BUILD)/peers/.ready
$(BUILD)/peers/.ready:
	python3 -m venv $(BUILD)/peers
	$(BUILD)/peers/bin/python3 -m pip install --quiet numpy torch opacus hopsy dp-accounting opendp diffprivlib 'scikit-learn<1.7'
	@touch $@

##  bench      benchmarks, and peers measured in the same run
bench: all $(BENCHES)
	$(python_in_front)
	@mkdir -p $(BUILD)/bench/logs; rm -f $(BUILD)/bench/logs/*; for bench in $(BENCHES); do echo "== $$bench"; \
	  $(TEST_ENVIRONMENT) $$bench 2>&1 | tee $(BUILD)/bench/logs/$$(basename $$bench).log; done
	@for script in $(BENCH_SCRIPTS); do echo "== $$script"; case $$script in *.py) by=python3;; *) by=sh;; esac; \
	  { $(TEST_ENVIRONMENT) $$by $$script 2>&1 || echo "failed: $$script"; } | \
	  tee $(BUILD)/bench/logs/$$(basename $$script).log; done
	@! grep -H '^failed: ' $(BUILD)/bench/logs/*

##  protocol   private fits of public tables by the library and by others, judged: two hours (tests/bench/protocol)
PROTOCOL_PYTHON := $(BUILD)/protocol/python/bin/python3
$(BUILD)/protocol/python/.ready:
	python3 -m venv $(BUILD)/protocol/python
	$(PROTOCOL_PYTHON) -m pip install --quiet numpy scipy dp-accounting diffprivlib 'scikit-learn<1.7'
	@touch $@
protocol: all $(BUILD)/protocol/python/.ready
	BUILD='$(BUILD)' $(PROTOCOL_PYTHON) -B tests/bench/protocol/run.py $(PROTOCOL_FLAGS)
	BUILD='$(BUILD)' $(PROTOCOL_PYTHON) -B tests/bench/protocol/judge.py | tee $(BUILD)/protocol/judged.log

##  evidence   rerun what prints figures, and print them by topic: an hour; EVIDENCE="test bench demo" is a part of it
EVIDENCE ?= test fuzz sanitize bench demo
evidence:
	-@for target in $(EVIDENCE); do $(MAKE) --no-print-directory $$target DEMO_FLAGS=--evidence; done
	@mkdir -p $(BUILD); python3 tests/check/house.py >$(BUILD)/house.log
	@python3 tests/evidence.py $(BUILD)/tests/logs $(BUILD)/fuzz/logs $(BUILD)/asan/logs $(BUILD)/tsan/logs \
	  $(BUILD)/bench/logs $(BUILD)/demo.log $(BUILD)/house.log

##  audit      unit tests and audits at full length: an hour or more
audit: all $(TEST_PROGRAMS) $(BUILD)/tests/abi/every
	$(python_in_front)
	@$(TEST_ENVIRONMENT) DPCVX_AUDIT=1 python3 tests/run.py $(BUILD)/audit/logs $(TEST_PROGRAMS) tests/abi/valgrind_test.sh
	@python3 tests/evidence.py $(BUILD)/audit/logs
