package dpcvx

// What a service keeps or sends by an encoder of its own: encoding/gob takes the bytes of Save, encoding/json the text of
// JSON. A text in JSON tells what was released and is not read again: decoding one into a handle is refused.

// UnmarshalBinary is LoadFit into f. What f held before stays valid for calls that run.
func (f *Fit) UnmarshalBinary(stored []byte) error { return loaded(f, stored, LoadFit) }

// UnmarshalBinary is LoadEstimate into e.
func (e *Estimate) UnmarshalBinary(stored []byte) error { return loaded(e, stored, LoadEstimate) }

// UnmarshalBinary is LoadCovariance into c.
func (c *Covariance) UnmarshalBinary(stored []byte) error { return loaded(c, stored, LoadCovariance) }

// MarshalBinary is Save.
func (c *Covariance) MarshalBinary() ([]byte, error) { return c.Save() }

// UnmarshalBinary is LoadAccountant into a, which no other goroutine uses meanwhile.
func (a *Accountant) UnmarshalBinary(stored []byte) error { return loaded(a, stored, LoadAccountant) }

// UnmarshalBinary is LoadLocalProtocol into l.
func (l *LocalProtocol) UnmarshalBinary(stored []byte) error {
	return loaded(l, stored, LoadLocalProtocol)
}

// MarshalBinary is Save.
func (l *LocalProtocol) MarshalBinary() ([]byte, error) { return l.Save() }

// UnmarshalBinary is LoadPartialSum into s.
func (s *PartialSum) UnmarshalBinary(stored []byte) error { return loaded(s, stored, LoadPartialSum) }

// MarshalBinary is Save.
func (s *PartialSum) MarshalBinary() ([]byte, error) { return s.Save() }

// MarshalJSON refuses: the bytes of Save keep a protocol.
func (l *LocalProtocol) MarshalJSON() ([]byte, error) { return nil, unwritten("a LocalProtocol") }

// MarshalJSON refuses: the bytes of Save keep a sum.
func (s *PartialSum) MarshalJSON() ([]byte, error) { return nil, unwritten("a PartialSum") }

// MarshalJSON refuses: a table is private, and nothing writes it.
func (d *Dataset) MarshalJSON() ([]byte, error) { return nil, unwritten("a Dataset") }

func unwritten(what string) error {
	return refused("%s has no text in JSON; accepted: what has a method JSON, such as a Fit", what)
}

func loaded[T any](into *T, stored []byte, load func(stored []byte) (*T, error)) error {
	if into == nil {
		return refused("UnmarshalBinary of a nil pointer; accepted: one to an empty value")
	}
	made, err := load(stored)
	if err == nil {
		*into = *made
	}
	return err
}

// MarshalJSON is JSON, which UnmarshalJSON does not read: MarshalBinary keeps a fit.
func (f *Fit) MarshalJSON() ([]byte, error) { return inJSON(f.JSON()) }

// MarshalJSON is JSON, which UnmarshalJSON does not read: MarshalBinary keeps an estimate.
func (e *Estimate) MarshalJSON() ([]byte, error) { return inJSON(e.JSON()) }

// MarshalJSON is JSON, which UnmarshalJSON does not read: MarshalBinary keeps an accountant.
func (a *Accountant) MarshalJSON() ([]byte, error) { return inJSON(a.JSON()) }

// MarshalJSON is JSON, which UnmarshalJSON does not read: a ledger keeps a budget.
func (b *Budget) MarshalJSON() ([]byte, error) { return inJSON(b.JSON()) }

// MarshalJSON is JSON, which UnmarshalJSON does not read: MarshalBinary keeps a covariance.
func (c *Covariance) MarshalJSON() ([]byte, error) { return inJSON(c.JSON()) }

// MarshalJSON is JSON.
func (c *Curve) MarshalJSON() ([]byte, error) { return inJSON(c.JSON()) }

// MarshalJSON is JSON.
func (e *Evaluation) MarshalJSON() ([]byte, error) { return inJSON(e.JSON()) }

// MarshalJSON is JSON.
func (g *Guarantee) MarshalJSON() ([]byte, error) { return inJSON(g.JSON()) }

// MarshalJSON is JSON.
func (p *Plan) MarshalJSON() ([]byte, error) { return inJSON(p.JSON()) }

func inJSON(text string, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return []byte(text), nil
}

// UnmarshalJSON refuses: JSON does not hold all of a fit.
func (f *Fit) UnmarshalJSON([]byte) error { return unread("a Fit", "the bytes of Save, for LoadFit") }

// UnmarshalJSON refuses: JSON does not hold all of an estimate.
func (e *Estimate) UnmarshalJSON([]byte) error {
	return unread("an Estimate", "the bytes of Save, for LoadEstimate")
}

// UnmarshalJSON refuses: JSON does not hold all of a covariance.
func (c *Covariance) UnmarshalJSON([]byte) error {
	return unread("a Covariance", "the bytes of Save, for LoadCovariance")
}

// UnmarshalJSON refuses: JSON does not hold all of an accountant.
func (a *Accountant) UnmarshalJSON([]byte) error {
	return unread("an Accountant", "the bytes of Save, for LoadAccountant")
}

// UnmarshalJSON refuses: a budget that is read twice would allow what is left twice.
func (b *Budget) UnmarshalJSON([]byte) error {
	return unread("a Budget", "a ledger, for OpenLedger, or the bytes of Save, for LoadBudget")
}

func unread(what, accepted string) error {
	return refused("%s in JSON is a text to read, from which nothing is loaded; accepted: %s", what, accepted)
}
