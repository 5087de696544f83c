package dpcvx_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"testing"

	"dpcvx.example/dpcvx"
)

type service struct {
	Name  string
	Model *dpcvx.Fit
	Mean  *dpcvx.Estimate
	Cross *dpcvx.Covariance
}

func released() service {
	budget, data := must(dpcvx.NewBudget(2, 1e-6)), table(300)
	return service{"ours", must(dpcvx.FitTable(always, data, dpcvx.LossLogistic, 1, 1e-6, unitRanges)),
		must(dpcvx.EstimateMean(budget, data, unitRanges, dpcvx.WithPrice(must(budget.Price(0.5))))),
		must(dpcvx.EstimateCovariance(budget, data, unitRanges))}
}

func TestEncodersKeepWhatWasReleased(t *testing.T) {
	first := released()
	var stored bytes.Buffer
	if err := gob.NewEncoder(&stored).Encode(first); err != nil {
		t.Fatal(err)
	}
	var again service
	if err := gob.NewDecoder(&stored).Decode(&again); err != nil {
		t.Fatal(err)
	}
	if must(again.Model.JSON()) != must(first.Model.JSON()) || must(again.Mean.JSON()) != must(first.Mean.JSON()) ||
		must(again.Cross.JSON()) != must(first.Cross.JSON()) ||
		again.Name != first.Name {
		t.Error("what gob decodes is another")
	}
	found := must(again.Model.Predict(table(20)))
	for i, expected := range must(first.Model.Predict(table(20))) {
		near(t, found[i], expected, 0)
	}
	var accountant dpcvx.Accountant
	kept := must(dpcvx.NewAccountant(dpcvx.AdjacencyAddRemove, dpcvx.UnitRecord))
	must(0, kept.Add(must(dpcvx.GDP(0.5)), 2))
	must(0, accountant.UnmarshalBinary(must(kept.MarshalBinary())))
	if must(accountant.JSON()) != must(kept.JSON()) {
		t.Error("an accountant")
	}
}

func TestEncodersFailLoudly(t *testing.T) {
	first := released()
	text := must(json.Marshal(first))
	var fields map[string]json.RawMessage
	must(0, json.Unmarshal(text, &fields))
	contains(t, string(fields["Model"]), "coefficients")
	contains(t, string(fields["Mean"]), "guarantee")
	contains(t, string(fields["Cross"]), "matrix")
	damaged := must(first.Cross.Save())
	damaged[99] ^= 1
	if _, err := dpcvx.LoadCovariance(damaged); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error("damaged bytes of a covariance", err)
	}
	var again service
	if err := json.Unmarshal(text, &again); !errors.Is(err, dpcvx.ErrArgument) {
		t.Error(err)
	} else {
		contains(t, err.Error(), "LoadFit")
	}
	protocol := must(dpcvx.NewLocalVectorMean(3, 1, 1))
	var sent dpcvx.LocalProtocol
	must(0, sent.UnmarshalBinary(must(protocol.MarshalBinary())))
	if sent.String() != protocol.String() {
		t.Error(sent.String())
	}
	for _, one := range []any{protocol, table(20)} {
		if said, err := json.Marshal(one); !errors.Is(err, dpcvx.ErrArgument) {
			t.Errorf("%s: %v", said, err)
		}
	}
	budget := must(dpcvx.NewBudget(1, 1e-6))
	for _, one := range []any{budget, must(dpcvx.GDP(1)), must(first.Model.Guarantee())} {
		if said := must(json.Marshal(one)); len(said) < 20 {
			t.Errorf("%s", said)
		}
	}
	var fit dpcvx.Fit
	for _, err := range []error{fit.UnmarshalBinary([]byte("no fit")), json.Unmarshal([]byte("{}"), budget),
		second(json.Marshal(&fit)), (*dpcvx.Fit)(nil).UnmarshalBinary(nil)} {
		if !errors.Is(err, dpcvx.ErrArgument) {
			t.Error(err)
		}
	}
}
