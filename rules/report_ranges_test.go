package rules

import "testing"

func TestRangesOfTheReport(t *testing.T) {
	reportGives(t, []javaCase{
		{`var r = new TextRange(2, 6); out = r.start() + "" + r.end() + r.length() + r + r.equals(new TextRange(2, 6)) + ` +
			`r.equals(new TextRange(2, 7)) + r.contains(new TextRange(2, 6)) + r.contains(new TextRange(1, 6)) + r.contains(new ` +
			`TextRange(3, 7)) + r.contains(2) + r.contains(1) + r.contains(5) + r.contains(6) + r.containedBy(new TextRange(2, ` +
			`9)) + r.containedBy(new TextRange(3, 9)) + r.intersects(new TextRange(5, 9)) + r.intersects(new TextRange(6, 9)) + ` +
			`r.intersects(new TextRange(0, 2)) + r.split(List.of(3, 4)) + r.split(List.of()) + r.split(List.of(2, 6, 7)) + ` +
			`r.hashCode(); try { new TextRange(3, 2); } catch (IllegalArgumentException x) { out += "a"; } try { new ` +
			`TextRange(-1, 2); } catch (IllegalArgumentException x) { out += "b"; } out += new TextRange(3, 3).length();`,
			"264[2, 6)truefalsetruefalsefalsetruefalsetruefalsetruefalsetruefalsefalse[[2, 3), [3, 4), [4, 6)][[2, 6)][[2, 6)]68ab0"},
		{`var b = $p.getTextBlock(); out = b.length() + b.subSequence(0, 5) + "|" + b.subSequence(19, 20) + b.numberOfLines() + ` +
			`$i.getTextBlock().numberOfLines() + $h.getTextBlock().numberOfLines() + b.getLineBreaks().size() + "|" + ` +
			`b.searchTextWithLineBreaks() + "|" + b.subSequence(new TextRange($p.getTextRange().start(), ` +
			`$p.getTextRange().start() + 2)) + b.subSequenceWithLineBreaks($p.getTextRange()).contains("\n") + ` +
			`b.getTextRange().equals($p.getTextRange()); for (int[] cut : List.of(new int[] {-1, 2}, new int[] {3, 2}, new ` +
			`int[] {0, 99})) { try { b.subSequence(cut[0], cut[1]); } catch (IndexOutOfBoundsException x) { out += "!"; } } try ` +
			`{ b.subSequence(new TextRange(0, 99999)); } catch (IndexOutOfBoundsException x) { out += "?"; } out += ` +
			`b.subSequence(38, b.length());`,
			"40Batch| 2011|Batch No.: B-17 was\ntested by Dr. Müller|Batruetrue!!!?er"},
		{`out = "" + RedactionSearchUtility.anyMatch("abc", "b") + RedactionSearchUtility.anyMatch("abc", "x") + ` +
			`RedactionSearchUtility.exactMatch("abc", "b") + RedactionSearchUtility.exactMatch("abc", "a.c") + ` +
			`RedactionSearchUtility.findTextRangesByRegex("B-(\\d)", $p.getTextBlock()) + ` +
			`RedactionSearchUtility.findTextRangesByRegex("B-(\\d)(\\d)", 2, $p.getTextBlock()) + ` +
			`RedactionSearchUtility.findTextRangesByRegexIgnoreCase("b-\\d", $p.getTextBlock()).size() + ` +
			`RedactionSearchUtility.findTextRangesByRegexIgnoreCase("b-(\\d)", 1, $p.getTextBlock()).size() + ` +
			`RedactionSearchUtility.findTextRangesByString("b", $p.getTextBlock()).size() + ` +
			`RedactionSearchUtility.findTextRangesByStringIgnoreCase("b", $p.getTextBlock()).size(); for (int g : new int[] ` +
			`{-1, 2}) { try { RedactionSearchUtility.findTextRangesByRegex("B-(\\d)", g, $p.getTextBlock()); } catch ` +
			`(IndexOutOfBoundsException x) { out += "!"; } } out += new TextRange($p.getTextRange().start() - 1, ` +
			`$p.getTextRange().end() + 1).trim($p.getTextBlock()).equals($p.getTextRange());`,
			"truefalsefalsetrue[[32, 35)][[35, 36)]1113!!true"},
		{`out = "" + RedactionSearchUtility.anyMatch("abc", "B") + RedactionSearchUtility.exactMatch("abc", "ABC") + ` +
			`RedactionSearchUtility.findTextRangesByRegex("(x)?No", 1, $p.getTextBlock()).size() + ` +
			`RedactionSearchUtility.findTextRangesByRegex("(^Batch)", 1, $p.getTextBlock()); try { ` +
			`$p.getTextBlock().subSequence((TextRange) null); } catch (NullPointerException x) { out += "null"; } try { ` +
			`$p.getPages(new TextRange(0, 100000)); } catch (IndexOutOfBoundsException x) { out += "long"; } try { ` +
			`$p.containsString(null); } catch (NullPointerException x) { out += "null"; };`,
			"falsefalse0[[21, 26)]nulllongnull"},
	})
}
