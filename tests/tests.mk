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
BOUNDARY_PROGRAMS :=

# What scripts may use.
export BUILD CC CXX CLANGXX AR EIGEN_INCLUDE VERSION SOVERSION
TEST_ENVIRONMENT = BUILD='$(abspath $(BUILD))' CC='$(CC)' CXX='$(CXX)' CLANGXX='$(CLANGXX)' \
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
test-programs: $(TEST_PROGRAMS) $(BOUNDARY_PROGRAMS) $(C_PROGRAMS)
