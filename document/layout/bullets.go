package layout

// bullets are the marks of lists that files take from fonts of symbols, by their places in such a font.
var bullets = map[rune]rune{0xF0B7: '•', 0xF0A7: '▪', 0xF0D8: '➢', 0xF0FC: '✓'}

// readableBullet returns the character that a mark of a list is; other runes as they are.
func readableBullet(r rune) rune {
	if r < 0xF000 || r > 0xF0FF {
		return r
	}
	if b, ok := bullets[r]; ok {
		return b
	}
	return r
}
