package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// modelAnnotation is the annotation of a declared type that makes a question to a model of it.
const modelAnnotation = "model"

// A Question tells what entity rules would have a language model read from the document: a declared type with
// the annotation @model, whose fields name the types of entities that the answers may become.
type Question struct {
	Name   string // of the declared type
	Line   int    // of its declaration, from 1
	Prompt string
	Fields []QuestionField
}

// A QuestionField is a field of a question.
type QuestionField struct {
	Name string // type of the entities
	Hint string // what is meant, "" for nothing
	Many bool   // several values are asked for
}

// A Candidate is text of the document that may be an entity. Rules see it as a TextEntity that none of them
// has applied, as they see hits of dictionaries.
type Candidate struct {
	Type string // technical name
	Span document.Span
}

// Questions returns what the rules ask a model for, nothing for rules that ask none.
func (p *Program) Questions() []Question {
	if p == nil {
		return nil
	}
	return p.questions
}

// questionsOf returns the questions of a file of entity rules.
func questionsOf(side Side, file *syntax.File, source *syntax.Source) (out []Question) {
	for _, d := range file.Declares {
		prompt, asks, err := modelText(d.Annotations)
		if side != EntityRules || !asks || err != nil {
			continue
		}
		q := Question{Name: d.Name, Line: source.Line(d.Pos()), Prompt: prompt}
		for _, f := range d.Fields {
			hint, _, _ := modelText(f.Annotations)
			q.Fields = append(q.Fields, QuestionField{f.Name, hint, f.Type.Name != "String"})
		}
		out = append(out, q)
	}
	return out
}

// modelText returns the text of the annotation @model; asks reports whether there is one.
func modelText(annotations []syntax.Annotation) (text string, asks bool, err error) {
	for _, a := range annotations {
		if a.Name != modelAnnotation {
			continue
		}
		text, err := strconv.Unquote(strings.TrimSpace(a.Text))
		if err != nil || strings.TrimSpace(text) == "" {
			return "", true, fmt.Errorf("@model takes a text, such as @model(\"The names of both parties\")")
		}
		return text, true, nil
	}
	return "", false, nil
}

// checkQuestions warns of annotations that ask a model for nothing. They are no errors: annotations of any
// name and content are DRL, so older rule files may have them.
func checkQuestions(side Side, file *syntax.File) (out []syntax.Problem) {
	warn := func(at int, message string) { out = append(out, syntax.Problem{Offset: at, Message: message}) }
	for _, d := range file.Declares {
		_, asks, err := modelText(d.Annotations)
		switch {
		case !asks:
			continue
		case err != nil:
			warn(d.Pos(), err.Error()+"; this one asks for nothing")
		case side != EntityRules:
			warn(d.Pos(), "@model asks for something in entity rules alone")
		case len(d.Fields) == 0:
			warn(d.Pos(), "@model asks for the fields of "+d.Name+", which has none")
		}
		for _, f := range d.Fields {
			if f.Type.Name != "String" && f.Type.Name != "List" {
				warn(f.Pos(), "a model is asked for texts: the field "+f.Name+" must be a String or a List<String>")
			}
			if _, _, err := modelText(f.Annotations); err != nil {
				warn(f.Pos(), err.Error())
			}
		}
	}
	return out
}
