package apidoc

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/user"
)

const contract = "../../api/openapi.yaml"

var (
	operationID = regexp.MustCompile(`(?m)^      operationId: (\w+)$`)
	description = regexp.MustCompile(`(?m)^      description: .*\n(?:(?:        .*)?\n)*`)
	access      = regexp.MustCompile(`\s*Allowed for [^.]*\.`)
)

// TestDescriptionsSayWhoMayCall holds the descriptions of operations against the table of
// permissions. With DOCKET_GOLDEN=new they are written anew.
func TestDescriptionsSayWhoMayCall(t *testing.T) {
	b, err := os.ReadFile(contract)
	if err != nil {
		t.Fatal(err)
	}
	text, said := string(b), 0
	for _, at := range operationID.FindAllStringSubmatchIndex(text, -1) {
		if user.DescribeAccess(user.Operation(text[at[2]:at[3]])) != "" {
			said++
		}
	}
	if said < 90 {
		t.Fatalf("only %d operations of the contract are in the table of permissions, want at least 90", said)
	}
	out := rewriteDescriptions(text)
	if out == text {
		return
	}
	if os.Getenv("DOCKET_GOLDEN") != "new" {
		t.Fatal("descriptions of operations do not say who may call them; DOCKET_GOLDEN=new go test ./api/apidoc -run " +
			"WhoMayCall writes them")
	}
	if err := os.WriteFile(contract, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
}

// rewriteDescriptions puts the sentence about access at the end of each description.
func rewriteDescriptions(text string) string {
	parts := operationID.FindAllStringSubmatchIndex(text, -1)
	for n := len(parts) - 1; n >= 0; n-- {
		sentence := user.DescribeAccess(user.Operation(text[parts[n][2]:parts[n][3]]))
		from := parts[n][1]
		at := description.FindStringIndex(text[from:])
		if sentence == "" || at == nil {
			continue
		}
		old := strings.TrimRight(text[from+at[0]:from+at[1]], "\n")
		text = text[:from+at[0]] + appendSentence(old, sentence) + text[from+len(old)+at[0]:]
	}
	return text
}

// appendSentence adds a sentence to a description in any of the forms that the contract has.
func appendSentence(old, sentence string) string {
	old = access.ReplaceAllString(old, "")
	first, _, more := strings.Cut(old, "\n")
	switch {
	case strings.Contains(first, "description: '"):
		return strings.TrimSuffix(old, "'") + " " + sentence + "'"
	case more && strings.HasSuffix(first, "|"):
		return old + "\n\n        " + sentence
	case more:
		return old + "\n        " + sentence
	}
	return old + " " + sentence
}
