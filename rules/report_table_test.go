package rules

import "testing"

func TestTablesOfTheReport(t *testing.T) {
	reportGives(t, []javaCase{
		{`out = $t.getNumberOfRows() + "" + $t.getNumberOfCols() + $t.streamTableCells().count() + $t.streamHeaders().map(c -> ` +
			`c.getTextBlock().getSearchText()).toList() + $t.hasHeader("Dose") + $t.hasHeader("dose") + ` +
			`$t.hasHeaderIgnoreCase("dose") + $t.hasHeader("low") + $t.hasHeaderIgnoreCase("low") + $t.hasHeader("Total");`,
			"4413[Group, Dose, Note, Total]truefalsetruefalsefalsetrue"},
		{`out = $t.streamTableCellsWithHeader("Dose").map(c -> c.getTextBlock().getSearchText()).toList() + "" + ` +
			`$t.streamTableCellsWithHeader("Group").map(c -> c.getTextBlock().getSearchText()).toList() + ` +
			`$t.streamTableCellsWithHeader("Total").map(c -> c.getTextBlock().getSearchText()).toList() + ` +
			`$t.streamTableCellsWithHeader("Note").map(c -> c.getTextBlock().getSearchText()).toList() + ` +
			`$t.streamTableCellsWithHeader("dose").count();`,
			"[5 mg, 6 mg, 7 mg, 8 mg, 26 mg][low][26 mg, sum][ok, , sum]0"},
		{`out = $t.getCell(0, 2).getTextBlock().getSearchText() + "|" + $t.getCell(2, 0).getTextBlock().getSearchText() + "|" + ` +
			`$t.getCell(2, 1).getTextBlock().getSearchText() + "|" + $t.getCell(3, 2).getTextBlock().getSearchText() + "|" + ` +
			`$t.getCell(0, 0).isHeader() + $t.getCell(1, 1).isHeader() + $t.getCell(3, 2).getRow() + $t.getCell(3, 2).getCol() ` +
			`+ $t.getCell(1, 3).getCol();`,
			"Dose|low|7 mg|26 mg|truefalse313"},
		{`out = ""; try { $t.getCell(4, 0); } catch (IndexOutOfBoundsException x) { out += "a"; } try { $t.getCell(0, 4); } ` +
			`catch (IndexOutOfBoundsException x) { out += "b"; } try { $t.getCell(-1, 0); } catch (IndexOutOfBoundsException x) ` +
			`{ out += "c"; } out += $t.streamRow(2).map(c -> c.getTextBlock().getSearchText()).toList() + "" + ` +
			`$t.streamRow(9).count() + $t.streamCol(2).map(c -> c.getTextBlock().getSearchText()).toList() + ` +
			`$t.streamCol(3).map(c -> c.getTextBlock().getSearchText()).toList();`,
			"abc[low, 7 mg, 8 mg, ]0[Dose, 6 mg, 8 mg, 26 mg][Note, ok, , sum]"},
		{`out = $t.streamHeadersForCell(1, 2).map(c -> c.getTextBlock().getSearchText()).toList() + "" + ` +
			`$t.streamHeadersForCell(3, 3).map(c -> c.getTextBlock().getSearchText()).toList() + $t.streamHeadersForCell(0, ` +
			`0).count() + $t.streamHeadersForCell(3, 0).map(c -> c.getTextBlock().getSearchText()).toList() + ` +
			`$t.streamHeadersForCell(2, 0).map(c -> c.getTextBlock().getSearchText()).toList();`,
			"[Dose][Note, Total]0[Group][Group]"},
		{`out = "" + $t.hasRowWithHeaderAndValue("Group", "low") + $t.hasRowWithHeaderAndValue("Group", "Low") + ` +
			`$t.hasRowWithHeaderAndValue("Dose", "7 mg") + $t.hasRowWithHeaderAndValue("Dose", "ok") + ` +
			`$t.hasRowWithHeaderAndAnyValue("Dose", List.of("x", "8 mg")) + $t.hasRowWithHeaderAndAnyValue("Dose", ` +
			`List.of("x")) + $t.rowContainsStringsIgnoreCase(1, List.of("LOW", "5 MG")) + $t.rowContainsStringsIgnoreCase(2, ` +
			`List.of("low", "7")) + $t.rowContainsStringsIgnoreCase(2, List.of("low", "5 mg")) + ` +
			`$t.rowContainsStringsIgnoreCase(1, List.of());`,
			"truefalsetruefalsetruefalsetruetruefalsetrue"},
		{`out = ""; $t.streamTableCells().forEach(c -> entityCreationService.bySemanticNode(c, ` +
			`c.getTextBlock().getSearchText().contains("mg") ? "dose" : "word", EntityType.ENTITY)); out += ` +
			`$t.streamEntitiesWhereRowHasHeaderAndAnyValue("Dose", List.of("7 mg")).map(e -> e.getValue()).toList() + "" + ` +
			`$t.streamEntitiesWhereRowHasHeaderAndAnyValue("Group", List.of("low")).map(e -> e.getValue()).distinct().toList() ` +
			`+ $t.streamEntitiesWhereRowContainsStringsIgnoreCase(List.of("SUM")).map(e -> e.getValue()).toList() + ` +
			`$t.streamEntitiesWhereRowContainsEntitiesOfType(List.of("dose", "x")).map(e -> e.getValue()).distinct().count() + ` +
			`$t.streamEntitiesWhereRowContainsEntitiesOfEachType(List.of("dose", "word")).map(e -> ` +
			`e.getValue()).distinct().count() + $t.streamEntitiesWhereRowContainsEntitiesOfEachType(List.of("dose", ` +
			`"x")).count() + $t.streamEntitiesWhereRowContainsNoEntitiesOfType(List.of("dose")).map(e -> e.getValue()).toList() ` +
			`+ $t.streamTableCellsWhichContainType("dose").count() + $t.streamTableCellsWhichContainType("x").count();`,
			"[low, 7 mg, 8 mg][low, 5 mg, 6 mg, ok, 7 mg, 8 mg][Total, 26 mg, sum]990[Group, Dose, Note]50"},
		{`out = ""; var a = entityCreationService.byString("5 mg", "five", EntityType.ENTITY, $t).findFirst().get(); ` +
			`entityCreationService.byString("low", "group", EntityType.ENTITY, $t).forEach(e -> e.length()); ` +
			`entityCreationService.byString("7 mg", "seven", EntityType.ENTITY, $t).forEach(e -> e.length()); out += ` +
			`$t.getEntitiesOfTypeInSameRow("group", a).size() + "" + $t.getEntitiesOfTypeInSameRow("five", a).size() + ` +
			`$t.getEntitiesOfTypeInSameRow("seven", a).size() + $t.getEntitiesOfTypeInSameRow("seven", ` +
			`$t.getEntitiesOfType("group").get(0)).size();`,
			"1101"},
	})
}
