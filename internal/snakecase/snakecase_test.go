package snakecase

import "testing"

func TestFromName(t *testing.T) {
	for in, want := range map[string]string{
		"Invoice Number": "invoice_number",
		"StudyTitle":     "study_title",
		"Größe (mm)":     "grosse_mm",
		"Invoice_Number": "invoice_number",
		"GLP":            "glp",
		"No2Way":         "no2_way",
		"  a--b  ":       "a_b",
		"Crème Brûlée":   "creme_brulee",
		"€ — !":          "",
		"":               "",
	} {
		if got := FromName(in); got != want {
			t.Errorf("FromName(%q) = %q, want %q", in, got, want)
		}
		if once := FromName(in); FromName(once) != once {
			t.Errorf("FromName(%q) is not stable: %q", once, FromName(once))
		}
	}
}
