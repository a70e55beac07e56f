package rules

import (
	"slices"
	"testing"
)

// skippedImages shows the images that rules skipped.
const skippedImages = `rule "W.0.0" salience -2000 when Image(skipped()) $d: Document() then
  entityCreationService.byRegex("\\w+", "image", EntityType.ENTITY, $d).limit(1).forEach(e -> e.apply("W.0.0", "skipped")); end`

// paragraphsThere shows the paragraphs that are facts at the end.
const paragraphsThere = `rule "W.0.1" salience -2000 when $p: Paragraph() then
  entityCreationService.bySemanticNode($p, "paragraph", EntityType.ENTITY).ifPresent(e -> e.apply("W.0.1", "there")); end`

var toxicologyCases = []exampleCase{
	{rule: "H.0.0", name: "each headline", in: on(newTree().section("One").paragraph("text").section("Two"), "", ""), fires: 2,
		want: "headline=One/APPLIED/H.0.0/Headline found; headline=Two/APPLIED/H.0.0/Headline found"},
	{rule: "H.0.0", name: "an empty headline", in: on(newTree().section(""), "", ""), fires: 1, idle: true},
	{rule: "H.0.0", name: "none", in: on(newTree().paragraph("text"), "", "")},

	{rule: "H.0.1", name: "hides the entries",
		in: on(newTree().section("Table of Contents").paragraph("Signature page 1").signature(), "", "",
			terms("author", "page")), watch: skippedImages, fires: 1,
		want: "image=Table/APPLIED/W.0.0/skipped; headline=Table of Contents/APPLIED/H.0.0/Headline found"},
	{rule: "H.0.1", name: "entities do not bring them back",
		in: on(newTree().section("Table of Contents: doses").paragraph("5 mg/kg").section("h").paragraph("text"), "OECD Number",
			"402"), watch: paragraphsThere, fires: 1,
		want: "headline=Table of Contents: doses/APPLIED/H.0.0/Headline found; dose=5/APPLIED/TOX.3.0/Dose found for guideline " +
			"402 (n-a); headline=h/APPLIED/H.0.0/Headline found; paragraph=text/APPLIED/W.0.1/there"},
	{rule: "H.0.1", name: "another section", in: on(newTree().section("h").paragraph("Signature page 1").signature(), "", "",
		terms("author", "page")), watch: skippedImages,
		want: "headline=h/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.1.0", name: "a headline", in: on(newTree().section("1 GOOD LABORATORY PRACTICE"), "", ""), fires: 1,
		want: "headline=1 GOOD LABORATORY PRACTICE/APPLIED/H.0.0/Headline found; glp_study=1 GOOD LABORATORY " +
			"PRACTICE/APPLIED/TOX.1.0/GLP statement found (n-a)"},
	{rule: "TOX.1.0", name: "a paragraph", in: on(newTree().section("h").paragraph("GOOD LABORATORY PRACTICE"), "", ""),
		want: "headline=h/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.2.0", name: "elsewhere", in: on(newTree().section("Results").paragraph("Wistar rats"), "OECD Number", "404",
		terms("strain", "Wistar"), terms("species", "rats")), fires: 1,
		want: "headline=Results/APPLIED/H.0.0/Headline found; strain=Wistar/REMOVED/TOX.2.0/species outside of the materials " +
			"sections; species=rats/REMOVED/TOX.2.0/species outside of the materials sections"},
	{rule: "TOX.2.0", name: "where they belong",
		in: on(newTree().section("Test System").paragraph("Wistar").section("Animals").paragraph("Wistar"), "OECD Number",
			"404", terms("strain", "Wistar")),
		want: "headline=Test System/APPLIED/H.0.0/Headline found; headline=Animals/APPLIED/H.0.0/Headline found"},
	{rule: "TOX.2.0", name: "another guideline", in: on(newTree().section("Results").paragraph("Wistar"), "OECD Number", "471",
		terms("strain", "Wistar")),
		want: "headline=Results/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.2.1", name: "in lower case", in: on(newTree().section("Animals").paragraph("RATS and Mice"), "OECD Number",
		"405", terms("species", "rats", "mice")), fires: 1,
		want: "headline=Animals/APPLIED/H.0.0/Headline found; species=rats/APPLIED/TOX.2.1/Species found.; " +
			"species=mice/APPLIED/TOX.2.1/Species found."},
	{rule: "TOX.2.1", name: "another guideline", in: on(newTree().section("Animals").paragraph("Rats"), "OECD Number", "471",
		terms("species", "rats")),
		want: "headline=Animals/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.3.0", name: "numbers and levels", in: on(newTree().section("Dosed").paragraph("Dose levels of 5 mg/kg and",
		"7.5 mg/kg. Then 9mg/kg."), "OECD Number", "402"), fires: 1,
		want: "headline=Dosed/APPLIED/H.0.0/Headline found; dose=5/APPLIED/TOX.3.0/Dose found for guideline 402 (n-a); dose=5 " +
			"mg/kg and 7/APPLIED/TOX.3.0/Dose found for guideline 402 (n-a); dose=7.5/APPLIED/TOX.3.0/Dose found for guideline " +
			"402 (n-a); dose=9/APPLIED/TOX.3.0/Dose found for guideline 402 (n-a)"},
	{rule: "TOX.3.0", name: "by its ppm", in: on(newTree().section("Dosed").paragraph("At a dose level of 12 ppm."),
		"OECD Number", "402"), fires: 1,
		want: "headline=Dosed/APPLIED/H.0.0/Headline found; dose=12 ppm/APPLIED/TOX.3.0/Dose found for guideline 402 (n-a)"},
	{rule: "TOX.3.0", name: "no unit", in: on(newTree().section("Dosed").paragraph("At a dose level of 12."), "OECD Number", "402"),
		want: "headline=Dosed/APPLIED/H.0.0/Headline found"},
	{rule: "TOX.3.0", name: "formulation", in: on(newTree().section("Dose formulation").paragraph("5 mg/kg"), "OECD Number", "402"),
		want: "headline=Dose formulation/APPLIED/H.0.0/Headline found"},
	{rule: "TOX.3.0", name: "no guideline", in: on(newTree().section("Dosed").paragraph("5 mg/kg"), "", ""),
		want: "headline=Dosed/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.4.0", name: "paragraphs as one", in: on(newTree().section("Conclusions").paragraph("One.").paragraph("Two."),
		"", ""), fires: 1,
		want: "headline=Conclusions/APPLIED/H.0.0/Headline found; study_conclusion=One.\nTwo./APPLIED/TOX.4.0/Study " +
			"conclusion found (n-a)"},
	{rule: "TOX.4.0", name: "by both headlines", in: on(newTree().section("Summary and conclusion").paragraph("One."), "", ""), fires: 2,
		want: "headline=Summary and conclusion/APPLIED/H.0.0/Headline found; study_conclusion=One./APPLIED/TOX.4.0/Study " +
			"conclusion found (n-a)"},
	{rule: "TOX.4.0", name: "with a table", in: on(newTree().section("Summary").paragraph("One.").table([]string{"a"},
		[]string{"b"}), "", ""),
		want: "headline=Summary/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.5.0", name: "cells of the two columns",
		in: on(newTree().section("h").table([]string{"Group", "n", "Mortality"}, []string{"low", "5", "0/5"},
			[]string{"high", "5", "3/5"}), "", ""), fires: 1,
		want: "headline=h/APPLIED/H.0.0/Headline found; dose_group=low/APPLIED/TOX.5.0/Group cell (n-a); " +
			"mortality=0/5/APPLIED/TOX.5.0/Mortality cell (n-a); dose_group=high/APPLIED/TOX.5.0/Group cell (n-a); " +
			"mortality=3/5/APPLIED/TOX.5.0/Mortality cell (n-a)"},
	{rule: "TOX.5.0", name: "one row", in: on(newTree().section("h").table([]string{"Group", "Mortality"}), "", ""),
		want: "headline=h/APPLIED/H.0.0/Headline found"},
	{rule: "TOX.5.0", name: "one column", in: on(newTree().section("h").table([]string{"Group"}, []string{"low"}), "", ""),
		want: "headline=h/APPLIED/H.0.0/Headline found"},
}

var toxicologyAuthorCases = []exampleCase{
	{rule: "TOX.6.0", name: "nobody signs", in: on(newTree().section("h").paragraph("Signature").signature(), "", ""),
		watch: skippedImages, fires: 1,
		want: "headline=h/APPLIED/H.0.0/Headline found; image=h/APPLIED/W.0.0/skipped"},
	{rule: "TOX.6.0", name: "the author on another page",
		in: on(newTree().section("h").paragraph("Smith").secondPage().section("i").paragraph("Signature").signature(), "", "",
			terms("author", "Smith")), watch: skippedImages, fires: 1,
		want: "headline=h/APPLIED/H.0.0/Headline found; image=h/APPLIED/W.0.0/skipped; headline=i/APPLIED/H.0.0/Headline found"},
	{rule: "TOX.6.0", name: "the author signs", in: on(newTree().section("h").paragraph("Signature: Smith").signature(), "", "",
		terms("author", "Smith")), watch: skippedImages,
		want: "headline=h/APPLIED/H.0.0/Headline found"},
	{rule: "TOX.6.0", name: "a report number", in: on(newTree().section("h").paragraph("Report 7").signature(), "", "",
		terms("report_number", "7")), watch: skippedImages,
		want: "headline=h/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.7.0", name: "with the title", in: on(newTree().section("h").paragraph("by Prof. Smith and Dr Jones"), "", "",
		terms("author", "Smith", "Jones")), fires: 2,
		want: "headline=h/APPLIED/H.0.0/Headline found; author=Prof. Smith/APPLIED/TOX.7.0/Author with title (n-a); author=Dr " +
			"Jones/APPLIED/TOX.7.0/Author with title (n-a)"},
	{rule: "TOX.7.0", name: "without one", in: on(newTree().section("h").paragraph("by Mr. Smith"), "", "", terms("author", "Smith")),
		want: "headline=h/APPLIED/H.0.0/Headline found"},

	{rule: "TOX.8.0", name: "authors of a column",
		in: on(newTree().section("h").table([]string{"Author(s)"}, []string{"Smith"}, []string{"Jones"}), "", ""), fires: 1,
		want: "headline=h/APPLIED/H.0.0/Headline found; author=Smith/APPLIED/TOX.8.0/Author(s) column; " +
			"author=Jones/APPLIED/TOX.8.0/Author(s) column"},
	{rule: "TOX.8.0", name: "another column", in: on(newTree().section("h").table([]string{"Authors"}, []string{"Smith"}), "", ""),
		want: "headline=h/APPLIED/H.0.0/Headline found"},

	{rule: "LOC.0.0", name: "an author elsewhere",
		in: on(newTree().section("h").table([]string{"Author(s)"}, []string{"Smith"}).paragraph("as Smith said, not Smithson"),
			"", ""), fires: 1,
		want: "headline=h/APPLIED/H.0.0/Headline found; author=Smith/APPLIED/TOX.8.0/Author(s) column; " +
			"author=Smith/APPLIED/TOX.8.0/Author(s) column/RECOMMENDATION"},
	{rule: "LOC.0.0", name: "nothing to look for",
		in: on(newTree().section("h").paragraph("as Smith said"), "", "", terms("author", "Smith")), fires: 1, idle: true,
		want: "headline=h/APPLIED/H.0.0/Headline found"},
}

// flags shows the flags of a study, guidelines the texts of its guidelines; filled
// has a text of its own before the file does.
const (
	flags = `rule "W.0.0" salience -2000 when $f: StudyFlag() then componentCreationService.create("W.0.0", $f.getName(), ` +
		`"" + $f.getScore()); end`
	guidelines = `rule "W.0.1" salience -2000 when accumulate(GuidelineText($t: text); $l: collectList($t)) then componentCreationService.create("W.0.1", "texts", "" + $l); end
`
	filled = `rule "W.0.2" salience 1000 when not GuidelineText() then insert(new GuidelineText("1", "2", "three")); end
`
)

var toxicologyComponentCases = []exampleCase{
	{rule: "GuidelineText.0.0", name: "once", in: on(newTree().section("h"), "", ""), watch: guidelines, fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/ texts=[OECD 402: Acute dermal toxicity (1987), OECD 402: Acute dermal " +
			"toxicity (2017), OECD 404: Acute dermal irritation (2015)]/W.0.1//"},
	{rule: "GuidelineText.0.0", name: "filled already", in: on(newTree().section("h"), "", ""), watch: filled + guidelines,
		want: "GLP_Study=No/GLP.0.1/No if absent/ texts=[three]/W.0.1//"},

	{rule: "TestGuideline.0.0", name: "number and year",
		in: on(newTree().section("h").paragraph("OECD 402 of 2017"), "", "", terms("oecd_guideline_number", "402"),
			terms("oecd_guideline_year", "2017")), fires: 1,
		want: "Test_Guideline=OECD 402: Acute dermal toxicity (2017)/TestGuideline.0.0/number and year mapped/402+2017 " +
			"GLP_Study=No/GLP.0.1/No if absent/"},
	{rule: "TestGuideline.0.0", name: "another year",
		in: on(newTree().section("h").paragraph("OECD 404 of 2017"), "", "", terms("oecd_guideline_number", "404"),
			terms("oecd_guideline_year", "2017")),
		want: "GLP_Study=No/GLP.0.1/No if absent/"},

	{rule: "GLP.0.0", name: "statements", in: on(newTree().section("h").paragraph("GLP and GCP"), "", "",
		terms("glp_study", "GLP", "GCP")), fires: 1,
		want: "GLP_Study=Yes/GLP.0.0/Yes if present/GLP+GCP"},
	{rule: "GLP.0.0", name: "none", in: on(newTree().section("h"), "", ""),
		want: "GLP_Study=No/GLP.0.1/No if absent/"},
	{rule: "GLP.0.1", name: "none", in: on(newTree().section("h"), "", ""), fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/"},
	{rule: "GLP.0.1", name: "one", in: on(newTree().section("h").paragraph("GLP"), "", "", terms("glp_study", "GLP")),
		want: "GLP_Study=Yes/GLP.0.0/Yes if present/GLP"},

	{rule: "Mortality.0.0", name: "each row", in: on(newTree().section("h").table([]string{"Mortality", "Group"},
		[]string{"0/5", "low"}, []string{"3/5", "high"}), "", "", terms("dose_group", "low", "high"),
		terms("mortality", "0/5", "3/5")), fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/ Mortality=0/5, low/Mortality.0.0//0/5+low Mortality=3/5, high/Mortality.0.0//3/5+high"},
	{rule: "Mortality.0.0", name: "no cells", in: on(newTree().section("h").paragraph("0/5"), "", ""), fires: 1, idle: true,
		want: "GLP_Study=No/GLP.0.1/No if absent/"},

	{rule: "Conclusion.0.0", name: "an acute study",
		in: on(newTree().section("h").paragraph("safe and sound"), "OECD Number", "403",
			terms("study_conclusion", "safe", "sound")), fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/ Study_Conclusion=safe, sound/Conclusion.0.0//safe+sound"},
	{rule: "Conclusion.0.0", name: "no conclusion", in: on(newTree().section("h").paragraph("safe"), "OECD Number", "403"),
		fires: 1, idle: true,
		want: "GLP_Study=No/GLP.0.1/No if absent/"},
	{rule: "Conclusion.0.0", name: "another study",
		in:   on(newTree().section("h").paragraph("safe"), "OECD Number", "471", terms("study_conclusion", "safe")),
		want: "GLP_Study=No/GLP.0.1/No if absent/"},

	{rule: "Score.0.0", name: "a guideline that is known",
		in: on(newTree().section("h").paragraph("OECD 404"), "", "", terms("oecd_guideline_number", "404")), watch: flags, fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/ guideline_study=1/W.0.0//"},
	{rule: "Score.0.0", name: "one that is not", in: on(newTree().section("h").paragraph("OECD 471"), "", "",
		terms("oecd_guideline_number", "471")), watch: flags,
		want: "GLP_Study=No/GLP.0.1/No if absent/"},
	{rule: "Score.0.1", name: "raises once", in: on(newTree().section("h").paragraph("OECD 402: rats, mice"), "", "",
		terms("oecd_guideline_number", "402"), terms("species", "rats", "mice")), watch: flags, fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/ guideline_study=3/W.0.0//"},
	{rule: "Score.0.1", name: "climbs when it may loop",
		in: on(newTree().section("h").paragraph("OECD 402: rats, mice"), "", "", terms("oecd_guideline_number", "402"),
			terms("species", "rats", "mice")), watch: flags, edit: []string{"no-loop true", ""}, fires: 5,
		want: "GLP_Study=No/GLP.0.1/No if absent/ guideline_study=11/W.0.0//"},
	{rule: "Score.0.1", name: "no species", in: on(newTree().section("h").paragraph("OECD 402"), "", "",
		terms("oecd_guideline_number", "402")), watch: flags,
		want: "GLP_Study=No/GLP.0.1/No if absent/ guideline_study=1/W.0.0//"},

	{rule: "Strain.0.0", name: "what sounds like it",
		in: on(newTree().section("h").paragraph("Wister, Wistar"), "", "", terms("strain", "Wister", "Wistar")), fires: 1,
		want: "GLP_Study=No/GLP.0.1/No if absent/ Strain=Wistar/Strain.0.0/normalised/Wister"},
	{rule: "Strain.0.0", name: "another strain", in: on(newTree().section("h").paragraph("Fischer"), "", "", terms("strain", "Fischer")),
		want: "GLP_Study=No/GLP.0.1/No if absent/"},
}

// TestTheSourcesOfDosesAreReadInTheirOrder has a dose of the second source in front
// of one of the first.
func TestTheSourcesOfDosesAreReadInTheirOrder(t *testing.T) {
	in := on(newTree().section("Dosed").paragraph("Dose levels of one and two. Later 5 mg/kg."), "OECD Number", "402")
	_, trace, err := Explain(t.Context(), load(t, EntityRules, "toxicology-entity-rules.drl"),
		compileOK(t, ComponentRules, `rule "C.0.0" when then end`), in)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range trace.Firings {
		for _, c := range f.Changes {
			if c.Kind == Inserted && idOf(f.Rule) == "TOX.3.0" {
				got = append(got, c.Text)
			}
		}
	}
	if want := []string{"dose = 5", "dose = one and two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
