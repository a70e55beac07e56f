package layout

// bulletSigns are the signs that open an item of a list without a number and are nothing else.
const bulletSigns = "•·▪●◦➢✓"

// readableBullet returns the sign that stands at a place of a font of symbols, from which files take the
// bullets of their lists; other runes as they are.
func readableBullet(r rune) rune {
	switch r {
	case 0xF0B7:
		return '•'
	case 0xF0A7:
		return '▪'
	case 0xF0D8:
		return '➢'
	case 0xF0FC:
		return '✓'
	}
	return r
}
