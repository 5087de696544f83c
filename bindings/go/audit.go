package dpcvx

import "dpcvx.example/dpcvx/lowlevel"

// Audit bounds the privacy of a release from below, from many runs on two neighbouring data sets that were made up
// for it. A bound above the claim refutes the claim; one below it proves nothing. NOT PRIVATE.
type Audit struct{ low *lowlevel.Audit }

func (a *Audit) handle() *lowlevel.Audit {
	if a == nil {
		return nil
	}
	return a.low
}

// NewAudit runs a release. It takes a side, 0 or 1, and fills in scores of independent runs on the data of that
// side: numbers that are large where side 1 is likelier. An error of it ends the audit, which returns it.
func NewAudit(release func(side int, scores []float64) error, given ...AuditOption) (*Audit, error) {
	if release == nil {
		return nil, refused("argument 'release' = nil; accepted: a function")
	}
	options, err := auditOptions(given)
	if err != nil {
		return nil, err
	}
	defer options.Close()
	low, err := lowlevel.AuditCreate(func(side int32, scores []float64) error { return release(int(side), scores) },
		options)
	if err != nil {
		return nil, err
	}
	return &Audit{low}, nil
}

// Close frees the audit.
func (a *Audit) Close() error { return a.handle().Close() }
