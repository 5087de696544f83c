# Tests. What `make test` runs, two at a time (tests/run.py):
#   tests/<area>/*_test.cpp   GoogleTest, one program an area, linked against the plain objects;
#   tests/abi/*_test.c        C99 programs linked by $(CC) against the archive;
#   tests/*/*_test.sh, *.py   scripts that print "ok NAME", "not ok NAME" and "skip NAME: why" lines;
#   the programs named in BOUNDARY_PROGRAMS, which print the same lines.

TEST_AREAS := $(sort $(patsubst tests/%/,%,$(dir $(wildcard tests/*/*_test.cpp))))
TEST_PROGRAMS := $(patsubst %,$(BUILD)/tests/%_test,$(TEST_AREAS))
TEST_FLAGS := -std=c++17 -O2 -g1 $(WARNINGS) -ffp-contract=off -Itests
C_TESTS := $(sort $(wildcard tests/abi/*_test.c))
C_PROGRAMS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(C_TESTS))
SCRIPT_TESTS := $(sort $(wildcard tests/*/*_test.sh tests/*/*_test.py))
# clang++ with libFuzzer; without it the fuzzer is skipped.
ifeq ($(origin CLANGXX),undefined)
CLANGXX := $(firstword $(foreach name,clang++-14 clang++,$(if $(wildcard $(shell command -v $(name) 2>/dev/null && \
  $(name) -print-resource-dir 2>/dev/null | sed 's|$$|/lib/linux/libclang_rt.fuzzer-*.a|')),$(name))))
endif
FUZZER := $(if $(CLANGXX),$(BUILD)/fuzz/fuzz)
BOUNDARY_PROGRAMS := $(BUILD)/tests/abi/bad_input $(BUILD)/tests/oom/oom $(BUILD)/tests/abi/host_eigen

comma := ,
# What scripts may use.
TEST_ENVIRONMENT = BUILD='$(BUILD)' CC='$(CC)' CXX='$(CXX)' CLANGXX='$(CLANGXX)' \
  EIGEN_INCLUDE='$(EIGEN_INCLUDE)' VERSION='$(VERSION)' SOVERSION='$(SOVERSION)'

.PHONY: test unit-tests test-programs
##  test       every test; the last line is "N passed, N failed"
test: all test-programs $(BUILD)/libdpcvx_plain.a
	@$(TEST_ENVIRONMENT) python3 tests/run.py $(BUILD)/tests/logs $(TEST_ITEMS)

unit-tests: $(TEST_PROGRAMS)

$(BUILD)/tests.flags: FORCE
	$(call text_file,$(CXX) $(TEST_FLAGS) $(EXTRA_CXXFLAGS))

$(BUILD)/tests/%.o: tests/%.cpp $(BUILD)/tests.flags | $(BUILD)/.ready-test
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(TEST_FLAGS) $(INCLUDES) $(EXTRA_CXXFLAGS) -MMD -MP -c $< -o $@

# Unit tests: $(1) an area, $(2) where its objects are, $(3) the library, $(4) the linker's command.
test_objects = $(patsubst tests/%.cpp,$(2)/%.o,$(sort $(wildcard tests/$(1)/*_test.cpp)))
define test_program
$(2)/$(1).sources: FORCE
	$$(call text_file,$(call test_objects,$(1),$(2)))
$(2)/$(1)_test: $(call test_objects,$(1),$(2)) $(2)/$(1).sources $(3)
	$$(call say,LINK,$$@)
	$$(Q)$(4) -o $$@ $(call test_objects,$(1),$(2)) $(3) -lgtest -lgtest_main -lpthread -lm
-include $(patsubst %.o,%.d,$(call test_objects,$(1),$(2)))
endef
$(foreach area,$(TEST_AREAS),$(eval $(call test_program,$(area),$(BUILD)/tests,$(BUILD)/libdpcvx_plain.a,$(CXX))))

# C programs, as a user would build them.
C_TEST_FLAGS := -std=c99 -pedantic -Wall -Wextra -Wstrict-prototypes -Werror -O1 -g
$(BUILD)/tests/abi/%_test: tests/abi/%_test.c tests/abi/check.h $(HEADERS) $(BUILD)/libdpcvx.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(C_TEST_FLAGS) -Iinclude -o $@ $< -L$(BUILD) -Wl,-Bstatic -ldpcvx -Wl,-Bdynamic -lm

TEST_ITEMS = $(SCRIPT_TESTS) $(TEST_PROGRAMS) $(BOUNDARY_PROGRAMS) $(C_PROGRAMS)
test-programs: $(TEST_PROGRAMS) $(BOUNDARY_PROGRAMS) $(C_PROGRAMS) $(FUZZER)

# Tests of the boundary: programs over the registry of every exported function (tests/abi/registry), linked against the
# archive; their own C++ runtime is none of its business.
REGISTRY_OBJECTS := $(patsubst tests/%.cpp,$(BUILD)/tests/%.o,$(wildcard tests/abi/registry/*.cpp))
WRAPPED := malloc calloc realloc aligned_alloc free mmap pthread_create getrandom getentropy open
MEMORY_WRAPS := $(patsubst %,-Wl$(comma)--wrap=%,$(WRAPPED))
BOUNDARY_OBJECTS := $(REGISTRY_OBJECTS) $(BOUNDARY_PROGRAMS:=.o)
$(BOUNDARY_OBJECTS): TEST_FLAGS := -std=c++17 -O1 -g1 $(WARNINGS) -Wno-address -Itests
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
FUZZ_FLAGS := -std=c++17 -O1 -g1 $(WARNINGS) -Werror -Wno-tautological-pointer-compare -ffp-contract=off \
  -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -Itests
FUZZ_OBJECTS := $(call objects,fuzz,$(PLAIN_SOURCES)) \
  $(patsubst tests/%.cpp,$(BUILD)/fuzz/tests/%.o,$(wildcard tests/abi/registry/*.cpp) tests/fuzz/fuzz.cpp)

$(BUILD)/fuzz.flags: FORCE
	$(call text_file,$(CLANGXX) $(FUZZ_FLAGS) $(FUZZ_OBJECTS))

$(BUILD)/fuzz/tests/%.o: tests/%.cpp $(BUILD)/fuzz.flags | $(BUILD)/.ready-test
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CLANGXX) $(FUZZ_FLAGS) $(INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/fuzz/%.o: src/%.cpp $(BUILD)/fuzz.flags | $(BUILD)/.ready-build
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CLANGXX) $(FUZZ_FLAGS) -fno-exceptions -fno-math-errno $(call isa_flags,$<) $(INCLUDES) -MMD -MP -c $< -o $@

-include $(FUZZ_OBJECTS:.o=.d)

$(BUILD)/fuzz/fuzz: $(FUZZ_OBJECTS) $(BUILD)/fuzz.flags
	$(call say,LINK,$@)
	$(Q)$(CLANGXX) -fsanitize=address,undefined,fuzzer -o $@ $(FUZZ_OBJECTS) $(MEMORY_WRAPS) -lpthread -lm

.PHONY: fuzz
##  fuzz       a million inputs on the boundary (FUZZ_RUNS=N for another number)
FUZZ_RUNS ?= 1000000
fuzz: all $(FUZZER)
	@$(TEST_ENVIRONMENT) DPCVX_FUZZ_RUNS=$(FUZZ_RUNS) DPCVX_TEST_TIMEOUT=7200 python3 tests/run.py $(BUILD)/fuzz/logs \
	  tests/fuzz/fuzz_test.py
	@grep -h '^evidence' $(BUILD)/fuzz/logs/*.log
