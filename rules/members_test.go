package rules

import "testing"

// TestMembersOfTheDocument calls members of layout elements, ranges and entities in
// a consequence; out is the text that the rule reports.
func TestMembersOfTheDocument(t *testing.T) {
	tests := []struct{ name, code, want string }{
		{"text range", `TextRange r = $p.getTextRange(); out = r.length() + " " + r.contains(new TextRange(r.start(), r.start() ` +
			`+ 2)) + r.intersects(new TextRange(0, 1)) + r.trim($d.getTextBlock()).equals(r) + r.split(List.of(r.start() + ` +
			`5)).size();`, "16 truefalsetrue2"},
		{"text block", `TextBlock b = $p.getTextBlock(); out = b.numberOfLines() + b.subSequence(0, 5) + ` +
			`b.getLineBreaks().size() + b.searchTextWithLineBreaks().indexOf("\n");`, "2alpha110"},
		{"ranges by string", `out = "" + findTextRangesByStringIgnoreCase("A", $p.getTextBlock()).size() + ` +
			`findTextRangesByRegex("(\\w)eta", 1, $p.getTextBlock()).get(0).length();`, "51"},
		{"tree", `out = $p.getTreeId() + " " + $p.getNumberOnPage() + $p.getHighestParent().getType() + $s.getNumberOnPage();`,
			"[0, 1] 1SECTIONnull"},
		{"box", `var box = $p.getBBox().get($g); out = box.getX() + " " + $p.intersectsRectangle(0, 0, 600, 842, 1) + ` +
			`$p.intersectsRectangle(0, 0, 600, 842, 2);`, "50.0 truefalse"},
		{"page", `out = $g.getNumber() + " " + $g.getMainBody().size() + $g.getTextBlocksOnPage().size() + ($g.getHeader() == ` +
			`null) + $g.getImages().size();`, "1 88true0"},
		{"headers of a cell", `out = $t.streamHeadersForCell(2, 1).map(c -> ` +
			`c.getTextBlock().getSearchText()).collect(Collectors.joining());`, "Amount"},
		{"rows by entities",
			`entityCreationService.byString("Ink", "good", EntityType.ENTITY, $t).toList(); entityCreationService.byString("20", "price", EntityType.ENTITY, $t).toList();
			out = $t.streamEntitiesWhereRowContainsEntitiesOfType(List.of("good", "x")).count() + "" + $t.streamEntitiesWhereRowContainsEntitiesOfEachType(List.of("good", "x")).count()
			+ $t.getEntitiesOfTypeInSameRow("price", $t.getEntitiesOfType("good").get(0)).get(0).getValue();`, "2020"},
		{"copy", `TextEntity e = entityCreationService.byString("beta", "greek", EntityType.ENTITY, $p).findFirst().get(); e.apply("A.0.0", "r");
			TextEntity c = entityCreationService.copyEntity(e, "other", EntityType.HINT, $p); TextEntity w = entityCreationService.copyEntityWithoutRules(e, "third", EntityType.HINT, $p);
			out = c.getValue() + c.applied() + w.applied() + entityCreationService.copyEntity(e, "greek", EntityType.ENTITY, $p).equals(e);`, "betatruefalsetrue"},
		{"merge", `List<TextEntity> l = Stream.of("alpha", "gamma").flatMap(s -> entityCreationService.byString(s, "greek", EntityType.ENTITY, $p)).collect(Collectors.toList());
			l.get(1).skip("A.0.0", "r"); TextEntity e = entityCreationService.mergeEntitiesOfSameType(l, "greek", EntityType.ENTITY, $p); out = e.getValue() + e.skipped();`, "alpha beta gammatrue"},
		{"force", `TextRange r = $p.getTextRange(); var a = entityCreationService.byTextRange(r, "x", EntityType.ENTITY, ` +
			`$p).get(); var b = entityCreationService.forceByTextRange(r, "x", EntityType.ENTITY, $p).get(); out = "" + ` +
			`a.equals(b) + b.getValue();`, "falsealpha beta gamma"},
		{"between ranges", `out = entityCreationService.betweenTextRanges(findTextRangesByString("alpha", $p.getTextBlock()), ` +
			`findTextRangesByString("gamma", $p.getTextBlock()), "x", EntityType.ENTITY, $p).map(e -> ` +
			`e.getValue()).collect(Collectors.joining("|"));`, "beta"},
		{"between expressions", `out = entityCreationService.betweenRegexesIgnoreCase(List.of("AL\\w+", "none"), ` +
			`List.of("G\\w+"), "x", EntityType.ENTITY, $p).map(e -> e.getValue()).collect(Collectors.joining("|"));`, "beta"},
		{"line breaks", `TextEntity e = entityCreationService.bySemanticNode($p, "x", EntityType.ENTITY).get(); ` +
			`e.applyWithLineBreaks("A.0.0", "r", "n-a"); out = "" + e.getValue().lines().count();`, "2"},
		{"references",
			`TextEntity e = entityCreationService.bySemanticNode($p, "x", EntityType.ENTITY).get(); e.applyWithReferences("A.0.0", "why", "n-a", List.of(e)); e.addEngine("NER");
			out = e.getMatchedRule().getReason() + e.getMatchedRule().getReferences().size() + e.getEngines() + e.matchesAnnotationId(e.getId()) + e.occursInNodeOfType(NodeType.TABLE) + e.getPositions().size();`, "why1[RULE, NER]truefalse2"},
	}
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: Entity(type == "out", $p: positions, containingNodeId.size `+
		`> 0) then componentCreationService.create("C.0.0", "Out", $e.getValue(), "" + $p.size()); end`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entity := compileOK(t, EntityRules, `import static com.x.RedactionSearchUtility.*;
rule "A.0.0" no-loop when $d: Document() $s: Section() $p: Paragraph() $t: Table() $g: Page(number == 1) then String out = ""; `+tt.code+`
  String result = out; entityCreationService.byString("Head", "out", EntityType.ENTITY, $d).forEach(marked -> { marked.setValue(result); marked.apply("A.0.0", "x"); }); end`)
			in := Input{Tree: newTree().section("Head").paragraph("alpha beta", "gamma").table([]string{"Item", "Amount"},
				[]string{"Paper", "10"}, []string{"Ink", "20"}).tree()}
			if got := values(t, entity, component, in)["Out"]; got != tt.want+";" {
				t.Errorf("got %q, want %q", got, tt.want+";")
			}
		})
	}
}

func TestFalseRecommendationsAreMarkedAsSuch(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $e: TextEntity(entityType == EntityType.FALSE_RECOMMENDATION, `+
		`dictionaryEntry) then $e.apply("A.0.0", "r"); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: Entity() then componentCreationService.create("C.0.0", `+
		`"Out", $e.getValue() + $e.getEntryType(), ""); end`)
	in := Input{Tree: newTree().section("Head").paragraph("Smith and Co").tree(),
		Definitions: []Definition{{TechnicalName: "author", Kind: "ENTITY", Terms: []string{"Smith"},
			FalseRecommendation: []string{"smith and"}}}}
	expect(t, values(t, entity, component, in), map[string]string{"Out": "Smith andFALSE_RECOMMENDATION;"})
}
