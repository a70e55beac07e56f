package model

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// A FileFinding tells what reading the document left out, changed or is not sure of, a fact of both sessions.
type FileFinding struct{ source document.Finding }

// ClassName returns FileFinding.
func (*FileFinding) ClassName() string { return "FileFinding" }

// FindingFacts returns the findings of the document as facts.
func (c *Context) FindingFacts() []any {
	out := make([]any, len(c.Tree.Findings))
	for i, f := range c.Tree.Findings {
		out[i] = &FileFinding{f}
	}
	return out
}

func findingMethod(signature string, of func(document.Finding) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return of(this.(*FileFinding).source) })
}

var findingClasses = []*host.Class{
	{Name: "FileFinding", Methods: []*host.Method{
		findingMethod("getKind() String", func(f document.Finding) any { return string(f.Kind) }),
		findingMethod("getPage() int", func(f document.Finding) any { return int32(f.Page) }),
		findingMethod("getPlace() String", func(f document.Finding) any { return f.Place }),
		findingMethod("getCount() int", func(f document.Finding) any { return int32(min(f.Count, 1<<30)) }),
		findingMethod("getMessage() String", func(f document.Finding) any { return f.Sentence() }),
		findingMethod("isMayChangeValues() boolean", func(f document.Finding) any { return f.Values }),
	}},
}
