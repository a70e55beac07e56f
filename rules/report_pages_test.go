package rules

import "testing"

func TestPagesOfTheReport(t *testing.T) {
	reportGives(t, []javaCase{
		{`var a = $d.getPages().stream().filter(x -> x.getNumber() == 1).findFirst().get(); var b = ` +
			`$d.getPages().stream().filter(x -> x.getNumber() == 2).findFirst().get(); out = a.getWidth() + " " + b.getHeight() ` +
			`+ " " + a.getRotation() + b.getRotation() + " " + a.getHeader().getTextBlock().getSearchText() + (a.getFooter() == ` +
			`null) + (b.getHeader() == null) + b.getFooter().getTextBlock().getSearchText() + " " + a.getMainBody().size() + ` +
			`b.getMainBody().size() + a.getTextBlocksOnPage().size() + b.getTextBlocksOnPage().size() + a.getImages().size() + ` +
			`b.getImages().size() + "|" + b.getMainBodyTextBlock().getSearchText() + "|" + ` +
			`a.getMainBodyTextBlock().getSearchText().length() + a.getEntities().size() + b.getEntities().size();`,
			"600.0 595.0 090 ConfidentialtruetruePage two 19220301|\nSigned: A. Smith and B. Smith|16400"},
		{`out = ""; entityCreationService.byString("Batch", "x", EntityType.ENTITY, $p).count(); ` +
			`entityCreationService.byString("Smith", "x", EntityType.ENTITY, $d).count(); var a = ` +
			`$d.getPages().stream().filter(x -> x.getNumber() == 1).findFirst().get(); var b = $d.getPages().stream().filter(x ` +
			`-> x.getNumber() == 2).findFirst().get(); out += a.getEntities().stream().map(e -> e.getValue()).toList() + "" + ` +
			`b.getEntities().stream().map(e -> e.getValue()).toList() + ` +
			`a.getEntities().contains($p.getEntitiesOfType("x").get(0)) + ` +
			`$s.getEntities().contains($p.getEntitiesOfType("x").get(0)) + $p.getBBox().get(a).getHeight() + " " + ` +
			`$p.getBBox().get(a).getWidth() + " " + $p.getBBox().get(a).getX() + " " + $t.getBBox().size();`,
			"[Batch][Smith, Smith]truetrue22.0 100.0 50.0 1"},
	})
}
