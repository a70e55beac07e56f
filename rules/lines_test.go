package rules

import "testing"

func TestALineGoesOnInTheNextCell(t *testing.T) {
	tree := newTree().section("h").
		table([]string{"Invoice No.", "Date"}, []string{"A 17", "3 May 2024"}).
		table([]string{"Item", "Amount"}, []string{"Total:", "99.00"}, []string{"Terms: cash", "30 days"}).
		paragraph("Due ........ 4 June 2024").tree()
	tests := []struct{ name, label, want string }{
		{"the value beside a label", "Total", "99.00;"},
		{"the label with its colon", "Total:", "99.00;"},
		{"a header is no label of the next header", "Invoice No.", ""},
		{"a cell that has its value", "Terms:", "cash;"},
		{"dots that lead to the value", "Due", "4 June 2024;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entity := compileOK(t, EntityRules, `rule "A.0.0" when $d: Document() then entityCreationService.lineAfterString("`+tt.label+
				`", "x", EntityType.ENTITY, $d).forEach(e -> e.apply("A.0.0", "r")); end`)
			got := values(t, entity, compileOK(t, ComponentRules, allComponents), Input{Tree: tree})
			if got["x"] != tt.want {
				t.Errorf("got %q, want %q", got["x"], tt.want)
			}
		})
	}
}
