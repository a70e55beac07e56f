package rules

import "testing"

func TestEntitiesOfTheReport(t *testing.T) {
	reportGives(t, []javaCase{
		{`out = ""; var l = entityCreationService.byString("B-1", "x", EntityType.ENTITY, $s).toList(); out += l.size() + ` +
			`l.get(0).getValue() + l.get(0).getTextRange() + l.get(1).getTextRange() + ` +
			`l.get(0).equals(entityCreationService.byString("B-1", "x", EntityType.HINT, $d).findFirst().get()) + ` +
			`entityCreationService.byString("B-1", "y", EntityType.ENTITY, $d).findFirst().get().equals(l.get(0)) + ` +
			`$s.getEntitiesOfType("x").size() + $p.getEntitiesOfType("x").size() + $p.getEntitiesOfType("x", "y").size() + ` +
			`$p.getEntitiesOfType("z").size() + $p.getEntitiesOfType("z", "y").size() + $s.hasEntitiesOfType("x") + ` +
			`$e.hasEntitiesOfType("x") + $p.hasEntitiesOfAnyType("q", "y") + $p.hasEntitiesOfAnyType("q", "r") + ` +
			`$p.hasEntitiesOfAllTypes("x", "y") + $p.hasEntitiesOfAllTypes("x", "q") + $p.getEntities().size() + ` +
			`$d.getEntities().size() + $p.streamValidEntities().count();`,
			"2B-1[32, 35)[73, 76)truefalse21201truefalsetruefalsetruefalse242"},
		{`out = ""; var a = entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get(); var b = ` +
			`entityCreationService.byString("B-17 was", "y", EntityType.HINT, $p).findFirst().get(); var c = ` +
			`entityCreationService.byString("tested", "y", EntityType.ENTITY, $p).findFirst().get(); out += "" + b.contains(a) ` +
			`+ a.contains(b) + a.contains(a) + a.containedBy(b) + b.containedBy(a) + a.intersects(b) + b.intersects(c) + ` +
			`c.intersects(b) + a.occursInNode($p) + a.occursInNode($e) + a.getDeepestFullyContainingNode().getType() + ` +
			`a.getIntersectingNodes().stream().map(n -> n.getType() + "").toList() + a.getPages().size() + ` +
			`a.occursInNodeOfType(NodeType.PARAGRAPH) + a.occursInNodeOfType(NodeType.TABLE) + a.getEntityType() + ` +
			`b.getEntityType() + a.type() + b.getType() + a.isType("x") + a.isType("y") + a.isAnyType(List.of("y", "x")) + ` +
			`a.isAnyType(List.of("y")) + a.length() + a.isDictionaryEntry() + a.hasManualChanges() + a.resized();`,
			"truefalsetruetruefalsetruefalsefalsetruefalsePARAGRAPH[DOCUMENT, SUPER_SECTION, SECTION, " +
				"PARAGRAPH]1truefalseENTITYHINTxytruefalsetruefalse4falsefalsefalse"},
		{`out = ""; var a = entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get(); out += "" + ` +
			`a.applied() + a.active() + (a.getMatchedRule() == null) + a.getMatchedRuleList().size(); a.apply("A.1.0", "first", ` +
			`"law"); out += "" + a.applied() + a.skipped() + a.active() + a.getMatchedRule().getReason() + ` +
			`a.getMatchedRule().getLegalBasis() + a.getMatchedRule().getRuleIdentifier() + a.getMatchedRule().getState(); ` +
			`a.skip("A.0.9", "lower"); out += a.getMatchedRule().getReason() + a.applied(); a.ignore("A.1.1", "higher"); out += ` +
			`a.getMatchedRule().getReason() + a.ignored() + a.active(); a.remove("X.0.0", "merge"); out += ` +
			`a.getMatchedRule().getReason() + a.removed() + a.active(); a.apply("A.99.0", "unit"); out += a.removed(); ` +
			`a.skip("MAN.0.0", "manual"); out += a.skipped() + "" + a.getMatchedRuleList().size() + $p.streamValidEntities().count();`,
			"falsetruetrue0truefalsetruefirstlawA.1.0APPLIEDfirsttruehighertruefalsemergetruefalsetruetrue61"},
		{`out = ""; var a = entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get(); ` +
			`a.apply("A.2.10", "r"); a.skip("A.2.9", "r"); out += "" + a.applied(); a.skip("A.2.10", "again"); out += ` +
			`a.skipped(); a.apply("B.3.0", "unit"); out += a.applied(); a.ignore("odd", "none"); out += a.ignored() + "" + ` +
			`a.applied(); a.redact("C.4.0", "redacted"); out += a.applied(); a.setValue("new"); out += a.getValue() + ` +
			`a.length() + a.getTextRange().length();`,
			"truetruetruefalsetruetruenew34"},
		{`out = ""; var a = entityCreationService.byString("tested", "x", EntityType.ENTITY, $p).findFirst().get(); out += "[" ` +
			`+ a.getTextBefore() + "|" + a.getTextAfter() + "]"; var b = entityCreationService.byString("1 Report", "x", ` +
			`EntityType.ENTITY, $d).findFirst().get(); out += "[" + b.getTextBefore() + "|" + b.getTextAfter().length() + "]"; ` +
			`var c = entityCreationService.byString("Confi", "x", EntityType.ENTITY, $d).count(); out += c;`,
			"[1 Report\n1.1 Summary\nBatch No.: B-17 was | by Dr. Müller\nbatch no.: B-18 failed\nEnd of it\n1.2 Doses\nGr][|60]0"},
		{`out = ""; var a = entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get(); var b = ` +
			`entityCreationService.byString("tested", "x", EntityType.ENTITY, $p).findFirst().get(); a.apply("A.1.0", "one"); ` +
			`b.skip("A.2.0", "two"); var m = entityCreationService.mergeEntitiesOfSameType(List.of(b, a), "x", ` +
			`EntityType.ENTITY, $p); out += m.getValue() + m.getMatchedRuleList().size() + m.skipped() + m.type(); try { ` +
			`entityCreationService.mergeEntitiesOfSameType(List.of(), "x", EntityType.ENTITY, $p); } catch ` +
			`(IllegalArgumentException x) { out += "none"; }`,
			"B-17 was tested2truexnone"},
		{`out = ""; var a = entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get(); ` +
			`a.setValue("v"); a.apply("A.1.0", "one"); var c = entityCreationService.copyEntity(a, "y", EntityType.HINT, $p); ` +
			`var d = entityCreationService.copyEntityWithoutRules(a, "z", EntityType.HINT, $p); out += c.getValue() + ` +
			`c.applied() + c.getEntityType() + d.getValue() + d.applied() + d.getMatchedRuleList().size() + ` +
			`entityCreationService.copyEntity(a, "x", EntityType.HINT, $p).equals(a); a.skipWithReferences("A.2.0", "why", ` +
			`List.of(c, d)); out += a.skipped() + "" + a.getMatchedRule().getReferences().size(); ` +
			`d.addMatchedRules(a.getMatchedRuleList()); out += d.skipped(); d.addMatchedRule(c.getMatchedRule()); out += ` +
			`d.getMatchedRuleList().size() + "" + a.getEngines() + a.matchesAnnotationId(a.getId()) + ` +
			`a.matchesAnnotationId(c.getId()) + a.getId().length() + (a.getManualOverwrite() == null) + a.getDuplicateTextRanges();`,
			"vtrueHINTvfalse0truetrue2true2[RULE]truefalse36true[]"},
		{`out = ""; var a = entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get(); var f = ` +
			`entityCreationService.forceByTextRange(a.getTextRange(), "x", EntityType.HINT, $p).get(); out += "" + f.equals(a) ` +
			`+ f.getValue() + f.type() + f.getEntityType() + $p.getEntitiesOfType("x").size() + ` +
			`entityCreationService.byString("B-17", "x", EntityType.ENTITY, $p).findFirst().get().equals(f); try { ` +
			`entityCreationService.forceByTextRange(new TextRange(0, 3), "x", EntityType.ENTITY, $p); } catch ` +
			`(IllegalArgumentException x) { out += "outside"; } try { entityCreationService.forceByTextRange(null, "x", ` +
			`EntityType.ENTITY, $p); } catch (NullPointerException x) { out += "null"; } out += ` +
			`entityCreationService.forceByTextRange(new TextRange(26, 27), "x", EntityType.ENTITY, $p).isPresent();`,
			"falseB-17xHINT2trueoutsidenullfalse"},
	})
}
