package ocr

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// table is a piece of Tesseract's output.
const table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
	"1\t1\t0\t0\t0\t0\t0\t0\t2550\t3300\t-1\t\n" +
	"4\t1\t1\t1\t1\t0\t300\t200\t700\t40\t-1\t\n" +
	"5\t1\t1\t1\t1\t1\t300\t200\t180\t40\t96.5\tTotal\n" +
	"5\t1\t1\t1\t1\t2\t500\t201\t20\t30\t3\t \n" +
	"5\t1\t1\t1\t1\t3\t540\t202\t200\t38\t91\t12,50\r\n" +
	"5\t1\t1\t1\t2\t1\t300\t260\t120\t40\t88\tEUR\n" +
	"5\t1\t1\t1\t2\t2\tx\t260\t120\t40\t88\tbad\n" +
	"5\t1\t1\t1\t2\t3\t1\t2\t0\t40\t88\tflat\n" +
	"5\t1\t1\t1\t2\t3\t1\t2\t99999999999\t40\t88\tvast\n" +
	"5\t1\t1\t1\t2\t3\t1\t2\t3\t4\tNaN\tunsure\n" +
	"5\t1\t2\t1\t1\t1\t9\t8\t7\t6\t50\ta\tb"

func TestWordsAreReadFromTheTable(t *testing.T) {
	got := parseTSV([]byte(table), maxWords)
	want := []word{
		{"Total", box{300, 200, 480, 240}, 96.5, 0},
		{"12,50", box{540, 202, 740, 240}, 91, 0},
		{"EUR", box{300, 260, 420, 300}, 88, 1},
		{"ab", box{9, 8, 16, 14}, 50, 2}, // control characters are dropped
	}
	if len(got) != len(want) {
		t.Fatalf("%d words: %+v, want len(got) = %d", len(got), got, len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("word %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	if n := len(parseTSV([]byte(table), 2)); n != 2 {
		t.Errorf("%d words with a limit of 2, want 2", n)
	}
}

// FuzzParseTSV holds the parser against programs that write anything.
func FuzzParseTSV(f *testing.F) {
	f.Add([]byte(table))
	f.Add([]byte("5\t\t\t\t\t\t0\t0\t1\t1\t0\t\xff"))
	f.Add([]byte(strings.Repeat("5\t1\t1\t1\t1\t1\t0\t0\t1\t1\t0\tx\n", 30)))
	f.Fuzz(func(t *testing.T, data []byte) {
		words := parseTSV(data, 20)
		if len(words) > 20 {
			t.Fatalf("%d words, want at most 20", len(words))
		}
		for i, w := range words {
			if w.text == "" || !utf8.ValidString(w.text) || strings.ContainsAny(w.text, "\t\n\r\x00") || w.conf < 0 || w.conf > 100 {
				t.Errorf("word %+v, want text of one cell and a confidence of 0 to 100", w)
			}
			if w.box.width() <= 0 || w.box.height() <= 0 || w.box.x0 < 0 || w.box.y0 < 0 {
				t.Errorf("box %+v, want w.box.width() more than 0, w.box.height() more than 0, w.box.x0 at least 0 and "+
					"w.box.y0 at least 0", w.box)
			}
			if i > 0 && w.line < words[i-1].line {
				t.Errorf("line %d behind %d, want lines in order", w.line, words[i-1].line)
			}
		}
		judgeWords(words, nil)
		for _, s := range typesetOf(words) {
			if !(s.size > 0) {
				t.Errorf("size %v of %+v", s.size, s.word)
			}
		}
	})
}
