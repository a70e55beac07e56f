package model

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/document/candidates/trees"
	"github.com/seed-62a36931/docket/rules/host"
)

// CandidateClass names the facts that are made only for rules that name them.
const CandidateClass = "InvoiceCandidate"

// maxReasons is how many reasons a candidate has.
const maxReasons = 3

// An InvoiceCandidate is what a trained scorer holds for a value of an invoice, a fact of both sessions.
type InvoiceCandidate struct {
	document.Candidate
	text string
	rank int // from 1, the best
	span *TextRange
	// files is how many approved files of the layout have the value beside the same label.
	files int

	explain func() []document.Reason // makes the Reasons, which most candidates do not need
}

// reasons returns why the candidate has its score.
func (c *InvoiceCandidate) reasons() []document.Reason {
	if c.Reasons == nil {
		c.Reasons = c.explain()
	}
	return c.Reasons
}

// ClassName returns InvoiceCandidate.
func (*InvoiceCandidate) ClassName() string { return CandidateClass }

// CandidateFacts returns the two best candidates for each field of an invoice, found once for a document.
func (c *Context) CandidateFacts() []any {
	if c.candidates != nil {
		return c.candidates
	}
	scorer, err := trees.Invoice()
	if err != nil {
		panic(err) // it is a part of the program
	}
	c.candidates = []any{}
	if c.Search == nil {
		c.Search = candidates.NewSearch(c.Tree)
	}
	set := c.Search.Set()
	chosen := scorer.ChooseRemembered(set, c.Layouts)
	for i := range scorer.Fields {
		field := &scorer.Fields[i]
		for k, choice := range chosen[field.Name] {
			found := &set.Candidates[choice.Candidate]
			fact := &InvoiceCandidate{text: found.Text, rank: k + 1, span: c.joinSpans(found.Spans), files: choice.Files}
			fact.Candidate = document.Candidate{Component: field.Name, Value: found.Value, Confidence: math.Floor(choice.Confidence*100+1e-6) / 100}
			fact.explain = func() (reasons []document.Reason) {
				if choice.Files > 0 {
					reasons = append(reasons, rememberedReason(choice))
				}
				for _, r := range scorer.Explain(field, set.Features[choice.Candidate], maxReasons-len(reasons)) {
					reasons = append(reasons, document.Reason{Code: r.Code, Concept: r.Concept, Text: r.Text,
						Weight: math.Round(r.Weight*10) / 10})
				}
				return reasons
			}
			for _, s := range found.Spans {
				fact.Boxes = append(fact.Boxes, c.Tree.BoxesOf(s)...)
			}
			c.candidates = append(c.candidates, fact)
		}
	}
	return c.candidates
}

// rememberedReason says that approved files of the layout have the value beside the same label.
func rememberedReason(c trees.Choice) document.Reason {
	files := "1 approved file of this layout has"
	if c.Files > 1 {
		files = strconv.Itoa(c.Files) + " approved files of this layout have"
	}
	return document.Reason{Code: "REMEMBERED", Label: c.Label, Files: c.Files, Weight: math.Round(c.Confidence*100) / 10,
		Text: "taken since " + files + " it beside \"" + c.Label + "\""}
}

// joinSpans returns the text of a candidate as one range, nil when the document has other text in between.
func (c *Context) joinSpans(spans []document.Span) *TextRange {
	if len(spans) == 0 {
		return nil
	}
	for i, s := range spans[1:] {
		if s.Start < spans[i].End || strings.TrimSpace(c.Tree.Text[spans[i].End:s.Start]) != "" {
			return nil
		}
	}
	return &TextRange{document.Span{Start: spans[0].Start, End: spans[len(spans)-1].End}, c}
}

func candidateMethod(signature string, of func(*InvoiceCandidate) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return of(this.(*InvoiceCandidate)) })
}

var candidateClasses = []*host.Class{
	{Name: CandidateClass, Methods: []*host.Method{
		candidateMethod("getField() String", func(c *InvoiceCandidate) any { return c.Component }),
		candidateMethod("getValue() String", func(c *InvoiceCandidate) any { return c.Value }),
		candidateMethod("getText() String", func(c *InvoiceCandidate) any { return c.text }),
		candidateMethod("getRank() int", func(c *InvoiceCandidate) any { return int32(c.rank) }),
		candidateMethod("getConfidence() double", func(c *InvoiceCandidate) any { return c.Confidence }),
		candidateMethod("getRemembered() int", func(c *InvoiceCandidate) any { return int32(c.files) }),
		candidateMethod("getReasons() List<String>", func(c *InvoiceCandidate) any {
			texts := make([]string, len(c.reasons()))
			for i, r := range c.reasons() {
				texts[i] = r.Text
			}
			return host.ListOf(texts)
		}),
		candidateMethod("getTextRange() TextRange", func(c *InvoiceCandidate) any {
			if c.span == nil {
				return nil
			}
			return c.span
		}),
		candidateMethod("getPositions() List<Position>", func(c *InvoiceCandidate) any { return positionList(c.Boxes) }),
	}},
}

// weighMethod notes whether the value of a component is a candidate. The better one of two counts.
var weighMethod = host.M(host.Ours, "weigh(InvoiceCandidate, boolean) void", func(_ *host.Call, this any, a []any) any {
	component, candidate := this.(*Component), candidateOf(a[0])
	if component.Scorer == nil {
		component.Scorer = &document.ScorerVerdict{}
	}
	verdict := component.Scorer
	if candidate.rank == 1 {
		verdict.Confidence = candidate.Confidence
	}
	if a[1].(bool) && (verdict.Rank == 0 || candidate.rank < verdict.Rank) {
		verdict.Rank = candidate.rank
	}
	return nil
})

// maxOffered is how many candidates a document offers.
const maxOffered = 100

// offerMethod offers a candidate to people as a value of a component.
var offerMethod = buildMethod(host.Ours, "offer(String, InvoiceCandidate)", func(c *Context, a []any) {
	fact := candidateOf(a[1])
	candidate := fact.Candidate
	candidate.Component, candidate.Reasons = textOf(a[0]), fact.reasons()
	c.offer(candidate)
})

// offer adds to what people may choose from, up to maxOffered.
func (c *Context) offer(candidate document.Candidate) {
	if len(c.Offered) < maxOffered {
		c.Offered = append(c.Offered, candidate)
	}
}

// offer offers what the entity says to people as a value of a component, with what the rules say of it: why it was
// marked, and why it is not taken.
func (e *TextEntity) offer(component string, confidence float64) {
	if !(confidence >= 0 && confidence <= 1) {
		host.Throw("IllegalArgumentException", "the confidence is not between 0 and 1")
	}
	candidate := document.Candidate{Component: component, Value: e.Text(), Confidence: confidence, Boxes: e.ctx.Tree.BoxesOf(e.Span)}
	for _, r := range e.Matched {
		if r.Reason != "" && len(candidate.Reasons) < maxReasons {
			candidate.Reasons = append(candidate.Reasons, document.Reason{Code: "RULE", Text: r.Reason})
		}
	}
	e.ctx.offer(candidate)
}

func candidateOf(v any) *InvoiceCandidate {
	candidate, ok := v.(*InvoiceCandidate)
	if !ok {
		host.Throw("NullPointerException", "the candidate is null")
	}
	return candidate
}
