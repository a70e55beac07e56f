package trees

// Score returns the score of a candidate as a value of the field, by its features: the logarithm of the odds
// that it is right, as training saw it.
func (f *Field) Score(features []float32) (score float64) {
	for i := range f.trees {
		score += f.trees[i].score(features)
	}
	return score
}

// score returns the value of the leaf that features lead to.
func (t *tree) score(features []float32) float64 {
	if len(t.nodes) == 0 {
		return t.leaves[0]
	}
	at := int16(0)
	for at >= 0 {
		at = t.nodes[at].next(features)
	}
	return t.leaves[^at]
}

// next returns the child that features lead to.
func (n *node) next(features []float32) int16 {
	v := features[n.feature]
	if v <= n.threshold || n.missingLeft && v != v {
		return n.left
	}
	return n.right
}

// Contributions adds to out, for each feature, by how much it has raised the score along the ways through
// the trees. out has the length of features.
func (f *Field) Contributions(features []float32, out []float64) {
	for i := range f.trees {
		f.trees[i].addContributions(features, out)
	}
}

func (t *tree) addContributions(features []float32, out []float64) {
	if len(t.nodes) == 0 {
		return
	}
	at := int16(0)
	for at >= 0 {
		n := &t.nodes[at]
		next := n.next(features)
		var mean float64
		if next >= 0 {
			mean = float64(t.means[next])
		} else {
			mean = t.leaves[^next]
		}
		out[n.feature] += mean - float64(t.means[at])
		at = next
	}
}
