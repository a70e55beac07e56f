package model

import (
	"math"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

func TestAnIgnoredEntityIsOfferedWithWhatRulesSay(t *testing.T) {
	c, _, e := newMarkedLetter()
	e.addMatches(&MatchedRule{RuleID: "A.1.0", Reason: "below a label", State: "APPLIED"},
		&MatchedRule{RuleID: "A.2.0", Reason: "another is likelier", State: "IGNORED"}, &MatchedRule{RuleID: "A.3.0", State: "IGNORED"})
	e.offer("Supplier_Name", 0.3)
	want(t, "offers", len(c.Offered), 1)
	offer := c.Offered[0]
	want(t, "component", offer.Component, "Supplier_Name")
	want(t, "value", offer.Value, e.Text())
	want(t, "confidence", offer.Confidence, 0.3)
	want(t, "reasons", len(offer.Reasons), 2)
	want(t, "first reason", offer.Reasons[0].Text, "below a label")
	want(t, "second reason", offer.Reasons[1].Text, "another is likelier")
	want(t, "code", offer.Reasons[0].Code, "RULE")
	want(t, "boxes", len(offer.Boxes), len(c.Tree.BoxesOf(e.Span)))
	for range 2 * maxOffered {
		e.offer("Supplier_Name", 0.3)
	}
	want(t, "most offers", len(c.Offered), maxOffered)
}

func TestOffersHaveAConfidenceBetweenNoneAndAll(t *testing.T) {
	for _, confidence := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		c, _, e := newMarkedLetter()
		var thrown any
		func() {
			defer func() { thrown = recover() }()
			e.offer("Supplier_Name", confidence)
		}()
		if _, ok := thrown.(*host.Throwable); !ok || len(c.Offered) > 0 {
			t.Errorf("a confidence of %v: got %v and %d offers, want an exception and none", confidence, thrown, len(c.Offered))
		}
	}
}
