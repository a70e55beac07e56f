package projections

// All lists every view in the order in which they are shown.
func All() []View {
	return []View{Templates(), Dossiers(), Files(), Downloads(), Users(), Work(), History(), Usage()}
}
