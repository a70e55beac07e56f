package suggest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules"
)

// programSize is how many candidates one program of rules has.
const programSize = 200

// measureCandidates returns the values that each candidate finds in each document, in the order
// of the document.
func (l learner) measureCandidates(ctx context.Context, s *study, candidates []candidate) ([][][]string, error) {
	found := make([][][]string, len(candidates))
	for i := range found {
		found[i] = make([][]string, len(l.docs))
	}
	for from := 0; from < len(candidates); from += programSize {
		part := candidates[from:min(len(candidates), from+programSize)]
		if err := l.measurePart(ctx, s, part, found[from:from+len(part)]); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// measurePart runs one program of candidates over the labelled documents.
func (l learner) measurePart(ctx context.Context, s *study, part []candidate, found [][][]string) error {
	entity, component, err := compileCandidates(part)
	if err != nil {
		return err
	}
	docs := make(chan int)
	var group sync.WaitGroup
	var mu sync.Mutex
	var failure error
	for range max(1, l.options.Workers) {
		group.Go(func() {
			for doc := range docs {
				values, err := runCandidates(ctx, entity, component, l.docs[doc], part)
				mu.Lock()
				if err != nil && failure == nil {
					failure = fmt.Errorf("%s: %w", l.docs[doc].Name, err)
				}
				for i := range values {
					found[i][doc] = values[i]
				}
				mu.Unlock()
			}
		})
	}
	for doc := range l.docs {
		if len(s.docs[doc].Values[s.Name]) > 0 && ctx.Err() == nil {
			docs <- doc
		}
	}
	close(docs)
	group.Wait()
	return errors.Join(failure, ctx.Err())
}

// compileCandidates returns a program in which each candidate is a rule that marks entities of
// its own type. A rule asks for the attribute of its candidate, so that documents without its
// words are not searched. The component rule lets a run end well when rules fail.
func compileCandidates(part []candidate) (entity, component *rules.Program, err error) {
	var b strings.Builder
	for i, c := range part {
		fmt.Fprintf(&b, "rule \"C.0.%d: candidate\" when FileAttribute(label == \"c%d\") $document: Document() then\n", i, i)
		search := strings.ReplaceAll(c.search, typeMark, fmt.Sprintf(`"c%d"`, i))
		fmt.Fprintf(&b, "    %s.forEach(entity -> entity.apply(\"C.0.%d\", \"\"));\nend\n", search, i)
	}
	entity, report := rules.Compile(rules.EntityRules, []byte(fileHead(b.String())+b.String()))
	if entity == nil {
		return nil, nil, fmt.Errorf("a candidate is no rule: %v", report.Errors)
	}
	component, report = rules.Compile(rules.ComponentRules, []byte(`package drools
global ComponentCreationService componentCreationService
rule "C.0.0: the run has ended" when FileAttribute(label == "end") then
    componentCreationService.create("C.0.0", "End", "end", "");
end
query "getComponents" $component: Component() end
`))
	if component == nil {
		return nil, nil, fmt.Errorf("the rule behind the candidates is none: %v", report.Errors)
	}
	return entity, component, nil
}

// fileHead returns what stands before the rules of a file: globals, and the functions that its
// rules call.
func fileHead(body string) string {
	var b strings.Builder
	b.WriteString(`package drools

import java.util.List;

global Document document
global EntityCreationService entityCreationService

query "getFileAttributes"
    $fileAttribute: FileAttribute()
end

`)
	for _, h := range helpers {
		if strings.Contains(body, h.call) {
			b.WriteString(h.source + "\n")
		}
	}
	return b.String()
}

// runCandidates runs a program over a document and returns the values of each candidate.
func runCandidates(ctx context.Context, entity, component *rules.Program, d view, part []candidate) ([][]string, error) {
	in := rules.Input{Tree: d.Tree, Attributes: []rules.Attribute{{ID: "0", Label: "end", Value: "1"}}}
	for i, c := range part {
		if strings.Contains(d.plain, c.needs) {
			in.Attributes = append(in.Attributes, rules.Attribute{ID: fmt.Sprint(i + 1), Label: fmt.Sprintf("c%d", i), Value: "1"})
		}
	}
	result, err := rules.Run(ctx, entity, component, in)
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(part))
	for _, e := range result.Entities {
		var i int
		if _, err := fmt.Sscanf(e.Type, "c%d", &i); err != nil || e.State != document.StateApplied {
			continue
		}
		out[i] = append(out[i], part[i].clean(e.Value))
	}
	return out, nil
}

// clean returns a value as the rule of a candidate gives it.
func (c candidate) clean(value string) string {
	if c.block {
		return strings.Join(strings.Fields(value), " ")
	}
	return value
}
