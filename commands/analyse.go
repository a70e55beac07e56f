package commands

// AnalysisVersion counts changes of the analysis that can change results.
const AnalysisVersion = 1
