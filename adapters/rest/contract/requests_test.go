package contract

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var update = flag.Bool("update", false, "write requests.gen.yaml")

// TestRequestsAreOfTheContract compares what requests are checked against with the contract.
func TestRequestsAreOfTheContract(t *testing.T) {
	var document map[string]any
	if err := json.Unmarshal(DocumentAsJSON(), &document); err != nil {
		t.Fatal(err)
	}
	components := document["components"].(map[string]any)
	answers := components["responses"]
	delete(components, "examples")
	delete(components, "responses")
	leaveOutWords(document)
	leaveOutWordsOfEach(answers)
	components["responses"] = answers
	want, err := yaml.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("requests.gen.yaml", want, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(requests, want) {
		t.Error("requests.gen.yaml is not what the contract gives: run make generate")
	}
}

// leaveOutWords removes from a part of the document what says nothing about requests. In maps by name, such as
// properties, any key may stand.
func leaveOutWords(part any) {
	switch part := part.(type) {
	case map[string]any:
		for key, value := range part {
			switch {
			case slices.Contains([]string{"description", "summary", "example", "examples", "tags", "headers"}, key):
				delete(part, key)
			case key == "pattern":
				leaveOutPattern(part, value.(string))
			case key == "responses":
				leaveOutRefusals(value.(map[string]any))
			case slices.Contains([]string{"properties", "schemas", "parameters"}, key):
				leaveOutWordsOfEach(value)
			default:
				leaveOutWords(value)
			}
		}
	case []any:
		for _, value := range part {
			leaveOutWords(value)
		}
	}
}

// leaveOutPattern keeps of patterns what the check of a body tells: that a text is blank, or no color. What else they
// promise is checked where the text is used, and told in words of its own.
func leaveOutPattern(schema map[string]any, pattern string) {
	switch {
	case strings.HasPrefix(pattern, "^#"):
	case regexp.MustCompile(pattern).MatchString(" "):
		delete(schema, "pattern")
	default:
		schema["pattern"] = `\S`
	}
}

// leaveOutWordsOfEach does it with each of a map by name, or of a list.
func leaveOutWordsOfEach(parts any) {
	byName, named := parts.(map[string]any)
	if !named {
		leaveOutWords(parts)
	}
	for _, part := range byName {
		leaveOutWords(part)
	}
}

// leaveOutRefusals removes all answers but those of success, by status.
func leaveOutRefusals(answers map[string]any) {
	for status, answer := range answers {
		if status[0] != '2' {
			delete(answers, status)
		}
		leaveOutWords(answer)
	}
}
