package rules

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// confidenceAnnotation is the annotation by which a rule tells how often what it finds is right.
const confidenceAnnotation = "confidence"

// What facts do to the odds that a value is right. They were chosen on labelled receipts, media
// orders and contracts, see the READMEs of these templates.
const (
	oddsAgreeing  = 2    // for each other place where the same value was found
	maxAgreeing   = 3    // places that count
	oddsMentioned = 1.5  // the document has the text of the value elsewhere, too
	oddsUncertain = 0.5  // it stands in a table cell that another reading would part or join
	oddsSecond    = 0.7  // a scorer holds another candidate for a better one; for its best, its confidence counts
	oddsOther     = 0.25 // a scorer holds two others for better ones
	minStrength   = 0.01
	maxStrength   = 0.99
)

// How often a value was read right from a scan, by how sure text recognition is of its least sure word, of
// 100; measured on labelled receipts, whose rules' own mistakes are left out of account.
const (
	clearWord    = 93 // from here on nothing is taken off
	doubtfulWord = 60
	readDoubtful = 0.75 // below clearWord
	readGuessed  = 0.45 // below doubtfulWord
)

// maxMentionBytes bounds the text that a run reads through to see whether values are mentioned
// elsewhere. Values beyond it count as not mentioned.
const maxMentionBytes = 256 << 20

// checkConfidence warns of annotations that tell no strength. They are no errors: annotations of
// any name and content are DRL, so older rule files may have them.
func checkConfidence(file *syntax.File) (out []syntax.Problem) {
	for _, r := range file.Rules {
		for _, a := range r.Annotations {
			if _, ok := strengthOf(a); !ok {
				out = append(out, syntax.Problem{Offset: a.Pos(),
					Message: "@confidence takes a number from 0 to 1, such as @confidence(0.9); this one tells nothing"})
			}
		}
	}
	return out
}

// strengthOf returns the number of an annotation; 0 and true when it is another annotation.
func strengthOf(a syntax.Annotation) (strength float64, ok bool) {
	if a.Name != confidenceAnnotation {
		return 0, true
	}
	strength, err := strconv.ParseFloat(a.Text, 64)
	return strength, err == nil && strength >= 0 && strength <= 1
}

// ruleStrengths returns how often what rules find is right, by the identifiers of the rules
// that tell it.
func ruleStrengths(file *syntax.File) map[string]float64 {
	out := map[string]float64{}
	for _, r := range file.Rules {
		for _, a := range r.Annotations {
			if strength, ok := strengthOf(a); ok && a.Name == confidenceAnnotation {
				out[check.RuleIdentifier(r.Name)] = strength
			}
		}
	}
	return out
}

// A judge tells how likely values are right.
type judge struct {
	c         *model.Context
	strengths map[string]float64 // of entity rules, by identifier
	agreeing  map[[2]string]int  // entities, by type and value
	uncertain []document.Span
	text      string // of the document, folded
	scanned   int
	mentioned map[string]bool
}

// newJudge returns a judge for the values of a run, nil when no rule tells its strength.
func newJudge(entity *Program, c *model.Context) *judge {
	if entity == nil || len(entity.strengths) == 0 {
		return nil
	}
	j := &judge{c: c, strengths: entity.strengths, agreeing: map[[2]string]int{}, uncertain: c.Tree.UncertainSpans(),
		text: foldText(c.Tree.Text), mentioned: map[string]bool{}}
	for _, e := range c.Entities {
		if e.State() != document.StateRemoved {
			j.agreeing[[2]string{e.Type, foldText(e.Text())}]++
		}
	}
	return j
}

// foldText returns a text in small letters, with single blanks.
func foldText(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// assess sets the confidence of a value: that of the weakest entity that it was built from. A value
// without entities, or of a rule that does not tell its strength, has none.
func (j *judge) assess(out *document.Component, item *model.Component) {
	if j == nil {
		return
	}
	for _, r := range item.References.Items {
		evidence, ok := j.evidenceFor(r.(*model.Entity).Source)
		if !ok {
			out.Confidence, out.Evidence = nil, nil
			return
		}
		evidence.Scorer = item.Scorer
		if confidence := confidenceOf(evidence); out.Confidence == nil || confidence < *out.Confidence {
			out.Confidence, out.Evidence = &confidence, &evidence
		}
	}
}

// evidenceFor returns what speaks for an entity; ok is false when its rule does not tell its strength.
func (j *judge) evidenceFor(e *model.TextEntity) (out document.Evidence, ok bool) {
	w := e.WinningRule()
	if w == nil {
		return out, false
	}
	out.RuleStrength, ok = j.strengths[check.RuleIdentifier(w.RuleID)]
	out.Agreeing = min(max(j.agreeing[[2]string{e.Type, foldText(e.Text())}]-1, 0), maxAgreeing)
	out.Mentioned = j.isMentioned(foldText(e.Original()))
	for _, s := range j.uncertain {
		out.Uncertain = out.Uncertain || e.Intersects(s)
	}
	out.Recognition = j.c.Tree.RecognitionOf(e.Span)
	return out, ok
}

// isMentioned reports whether the document has a text more than once.
func (j *judge) isMentioned(text string) bool {
	if found, known := j.mentioned[text]; known || text == "" || j.scanned > maxMentionBytes {
		return found
	}
	j.scanned += len(j.text)
	first := strings.Index(j.text, text)
	found := first >= 0 && strings.Contains(j.text[first+len(text):], text)
	j.mentioned[text] = found
	return found
}

// disputed is the most confidence that a value has which another source contradicts.
const disputed = 0.5

// weighSources sets the confidence of a value about which other sources tell: it is sure when they
// agree, and no more than even when one of them has another value.
func weighSources(out *document.Component) {
	if len(out.OtherSources) == 0 {
		return
	}
	confidence := 1.0
	for _, s := range out.OtherSources {
		if !s.Agrees {
			confidence = disputed
		}
	}
	if confidence == 1 || out.Confidence == nil || *out.Confidence > confidence {
		out.Confidence = &confidence
	}
}

// confidenceOf returns how likely a value is right, 0..1 in hundredths: that the rule found the right one,
// and that it was read right.
func confidenceOf(e document.Evidence) float64 {
	support := math.Pow(oddsAgreeing, float64(e.Agreeing))
	if e.Mentioned {
		support *= oddsMentioned
	}
	other := 1.0
	if e.Uncertain {
		other = oddsUncertain
	}
	switch {
	case e.Scorer == nil:
	case e.Scorer.Rank == 1:
		other *= 1 + e.Scorer.Confidence
	case e.Scorer.Rank == 2:
		other *= oddsSecond
	default:
		other *= oddsOther
	}
	found := raise(min(max(e.RuleStrength, minStrength), maxStrength), support*other)
	if read := readingOf(e.Recognition); read < 1 {
		found *= raise(read, support)
	}
	return math.Floor(found*100+1e-6) / 100
}

// raise returns a probability whose odds were multiplied.
func raise(p, factor float64) float64 {
	odds := p / (1 - p) * factor
	return odds / (1 + odds)
}

// readingOf returns how often text of which recognition is so sure was read right, 1 where nothing speaks against it.
func readingOf(recognition int) float64 {
	switch {
	case recognition == 0 || recognition >= clearWord:
		return 1
	case recognition >= doubtfulWord:
		return readDoubtful
	}
	return readGuessed
}
