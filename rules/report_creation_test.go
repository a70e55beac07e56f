package rules

import "testing"

func TestCreationOfTheReport(t *testing.T) {
	reportGives(t, []javaCase{
		{`out = ""; out += entityCreationService.byStringIgnoreCase("BATCH NO", "x", EntityType.ENTITY, $s).map(e -> ` +
			`e.getValue()).toList() + "" + entityCreationService.byString("", "x", EntityType.ENTITY, $s).count() + ` +
			`entityCreationService.byString("nowhere", "x", EntityType.ENTITY, $s).count() + entityCreationService.byString(" ` +
			`was ", "x", EntityType.ENTITY, $s).map(e -> e.getValue() + e.length()).toList() + ` +
			`entityCreationService.bySemanticNode($p, "x", EntityType.ENTITY).get().length() + ` +
			`entityCreationService.bySemanticNode($i, "x", EntityType.ENTITY).isPresent() + ` +
			`entityCreationService.bySemanticNode($t.getCell(2, 3), "x", EntityType.ENTITY).isPresent();`,
			"[Batch No, batch no]00[was3]40falsefalse"},
		{`out = ""; out += entityCreationService.lineAfterString("Batch No.:", "x", EntityType.ENTITY, $s).map(e -> ` +
			`e.getValue()).toList() + "" + entityCreationService.lineAfterStringIgnoreCase("batch no.:", "x", ` +
			`EntityType.ENTITY, $s).map(e -> e.getValue()).toList() + entityCreationService.lineAfterString("was", "x", ` +
			`EntityType.ENTITY, $p).count() + entityCreationService.lineAfterStrings(List.of("End", "by"), "x", ` +
			`EntityType.ENTITY, $s).map(e -> e.getValue()).toList() + entityCreationService.lineAfterString("low", "x", ` +
			`EntityType.ENTITY, $t).map(e -> e.getValue()).toList() + entityCreationService.lineAfterString("Group", "x", ` +
			`EntityType.ENTITY, $t).count() + entityCreationService.lineAfterString("Total", "x", EntityType.ENTITY, $t).map(e ` +
			`-> e.getValue()).toList() + entityCreationService.lineAfterString("sum", "x", EntityType.ENTITY, $t).count() + ` +
			`entityCreationService.lineAfterStringsIgnoreCase(List.of("BATCH"), "y", EntityType.ENTITY, $s).count();`,
			"[B-17 was][B-17 was, B-18 failed]0[Dr. Müller, of it][5 mg]0[26 mg]02"},
		{`out = ""; out += entityCreationService.byRegex("B-(\\d)(\\d)", "x", EntityType.ENTITY, $s).map(e -> ` +
			`e.getValue()).toList() + "" + entityCreationService.byRegex("B-(\\d)(\\d)", "x", EntityType.ENTITY, 2, $s).map(e ` +
			`-> e.getValue()).toList() + entityCreationService.byRegex("b-(\\d)", "x", EntityType.ENTITY, 1, $s).count() + ` +
			`entityCreationService.byRegexIgnoreCase("b-(\\d)", "x", EntityType.ENTITY, 1, $s).map(e -> e.getValue()).toList() ` +
			`+ entityCreationService.byRegex("B-(17)|B-(18)", "x", EntityType.ENTITY, 2, $s).map(e -> e.getValue()).toList() + ` +
			`entityCreationService.byRegexWithLineBreaks("was\\n(\\w+)", "x", EntityType.ENTITY, 1, $p).map(e -> ` +
			`e.getValue()).toList() + entityCreationService.byRegex("was\\n", "x", EntityType.ENTITY, $p).count() + ` +
			`entityCreationService.byRegexWithLineBreaksIgnoreCase("^TESTED", "x", EntityType.ENTITY, $p).count() + ` +
			`entityCreationService.byRegex("was tested", "x", EntityType.ENTITY, $p).count(); for (int g : new int[] {-1, 3}) { ` +
			`try { entityCreationService.byRegex("B-(\\d)(\\d)", "x", EntityType.ENTITY, g, $s).count(); } catch ` +
			`(IndexOutOfBoundsException x) { out += "!"; } }`,
			"[B-17, B-18][7, 8]0[1, 1][18][tested]001!!"},
		{`out = ""; out += entityCreationService.betweenStrings("Batch", "was", "x", EntityType.ENTITY, $p).map(e -> ` +
			`e.getValue()).toList() + "" + entityCreationService.betweenStringsIncludeStart("Batch", "was", "x", ` +
			`EntityType.ENTITY, $p).map(e -> e.getValue()).toList() + entityCreationService.betweenStringsIncludeEnd("Batch", ` +
			`"was", "x", EntityType.ENTITY, $p).map(e -> e.getValue()).toList() + ` +
			`entityCreationService.betweenStringsIncludeStartAndEnd("Batch", "was", "x", EntityType.ENTITY, $p).map(e -> ` +
			`e.getValue()).toList() + entityCreationService.betweenStrings("was", "Batch", "x", EntityType.ENTITY, $p).count() ` +
			`+ entityCreationService.betweenStringsIgnoreCase("BATCH", "B-", "x", EntityType.ENTITY, $s).map(e -> ` +
			`e.getValue()).toList() + entityCreationService.betweenRegexes("B\\w+", "\\d", "x", EntityType.ENTITY, $p).map(e -> ` +
			`e.getValue()).toList() + entityCreationService.betweenRegexesIgnoreCase("b\\w+", "\\d", "x", EntityType.ENTITY, ` +
			`$s).map(e -> e.getValue()).toList() + entityCreationService.betweenRegexes(List.of("No", "by"), List.of("was", ` +
			`"M"), "x", EntityType.ENTITY, $p).map(e -> e.getValue()).toList();`,
			"[No.: B-17][Batch No.: B-17][No.: B-17 was][Batch No.: B-17 was]0[No.:, no.:][No.: B-][No.: B-, Dr. Müller\nbatch " +
				"no.: B-][.: B-17, Dr.]"},
		{`out = ""; out += entityCreationService.shortestBetweenAnyString(List.of("Batch", "No"), List.of("was", "Dr"), "x", ` +
			`EntityType.ENTITY, $p).map(e -> e.getValue()).toList() + "" + ` +
			`entityCreationService.longestBetweenAnyString(List.of("Batch", "No"), List.of("was", "Dr"), "x", ` +
			`EntityType.ENTITY, $p).map(e -> e.getValue()).toList() + ` +
			`entityCreationService.shortestBetweenAnyString(List.of("Batch"), List.of("was"), "x", EntityType.ENTITY, $p, ` +
			`11).count() + entityCreationService.shortestBetweenAnyString(List.of("Batch"), List.of("was"), "x", ` +
			`EntityType.ENTITY, $p, 10).count() + entityCreationService.longestBetweenAnyString(List.of("Batch"), ` +
			`List.of("was"), "x", EntityType.ENTITY, $p, 11).count() + ` +
			`entityCreationService.longestBetweenAnyString(List.of("Batch"), List.of("was"), "x", EntityType.ENTITY, $p, ` +
			`10).count() + entityCreationService.longestBetweenAnyString(List.of("was"), List.of("Batch"), "x", ` +
			`EntityType.ENTITY, $p).count() + entityCreationService.longestBetweenAnyString(List.of("q"), List.of("was"), "x", ` +
			`EntityType.ENTITY, $p).count() + entityCreationService.shortestBetweenAnyStringIgnoreCase(List.of("BATCH"), ` +
			`List.of("B-"), "x", EntityType.ENTITY, $s).map(e -> e.getValue()).toList() + ` +
			`entityCreationService.longestBetweenAnyString(List.of("was"), List.of("q"), "x", EntityType.ENTITY, $p).count() + ` +
			`entityCreationService.shortestBetweenAnyString(List.of("was"), List.of("Batch", "Dr", "M"), "x", ` +
			`EntityType.ENTITY, $p).map(e -> e.getValue()).toList();`,
			"[.: B-17][No.: B-17 was tested by]101000[No.:, no.:]0[tested by]"},
		{`out = ""; out += entityCreationService.bySemanticNodeParagraphsOnly($d, "x", EntityType.ENTITY).count() + "" + ` +
			`entityCreationService.bySemanticNodeParagraphsOnlyMergeConsecutive($d, "x", EntityType.ENTITY).map(e -> ` +
			`e.length()).toList() + entityCreationService.semanticNodeAfterString($p, "was", "x", ` +
			`EntityType.ENTITY).get().getValue() + entityCreationService.semanticNodeAfterString($p, "nope", "x", ` +
			`EntityType.ENTITY).isPresent() + entityCreationService.byTextRange(new TextRange($p.getTextRange().start(), ` +
			`$p.getTextRange().start() + 5), "x", EntityType.ENTITY, $p).get().getValue(); try { ` +
			`entityCreationService.byTextRange(new TextRange(0, 3), "x", EntityType.ENTITY, $p); } catch ` +
			`(IllegalArgumentException x) { out += "outside"; } var a = entityCreationService.byString("17", "x", ` +
			`EntityType.ENTITY, $p).findFirst().get(); out += entityCreationService.byPrefixExpansionRegex(a, ` +
			`"\\w-").get().getValue() + entityCreationService.bySuffixExpansionRegex(a, "was|ok").get().getValue() + ` +
			`entityCreationService.byPrefixExpansionRegex(a, "zz").isPresent() + ` +
			`entityCreationService.bySuffixExpansionRegex(a, "tested").isPresent();`,
			"4[73, 29]tested by Dr. MüllerfalseBatchoutsideB-1717 wasfalsefalse"},
		{`out = ""; out += entityCreationService.lineAfterStringAcrossColumns("Batch No.:", "x", EntityType.ENTITY, $p).map(e ` +
			`-> e.getValue()).toList() + "" + entityCreationService.lineAfterStringAcrossColumns("low", "x", EntityType.ENTITY, ` +
			`$t).map(e -> e.getValue()).toList() + entityCreationService.lineAfterStringAcrossColumnsIgnoreCase("BATCH", "x", ` +
			`EntityType.ENTITY, $p).count() + entityCreationService.lineAfterString("Müller", "x", EntityType.ENTITY, ` +
			`$p).count() + entityCreationService.lineAfterString("Dose", "x", EntityType.ENTITY, $t).count() + ` +
			`entityCreationService.lineAfterString("7 mg", "y", EntityType.ENTITY, $t).map(e -> e.getValue()).toList() + ` +
			`entityCreationService.lineAfterString("8 mg", "y", EntityType.ENTITY, $t).count() + ` +
			`entityCreationService.lineAfterString("6 mg", "z", EntityType.ENTITY, $t.getCell(1, 2)).count();`,
			"[B-17 was][]100[8 mg]00"},
		{`out = ""; out += entityCreationService.betweenTextRanges(RedactionSearchUtility.findTextRangesByString("Batch", ` +
			`$d.getTextBlock()), RedactionSearchUtility.findTextRangesByString("was", $d.getTextBlock()), "x", ` +
			`EntityType.ENTITY, $p).map(e -> e.getValue()).toList() + "" + ` +
			`entityCreationService.betweenTextRanges(RedactionSearchUtility.findTextRangesByString("Batch", $d.getTextBlock()), ` +
			`RedactionSearchUtility.findTextRangesByString("was", $d.getTextBlock()), "x", EntityType.ENTITY, $e).count() + ` +
			`entityCreationService.betweenTextRanges(RedactionSearchUtility.findTextRangesByString("Batch", $p.getTextBlock()), ` +
			`RedactionSearchUtility.findTextRangesByString("was", $p.getTextBlock()), "x", EntityType.ENTITY, $p, 11).count() + ` +
			`entityCreationService.betweenTextRanges(RedactionSearchUtility.findTextRangesByString("Batch", $p.getTextBlock()), ` +
			`RedactionSearchUtility.findTextRangesByString("was", $p.getTextBlock()), "x", EntityType.ENTITY, $p, 10).count() + ` +
			`entityCreationService.betweenStrings("No", ".", "x", EntityType.ENTITY, $p).count() + ` +
			`entityCreationService.betweenStrings("a", "t", "x", EntityType.ENTITY, $p).map(e -> e.getValue()).toList() + ` +
			`entityCreationService.shortestBetweenAnyString(List.of("Batch"), List.of("No"), "x", EntityType.ENTITY, $p, ` +
			`1).count() + entityCreationService.shortestBetweenAnyString(List.of("Batch "), List.of("."), "y", ` +
			`EntityType.ENTITY, $p, 1).count();`,
			"[No.: B-17]0100[s]00"},
	})
}
