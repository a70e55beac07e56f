package suggest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/rules"
)

// letter makes a document with a paragraph for each line.
func letter(name string, values map[string][]string, lines ...string) Document {
	b := document.NewBuilder()
	for _, l := range lines {
		b.AddParagraph(0, l)
	}
	return Document{Name: name, Tree: b.Tree(), Values: values}
}

// orders makes documents with a number, a date, a sum and a name in different places.
func orders(n int) (docs []Document) {
	names := []string{"Larkspur Books Ltd", "Three Terns Ltd", "Ada Lark Ltd", "Blue Kettle Ltd"}
	for i := range n {
		number, day := fmt.Sprintf("%d-%d", 4000+37*i, i%3), fmt.Sprintf("%d/%d/2024", i%12+1, 13+i%15)
		total := fmt.Sprintf("%d.%02d", 1000+91*i, i)
		lines := []string{names[i%4], "Ship to: 77 Quay Street 1021-5", "Order no.: " + number, "Net 12.00 Tax 3.00",
			"Total due: $" + total, "Page 1 of 2"}
		if i%2 == 0 {
			lines = append(lines, "Printed 1/30/2023", "Order date "+day)
		} else {
			lines = append(lines, "Dated "+day, "Printed 1/30/2023")
		}
		docs = append(docs, letter(fmt.Sprintf("order-%02d", i), map[string][]string{
			"order_no": {number}, "Order Date": {day}, "total": {total}, "seller": {names[i%4]},
			"nowhere": {fmt.Sprint("q", i)}}, lines...))
	}
	return docs
}

var orderFields = []string{"order_no", "Order Date", "total", "seller", "nowhere", "unlabelled"}

// learnOrders learns the rules of orders.
func learnOrders(t *testing.T, docs []Document, workers int) *Proposal {
	t.Helper()
	p, err := Learn(t.Context(), docs, GuessKinds(docs, orderFields, nil), Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// fifteenOrders returns what is learnt from fifteen orders, once for all tests.
var fifteenOrders = sync.OnceValues(func() (*Proposal, error) {
	docs := orders(15)
	return Learn(context.Background(), docs, GuessKinds(docs, orderFields, nil), Options{Workers: 2})
})

func TestRulesAreLearntFromLabelledDocuments(t *testing.T) {
	p, err := fifteenOrders()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		kind measure.Kind
		rule string // part of what the first rule is about
	}{{measure.Text, "order no"}, {measure.Date, "date"}, {measure.Amount, "total due"}, {measure.Text, "line 1"}} {
		f := p.Fields[i]
		if f.Kind != want.kind || f.Unseen != (measure.Counts{Right: 15, Found: 15, Expected: 15}) || f.Train != f.Unseen {
			t.Errorf("%s: kind %v, unseen %+v, train %+v; want kind %v and all 15 right", f.Name, f.Kind, f.Unseen, f.Train, want.kind)
		}
		told := fmt.Sprint(f.Rules)
		if !strings.Contains(told, want.rule) {
			t.Errorf("%s: the rules are %s; want one about %q", f.Name, told, want.rule)
		}
		for _, r := range f.Rules {
			if r.Found < r.Right || r.Right < 2 || r.Example.Document == "" || r.Example.Value == "" {
				t.Errorf("%s: %+v; want at least two right and an example", f.Name, r)
			}
		}
	}
	for i, want := range map[int]string{4: "stands in the text of 0 of the 15 documents", 5: "no document is labelled with it"} {
		f := p.Fields[i]
		missed := measure.Counts{Expected: f.Labelled}
		if len(f.Rules) > 0 || !strings.Contains(f.Reason, want) || f.Unseen != missed {
			t.Errorf("%s: %d rules, reason %q, unseen %+v; want none, %q and %+v", f.Name, len(f.Rules), f.Reason, f.Unseen, want, missed)
		}
	}
}

// The rules that are written find what was measured when they were learnt.
func TestWrittenRulesFindWhatTheyWereMeasuredBy(t *testing.T) {
	docs := orders(15)
	p, err := fifteenOrders()
	if err != nil {
		t.Fatal(err)
	}
	entity, component := compileProposal(t, p)
	for _, d := range docs {
		found := runProposal(t, entity, component, d)
		for _, f := range []string{"order_no", "Order Date", "total", "seller"} {
			name := map[string]string{"order_no": "Order_No", "Order Date": "Order_Date", "total": "Total", "seller": "Seller"}[f]
			if !slices.Equal(found[name], d.Values[f]) {
				t.Errorf("%s: %s is %q, want %q", d.Name, name, found[name], d.Values[f])
			}
		}
	}
}

// compileProposal compiles the rule files of a template; they must be well formed and without warnings.
func compileProposal(t *testing.T, p *Proposal) (entity, component *rules.Program) {
	t.Helper()
	files, err := p.Files(Origin{Title: "Orders", Languages: []string{"eng"}, Folder: "orders", Truth: "truth.csv"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		side := rules.EntityRules
		switch f.Name {
		case "component-rules.drl":
			side = rules.ComponentRules
		case "entity-rules.drl":
		default:
			continue
		}
		program, report := rules.Compile(side, f.Content)
		if program == nil || len(report.Errors)+len(report.Warnings) > 0 {
			t.Fatalf("%s: errors %v, warnings %v in\n%s, want rules without errors and warnings",
				f.Name, report.Errors, report.Warnings, f.Content)
		}
		if side == rules.EntityRules {
			entity = program
		} else {
			component = program
		}
	}
	return entity, component
}

// runProposal returns the values of the components of a document.
func runProposal(t *testing.T, entity, component *rules.Program, d Document) map[string][]string {
	t.Helper()
	result, err := rules.Run(t.Context(), entity, component, rules.Input{Tree: d.Tree})
	if err != nil || len(result.Failures) > 0 {
		t.Fatalf("%s: %v, %v, want no error and len(result.Failures) = 0", d.Name, err, result.Failures)
	}
	found := map[string][]string{}
	for _, c := range result.Components {
		found[c.Name] = append(found[c.Name], c.Value)
		if c.Confidence == nil {
			t.Errorf("%s: %s has no confidence, want c.Confidence != nil", d.Name, c.Name)
		}
	}
	return found
}

func TestSeveralValuesOfAField(t *testing.T) {
	var docs []Document
	people := []string{"Ada Lark", "Ben Fern", "Cy Moss", "Di Reed", "Ed Vale", "Flo Wren"}
	for i := range 10 {
		a, b := people[i%6], people[(i+2)%6]
		docs = append(docs, letter(fmt.Sprint("deed", i), map[string][]string{"party": {a, b}},
			"Agreement", fmt.Sprintf("This is made by %s and by %s on a Monday.", a, b), "It was read to "+people[(i+1)%6]+"."))
	}
	p, err := Learn(t.Context(), docs, GuessKinds(docs, []string{"party"}, nil), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if f := p.Fields[0]; !f.Multiple || f.Train != (measure.Counts{Right: 20, Found: 20, Expected: 20}) {
		t.Fatalf("several values: %v, %+v, rules %v; want all 20 values and no other", f.Multiple, f.Train, f.Rules)
	}
	entity, component := compileProposal(t, p)
	for _, d := range docs {
		if found := runProposal(t, entity, component, d)["Party"]; !slices.Equal(found, d.Values["party"]) {
			t.Errorf("%s: %q, want %q", d.Name, found, d.Values["party"])
		}
	}
}

// Each fifth of the documents has a label of its own. Rules for it are learnt from all documents,
// and never from those that were left out.
func TestCrossValidationKnowsNothingOfTheDocumentsLeftOut(t *testing.T) {
	labels := []string{"Alpha", "Bravo", "Charlie", "Delta", "Echo"}
	var docs []Document
	for i := range 15 {
		number := fmt.Sprint(500 + i*7)
		docs = append(docs, letter(fmt.Sprintf("d%02d", i), map[string][]string{"id": {number}},
			"Noise 111 and 222", labels[i%5]+": "+number, "Noise 333 and 444"))
	}
	p, err := Learn(t.Context(), docs, GuessKinds(docs, []string{"id"}, nil), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if f := p.Fields[0]; f.Train.Right != 15 || f.Unseen.Right != 0 {
		t.Errorf("train %+v, unseen %+v; want 15 right in training and none unseen; rules %v", f.Train, f.Unseen, f.Rules)
	}
}

func TestLearningTwiceGivesTheSameTemplate(t *testing.T) {
	docs := orders(6)
	var first []File
	for _, workers := range []int{1, 4} {
		files, err := learnOrders(t, docs, workers).Files(Origin{Title: "Orders", Languages: []string{"eng"}, Folder: "orders"})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = files
		} else if !reflect.DeepEqual(files, first) {
			t.Errorf("with %d workers the files differ:\n%s\n%s, want %v", workers, files[1].Content, first[1].Content, first)
		}
	}
}

// Labels and names of fields may hold what has a meaning in rules, expressions or YAML.
func TestOddLabelsAndFieldsAreWritten(t *testing.T) {
	var docs []Document
	field := `Größe "x" \ [y]`
	for i := range 8 {
		value := fmt.Sprintf("%d", 100+i*3)
		docs = append(docs, letter(fmt.Sprint("o", i),
			map[string][]string{field: {value}, "日付": {value}, "total": {value}, "Total": {value}},
			"Noise 999", `"Größe" C:\Weg (a+b): `+value, "Noise 998"))
	}
	p, err := Learn(t.Context(), docs, GuessKinds(docs, []string{field, "日付", "total", "Total"}, nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	entity, component := compileProposal(t, p)
	for _, d := range docs {
		found := runProposal(t, entity, component, d)
		if len(found) != 4 {
			t.Errorf("%s: components %q, want four of different names", d.Name, found)
		}
		for name, values := range found {
			if !slices.Equal(values, d.Values["total"]) {
				t.Errorf("%s: %s is %q, want %q", d.Name, name, values, d.Values["total"])
			}
		}
	}
}

func TestLearningEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Learn(ctx, orders(5), GuessKinds(orders(5), orderFields, nil), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the context has ended", err)
	}
	if _, err := Learn(t.Context(), nil, nil, Options{}); err == nil {
		t.Error("no documents: got no error")
	}
}

func TestKindsAreGuessedFromLabels(t *testing.T) {
	docs := []Document{
		{Values: map[string][]string{"a": {"$1,250.00"}, "d": {"2001-04-18"}, "n": {"1422136-1"}, "t": {"Ada Lark"}, "given": {"Ada"}}},
		{Values: map[string][]string{"a": {"99.00"}, "d": {"May 4, 2020"}, "n": {"17"}, "t": {"Ben 2"}, "given": {"Ben"}}},
	}
	got := map[string]string{}
	for _, f := range GuessKinds(docs, []string{"a", "d", "n", "t", "given"}, map[string]measure.Kind{"given": measure.Soft}) {
		got[f.Name] = f.KindName
	}
	want := map[string]string{"a": "amount", "d": "date", "n": "text", "t": "text", "given": "soft"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// optionOf returns an option that is right (r), wrong (w) or finds nothing (.) in each document.
func optionOf(index int, outcomes string) option {
	o := option{index: index, values: make([][]string, len(outcomes)), right: make([][]bool, len(outcomes))}
	for doc, r := range outcomes {
		if r != '.' {
			o.values[doc], o.right[doc] = []string{string(r)}, []bool{r == 'r'}
		}
	}
	return o
}

// chosenOptions returns the options of the rules that are chosen, in their order.
func chosenOptions(options []option, documents int) (out []int) {
	s := &study{Field: NewField("f", measure.Text), docs: make([]view, documents)}
	allowed := map[int]bool{}
	for i := range s.docs {
		s.docs[i].Values = map[string][]string{"f": {"r"}}
	}
	for _, o := range options {
		allowed[o.index] = true
	}
	for _, c := range s.chooseRules(options, allowed, allDocuments(documents), Options{MaxRules: 4, MinDocuments: 2}) {
		out = append(out, c.option)
	}
	return out
}

func TestTheListThatFindsMostIsChosen(t *testing.T) {
	for _, row := range []struct {
		name     string
		outcomes []string // of each option
		want     []int
	}{
		{"the surest first", []string{"rrrrww....", "rrrr......", "....rrrr.."}, []int{1, 2}},
		{"a rule for what is left", []string{"rrrrrrr...", ".......rrr"}, []int{0, 1}},
		// What each of the sure rules decides is right with the broad one, too.
		{"a broad rule, and not the small ones in it",
			[]string{"rr..............", "..rr............", "rrrrrrrrrwww....", "....rr.........."}, []int{2}},
		{"a sure rule in front of a broad one", []string{"rrrrrrrrrwwww...", ".........rrrr..."}, []int{1, 0}},
		{"no rule that is right once", []string{"r.........", ".wwwww...."}, nil},
		{"no rule that is wrong more often than right", []string{"rrwwww...."}, nil},
	} {
		var options []option
		for i, o := range row.outcomes {
			options = append(options, optionOf(i, o))
		}
		if got := chosenOptions(options, len(row.outcomes[0])); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestLabelsAreTheLastWordsOfALine(t *testing.T) {
	got := lastWords("Invoice 17, Total (net) Due Amount : $ ")
	if want := []string{"amount", "due amount", "net) due amount", "total (net) due amount"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := lastWords("Order 4711"); got != nil {
		t.Errorf("a number is taken for a label: %q, want got = nil", got)
	}
}

func TestMasksFitTheNumbersTheyAreMadeOf(t *testing.T) {
	docs := makeViews([]Document{
		letter("a", map[string][]string{"f": {"AB-123"}}, "x"), letter("b", map[string][]string{"f": {"Q-98765"}}, "x"),
		letter("c", map[string][]string{"f": {"17/4"}}, "x"), letter("d", map[string][]string{"f": {"9/1"}}, "x"),
		letter("e", map[string][]string{"f": {"z"}}, "x"),
	})
	forms := newStudy(NewField("f", measure.Text), docs).mineMasks(allDocuments(len(docs)))
	var got []string
	for _, f := range forms {
		got = append(got, f.about+" "+f.java)
	}
	for i, want := range []string{`\\d{1,2}/\\d`, `\\p{Lu}{1,2}-\\d{3,5}`, `\\p{Lu}{1,2}-\\d{3,5}|\\d{1,2}/\\d`} {
		if len(got) != 3 || !strings.Contains(got[i], "(?:"+want+")") {
			t.Errorf("form %d of %q lacks %s", i, got, want)
		}
	}
	if train := newStudy(NewField("f", measure.Text), docs).mineMasks([]int{0, 2}); train != nil {
		t.Errorf("forms of single documents: %v, want none", train)
	}
}

func TestExamplesAreTestsThatPass(t *testing.T) {
	p, err := fifteenOrders()
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Files(Origin{Title: "Orders", Languages: []string{"eng"}, Folder: "orders"})
	if err != nil {
		t.Fatal(err)
	}
	// A paragraph for each line: as light text with blank lines between.
	parse := func(text string) (*document.Tree, error) {
		return letter("example", nil, strings.Split(text, "\n")...).Tree, nil
	}
	with, err := p.AddExamples(t.Context(), slices.Clone(files), parse)
	if err != nil || len(with) != len(files)+1 || with[len(files)].Name != "tests/examples.yaml" {
		t.Fatalf("%d files, %v; want one more than %d", len(with), err, len(files))
	}
	tests := string(with[len(files)].Content)
	for _, want := range []string{"Order_No: a number beside “order no”", "      Order no.: 4000-0\n", `components: {Order_No: "4000-0"}`,
		`components: {Total: "1000.00"}`, "      Total due: $1000.00\n"} {
		if !strings.Contains(tests, want) {
			t.Errorf("the tests lack %q:\n%s", want, tests)
		}
	}
	if strings.Contains(tests, "Total.0.0") {
		t.Errorf("the tests name rules, and fail when these are rewritten:\n%s, want no %q in it", tests, "Total.0.0")
	}
	without, err := p.AddExamples(t.Context(), files, func(string) (*document.Tree, error) { return nil, errors.New("no text") })
	if err != nil || len(without) != len(files) {
		t.Errorf("without a text that passes: %d files, %v; want %d", len(without), err, len(files))
	}
}

func TestWhatBeginsAsWrongValuesDoIsLeftOut(t *testing.T) {
	var docs []Document
	for i, name := range []string{"Ada Lark", "Ben Fern", "Cy Moss", "Di Reed", "Ed Vale", "Flo Wren", "Gus Oak", "Hal Ash",
		"Ida Elm", "Jo Fir"} {
		docs = append(docs, letter(fmt.Sprint("n", i), map[string][]string{"client": {name}}, "Order",
			[]string{"Client: Code " + fmt.Sprint(i), "Client: 77 is it"}[i%2], "Client: "+name,
			[]string{"Client: Code of it", "Client: as above"}[i/2%2]))
	}
	p, err := Learn(t.Context(), docs, GuessKinds(docs, []string{"client"}, nil), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	f := p.Fields[0]
	if all := (measure.Counts{Right: 10, Found: 10, Expected: 10}); f.Train != all || f.Unseen != all || len(f.Rules) != 1 ||
		!strings.Contains(f.Rules[0].About, "none that begins with “code” or a number or a small letter") {
		t.Fatalf("train %+v, unseen %+v, rules %+v; want one rule that finds all", f.Train, f.Unseen, f.Rules)
	}
	entity, component := compileProposal(t, p)
	for _, d := range docs {
		if found := runProposal(t, entity, component, d)["Client"]; !slices.Equal(found, d.Values["client"]) {
			t.Errorf("%s: %q, want %q", d.Name, found, d.Values["client"])
		}
	}
}

func TestRulesAreToldInWords(t *testing.T) {
	for _, row := range []struct {
		about string
		pick  pick
		want  string
	}{
		{"an amount beside “total”", pickFirst, "an amount beside “total”"},
		{"an amount beside “total”", pickLargest, "the largest amount beside “total”"},
		{"a date", pickLast, "the last date"},
		{"words with capitals behind “by”", pickAll, "each: words with capitals behind “by”"},
	} {
		if got := (option{candidate: candidate{about: row.about}, pick: row.pick}).describe(); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

// Months are labelled in a form that most documents do not print, and the currency stands in few.
func TestValuesThatFewDocumentsPrint(t *testing.T) {
	var docs []Document
	for i := range 20 {
		month, lines := fmt.Sprintf("2026-%02d", i%12+1), []string{"Payslip", fmt.Sprintf("March %d", i), fmt.Sprint("Hours ", i)}
		if i%5 == 0 {
			lines = append(lines, month, "Currency: EUR")
		}
		docs = append(docs, letter(fmt.Sprint("payslip", i), map[string][]string{"period": {month}, "currency": {"EUR"}}, lines...))
	}
	p, err := Learn(t.Context(), docs, []Field{NewField("period", measure.Exact), NewField("currency", measure.Text)},
		Options{MinDocuments: 5})
	if err != nil {
		t.Fatal(err)
	}
	period, currency := p.Fields[0], p.Fields[1]
	for _, want := range []string{"stands in the text of 4 of the 20 documents", "printed in another form",
		"convert it in component rules"} {
		if !strings.Contains(period.Reason, want) || period.DescribeRest() != "" {
			t.Errorf("the reason of a field without rules is %q and the rest %q; want %q and no rest", period.Reason,
				period.DescribeRest(), want)
		}
	}
	p, err = Learn(t.Context(), docs, []Field{currency.Field}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rest := p.Fields[0].DescribeRest(); !strings.Contains(rest, "in the text of 4 of the 20 documents") {
		t.Errorf("of a field that most documents do not print is told %q; want in how many it stands", rest)
	}
	files, err := p.Files(Origin{Title: "Payslips", Languages: []string{"eng"}, Folder: "payslips"})
	if err != nil {
		t.Fatal(err)
	}
	if readme := string(files[3].Content); !strings.Contains(readme, "in the text of 4 of the 20 documents") ||
		!strings.Contains(readme, "flatter") {
		t.Errorf("the README does not tell what its figures leave out:\n%s, want %q in readme and %q in readme", readme,
			"in the text of 4 of the 20 documents", "flatter")
	}
	if entity, component := string(files[1].Content), string(files[2].Content); !strings.Contains(entity, "Currency.0.0") ||
		!strings.Contains(component, "Currency.1.0") || strings.Contains(component, "Currency.0.0") {
		t.Errorf("rules of both files have the same identifier, want Currency.0.0 in the first, Currency.1.0 in the second:\n%s\n%s",
			entity, component)
	}
}
