# Lint: what can be seen without running anything. What build/lint holds is remade when a source, a header of it or its
# flags changed:
#   build/lint/g++/*.ok          each source by g++, with warnings as errors; the library's objects, where made by -Werror;
#   build/lint/tests/*.ok        each test and benchmark by clang++; g++ sees them when they are built;
#   build/lint/tidy/*.ok         each source by clang-tidy: warnings of clang++, and the checks that .clang-tidy chooses.
# LLVM's tools are of version 14: another one formats and finds otherwise.
LINT_CLANGXX := $(or $(CLANGXX),clang++-14)
LINT_FLAGS := $(filter-out -fno-allocation-dce -fno-gnu-unique,$(LIBRARY_FLAGS))
LINT_SOURCES := $(wildcard tests/*/*.cpp tests/*/*/*.cpp)
LINTED := $(if $(filter -Werror,$(CALLER_FLAGS)),,$(PLAIN_SOURCES:src/%.cpp=$(BUILD)/lint/g++/%.ok)) \
  $(PLAIN_SOURCES:src/%.cpp=$(BUILD)/lint/tidy/%.ok) $(LINT_SOURCES:tests/%.cpp=$(BUILD)/lint/tests/%.ok)

$(BUILD)/lint.flags: FORCE
	$(call text_file,$(CXX) $(LINT_CLANGXX) $(CALLER_FLAGS) $(LINT_FLAGS) $(TEST_FLAGS))

# Every tool must be there, each time and before anything is built: a check that is skipped would pass.
.PHONY: lint lint-tools
lint-tools:
	@$(SETUP) check lint
ifneq ($(filter lint,$(MAKECMDGOALS)),)
$(BUILD)/.ready-build: | lint-tools
endif

# g++ compiles whole, because its optimiser warns too.
$(BUILD)/lint/g++/%.ok: src/%.cpp $(BUILD)/lint.flags | lint-tools
	@mkdir -p $(@D)
	$(call say,WARN,$<)
	$(Q)$(CXX) $(WARNINGS) $(INCLUDES) $(CALLER_FLAGS) $(LIBRARY_FLAGS) $(call isa_flags,$<) -Werror \
	  -MMD -MP -MT $@ -MF $@.d -c $< -o /dev/null && touch $@

$(BUILD)/lint/tests/%.ok: tests/%.cpp $(BUILD)/lint.flags | lint-tools
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(LINT_CLANGXX) $(INCLUDES) $(CPPFLAGS) $(TEST_FLAGS) -Werror -MMD -MP -MT $@ -MF $@.d -fsyntax-only $< && touch $@

# What it finds is shown; what it says beside that (how many warnings of other headers it left out) only where it fails.
# An object of the library is newer than all that its source includes.
$(BUILD)/lint/tidy/%.ok: $(BUILD)/library/%.o .clang-tidy $(BUILD)/lint.flags | lint-tools
	@mkdir -p $(@D)
	$(call say,TIDY,src/$*.cpp)
	$(Q)clang-tidy-14 --quiet src/$*.cpp -- $(WARNINGS) $(INCLUDES) $(CPPFLAGS) $(LINT_FLAGS) \
	  $(call isa_flags,src/$*.cpp) >$@.log 2>&1 || \
	  { cat $@.log; exit 1; }
	@touch $@

-include $(LINTED:=.d)

##  lint       format, layout, prose, symbols, warnings of both compilers, clang-tidy; fails where a tool is missing
lint: lint-tools all $(LINTED)
	$(python_in_front)
	@$(TEST_ENVIRONMENT) DPCVX_NO_SKIP=1 python3 tests/run.py $(BUILD)/lint/logs $(sort $(wildcard tests/check/*_test.*)) \
	  tests/abi/symbols_test.py tests/abi/headers_test.sh
