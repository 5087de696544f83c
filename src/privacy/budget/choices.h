// The enumerations of dpcvx/privacy.h, for tables of options and argument checks.
#ifndef DPCVX_PRIVACY_BUDGET_CHOICES_H_
#define DPCVX_PRIVACY_BUDGET_CHOICES_H_

#include "base/check.h"
#include "base/table.h"
#include "dpcvx/privacy.h"

namespace dpcvx::privacy {

inline constexpr Choice kAdjacencies[] = {
    {DPCVX_NAMED(DPCVX_ADJACENCY_REPLACE_ONE)},
    {DPCVX_NAMED(DPCVX_ADJACENCY_ADD_REMOVE)},
};
inline constexpr Choice kUnits[] = {
    {DPCVX_NAMED(DPCVX_UNIT_RECORD)},
    {DPCVX_NAMED(DPCVX_UNIT_USER)},
};
inline constexpr Choice kFields[] = {
    {DPCVX_NAMED(DPCVX_BUDGET_FIELD_TIME_SPAN)},
    {DPCVX_NAMED(DPCVX_BUDGET_FIELD_TRUST_MODEL)},
    {DPCVX_NAMED(DPCVX_BUDGET_FIELD_UNPROTECTED)},
    {DPCVX_NAMED(DPCVX_BUDGET_FIELD_RATIONALE)},
};
inline constexpr Choice kFilters[] = {
    {DPCVX_NAMED(DPCVX_FILTER_AUTOMATIC)}, {DPCVX_NAMED(DPCVX_FILTER_BASIC)}, {DPCVX_NAMED(DPCVX_FILTER_GDP)},
    {DPCVX_NAMED(DPCVX_FILTER_ZCDP)},      {DPCVX_NAMED(DPCVX_FILTER_RDP)},
};

}  // namespace dpcvx::privacy

#endif
