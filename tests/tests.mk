# Tests. Unit tests are one GoogleTest program per area, linked against the plain objects.

TEST_AREAS := $(sort $(patsubst tests/%/,%,$(dir $(wildcard tests/*/*_test.cpp))))
TEST_PROGRAMS := $(patsubst %,$(BUILD)/tests/%_test,$(TEST_AREAS))
TEST_FLAGS := -std=c++17 -O2 -g1 $(WARNINGS) -ffp-contract=off -Itests

.PHONY: test unit-tests
##  test       every test; ends with "N passed, N failed"
test: all $(TEST_PROGRAMS)
	sh tests/run.sh $(BUILD)

unit-tests: $(TEST_PROGRAMS)

$(BUILD)/tests/%.o: tests/%.cpp Makefile tests/tests.mk | $(BUILD)/.ready-test
	@mkdir -p $(@D)
	$(CXX) $(TEST_FLAGS) $(INCLUDES) $(EXTRA_CXXFLAGS) -MMD -MP -c $< -o $@

define test_program
$(BUILD)/tests/$(1)_test: $(patsubst tests/%.cpp,$(BUILD)/tests/%.o,$(wildcard tests/$(1)/*_test.cpp)) $(BUILD)/libdpcvx_plain.a
	$(CXX) -o $$@ $$^ -lgtest -lgtest_main -lpthread -lm
-include $(patsubst tests/%.cpp,$(BUILD)/tests/%.d,$(wildcard tests/$(1)/*_test.cpp))
endef
$(foreach area,$(TEST_AREAS),$(eval $(call test_program,$(area))))
