package rules

import "testing"

func TestNodesOfTheReport(t *testing.T) {
	reportGives(t, []javaCase{
		{`out = $d.getNumberOfPages() + " " + $d.getPages().size() + $d.getHeadlines().stream().map(h -> ` +
			`h.getTextBlock().getSearchText()).toList() + $d.getMainSections().size() + $d.streamAllImages().count() + " " + ` +
			`$d.streamTerminalTextBlocksInOrder().map(b -> b.getSearchText()).limit(4).toList() + ` +
			`$d.streamTerminalTextBlocksInOrder().count() + " " + $d.hasTables() + $s.hasTables() + $u.hasTables();`,
			"2 2[1 Report, 1.1 Summary, 1.2 Doses]31 [1 Report, 1.1 Summary, Batch No.: B-17 was tested by Dr. Müller, batch " +
				"no.: B-18 failed]21 truefalsetrue"},
		{`out = $s.getHeadline().getTextBlock().getSearchText() + "|" + $p.getHeadline().getTextBlock().getSearchText() + "|" + ` +
			`$h.getHeadline().getTextBlock().getSearchText() + "|" + $t.getHeadline().length() + "|" + ` +
			`$e.getHeadline().getTextBlock().getSearchText() + "|" + $e.getHeadline().hasText() + $e.getHeadline().length() + ` +
			`"|" + $u.getHeadline().length() + $d.getHeadline().length();`,
			"1.1 Summary|1.1 Summary|1.1 Summary|9||false0|80"},
		{`out = "" + $p.containsString("Batch") + $p.containsString("batch") + $p.containsStringIgnoreCase("BATCH") + ` +
			`$p.containsString("") + $p.containsString("failed") + $p.containsString("was tested") + $p.containsString("B-18") ` +
			`+ $s.containsString("B-18") + $d.containsString("Signed") + $d.containsString("Confidential") + ` +
			`$p.containsString("n") + $p.containsStringIgnoreCase("MÜLLER");`,
			"truefalsetruetruefalsetruefalsetruetruefalsefalsetrue"},
		{`out = "" + $p.containsAnyString("x", "Batch") + $p.containsAnyString("x", "y") + $p.containsAllStrings("Batch", "No") ` +
			`+ $p.containsAllStrings("Batch", "x") + $p.containsAnyStringIgnoreCase("x", "BATCH") + ` +
			`$p.containsAllStringsIgnoreCase("BATCH", "NO") + $p.containsAllStringsIgnoreCase("BATCH", "x") + ` +
			`$p.containsAnyString(List.of("x", "was")) + $p.containsAllStrings(List.of("tested", "was")) + ` +
			`$p.containsAnyString(List.of()) + $p.containsAllStrings(List.of());`,
			"truetruetruefalsetruetruefalsetruetruefalsetrue"},
		{`out = "" + $p.containsWord("Batch") + $p.containsWord("Bat") + $p.containsWord("atch") + $p.containsWord("B-17") + ` +
			`$p.containsWord("17") + $p.containsWord("was tested") + $p.containsWordIgnoreCase("batch") + ` +
			`$p.containsWord("batch") + $p.containsAnyWord("Bat", "Dr") + $p.containsAnyWord("Bat", "D") + ` +
			`$p.containsAllWords("Dr", "Müller") + $p.containsAllWords("Dr", "ller") + $p.containsAnyWordIgnoreCase("müller") + ` +
			`$p.containsAllWordsIgnoreCase("DR", "BY") + $p.containsAllWordsIgnoreCase("DR", "BYE");`,
			"truefalsefalsetruetruetruetruefalsetruefalsetruefalsetruetruefalse"},
		{`out = "" + $p.matchesRegex("B-\\d+") + $p.matchesRegex("b-\\d+") + $p.matchesRegexIgnoreCase("b-\\d+") + ` +
			`$p.matchesRegex("^tested") + $p.matchesRegex("Müller$") + $p.anyHeadlineContainsString("Summary") + ` +
			`$p.anyHeadlineContainsString("Report") + $p.anyHeadlineContainsString("Doses") + ` +
			`$p.anyHeadlineContainsString("summary") + $p.anyHeadlineContainsStringIgnoreCase("SUMMARY") + ` +
			`$u.anyHeadlineContainsString("Doses") + $u.anyHeadlineContainsStringIgnoreCase("none") + ` +
			`$e.anyHeadlineContainsString("Report");`,
			"truefalsetruefalsetruetruetruefalsefalsetruetruefalsefalse"},
		{`out = $p.length() + " " + $p.getTextRange() + $p.hasText() + $i.hasText() + $i.length() + $p.isLeaf() + $s.isLeaf() + ` +
			`$p.hasParent() + $d.hasParent() + ($d.getParent() == null) + $p.getParent().getType() + $s.getParent().getType() + ` +
			`$u.getParent().getType() + $p.getType() + $h.getType() + $i.getType() + $t.getType() + $d.getType();`,
			"40 [21, 61)truefalse0truefalsetruefalsetrueSECTIONSUPER_SECTIONDOCUMENTPARAGRAPHHEADLINEIMAGETABLEDOCUMENT"},
		{`out = $p.getNextSibling().get().getTextBlock().getSearchText() + "|" + $p.getPreviousSibling().get().getType() + "|" ` +
			`+ $h.getPreviousSibling().isPresent() + $h.getNextSibling().isPresent() + $d.getNextSibling().isPresent() + ` +
			`$u.getPreviousSibling().isPresent() + $s.getNextSibling().get().getHeadline().getTextBlock().getSearchText() + ` +
			`$i.getNextSibling().isPresent() + $e.getNextSibling().get().getType();`,
			"batch no.: B-18 failed|HEADLINE|falsetruefalsefalse1.2 DosesfalseHEADER"},
		{`out = $s.streamChildren().map(c -> c.getType() + "").toList() + " " + $u.streamChildren().count() + ` +
			`$u.streamAllSubNodes().count() + " " + $u.streamChildrenOfType(NodeType.SECTION).count() + ` +
			`$u.streamChildrenOfType(NodeType.PARAGRAPH).count() + $u.streamAllSubNodesOfType(NodeType.PARAGRAPH).count() + ` +
			`$u.streamAllSubNodesOfType(NodeType.TABLE_CELL).count() + $d.streamAllSubNodesOfType(NodeType.HEADLINE).count();`,
			"[HEADLINE, PARAGRAPH, PARAGRAPH, PARAGRAPH] 323 203133"},
		{`out = $d.getPages().stream().map(x -> x.getNumber()).toList() + "" + $u.getPages().stream().map(x -> ` +
			`x.getNumber()).toList() + $p.getPages().stream().map(x -> x.getNumber()).toList() + $i.getPages().stream().map(x ` +
			`-> x.getNumber()).toList() + $e.getFirstPage().getNumber() + $p.getFirstPage().getNumber() + $p.isOnPage(1) + ` +
			`$p.isOnPage(2) + $i.onPage(2) + $i.onPage(1) + $e.onPage(2) + $u.onPage(2) + $u.onPage(1) + $p.getPages(new ` +
			`TextRange(0, 3)).size();`,
			"[1, 2][1][1][2]21truefalsetruefalsetruefalsetrue1"},
		{`out = $p.getTreeId() + "" + $d.getTreeId() + $i.getTreeId() + $s.getTreeId() + " " + $p.getHighestParent().getType() ` +
			`+ $u.getHighestParent().getType() + $d.getHighestParent().getType() + $i.getHighestParent().getType() + ` +
			`$e.getHighestParent().getType() + " " + $p.getNumberOnPage() + " " + $s.getNumberOnPage() + " " + ` +
			`$i.getNumberOnPage() + " " + $h.getNumberOnPage();`,
			"[0, 1, 1][][0, 2, 2][0, 1] SUPER_SECTIONSUPER_SECTIONDOCUMENTSUPER_SECTIONSECTION 2 null 0 1"},
		{`out = "" + $i.intersectsRectangle(0, 0, 11, 21, 2) + $i.intersectsRectangle(0, 0, 10, 21, 2) + ` +
			`$i.intersectsRectangle(0, 0, 11, 20, 2) + $i.intersectsRectangle(40, 0, 10, 100, 2) + $i.intersectsRectangle(39, ` +
			`0, 10, 100, 2) + $i.intersectsRectangle(0, 60, 100, 10, 2) + $i.intersectsRectangle(0, 59, 100, 10, 2) + ` +
			`$i.intersectsRectangle(0, 0, 100, 100, 1) + $i.getBBox().size() + $p.getBBox().keySet().size() + ` +
			`$i.getPosition().getX() + $i.getPosition().getY() + $i.getPosition().getWidth() + $i.getPosition().getHeight() + ` +
			`$i.getPage().getNumber() + $i.getImageType() + $i.isTransparent();`,
			"truefalsefalsefalsetruefalsetruefalse1110.020.030.040.02LOGOtrue"},
		{`out = "" + $i.applied() + $i.skipped() + $i.ignored() + $i.removed(); $i.apply("A.0.0", "r"); out += "" + ` +
			`$i.applied() + $i.skipped(); $i.skip("A.1.0", "r"); out += "" + $i.applied() + $i.skipped(); $i.ignore("A.2.0", ` +
			`"r"); out += "" + $i.ignored() + $i.skipped(); $i.remove("A.3.0", "r"); out += "" + $i.removed() + $i.ignored();`,
			"falsefalsefalsefalsetruefalsefalsetruetruefalsetruefalse"},
	})
}
