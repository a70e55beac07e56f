package reports

// Contracts is the workbook with a row for each contract.
func Contracts() ([]byte, error) {
	return drawTable(table{"Contracts", "Contracts of {{dossier.name}}", "Files", []column{
		{"File", "{{file.name}}", 34, false},
		{"Title", "{{component.Title}}", 36, false},
		{"Parties", "{{component.Party}}", 44, false},
		{"Effective", "{{component.Effective_Date}}", 14, false},
		{"Term", "{{component.Term}}", 14, false},
		{"Notice", "{{component.Notice_Period}}", 14, false},
		{"Law", "{{component.Jurisdiction}}", 18, false},
		{"Pages", "{{file.pages}}", 8, true},
		{"Status", "{{file.status}}", 16, false},
	}})
}

// Receipts is the workbook with a row for each receipt; totals are numbers.
func Receipts() ([]byte, error) {
	return drawTable(table{"Receipts", "Receipts of {{dossier.name}}", "Files", []column{
		{"File", "{{file.name}}", 30, false},
		{"Date", "{{component.Date}}", 14, false},
		{"Time", "{{component.Time}}", 12, false},
		{"Merchant", "{{component.Merchant_Name}}", 34, false},
		{"Address", "{{component.Merchant_Address}}", 44, false},
		{"Tax id", "{{component.Tax_ID}}", 18, false},
		{"Total", "{{component.Total.normalized}}", 12, true},
		{"Status", "{{file.status}}", 16, false},
	}})
}

// MediaOrders is the workbook with a row for each order; days and amounts are such.
func MediaOrders() ([]byte, error) {
	return drawTable(table{"Orders", "Media orders of {{dossier.name}}", "Files", []column{
		{"File", "{{file.name}}", 30, false},
		{"Number", "{{component.Contract_Number}}", 16, false},
		{"Advertiser", "{{component.Advertiser}}", 34, false},
		{"Agency", "{{component.Agency}}", 28, false},
		{"Station", "{{component.Station}}", 10, false},
		{"From", "{{component.Flight_From.normalized}}", 14, false},
		{"To", "{{component.Flight_To.normalized}}", 14, false},
		{"Gross", "{{component.Gross_Amount.normalized}}", 14, true},
		{"Net", "{{component.Net_Amount.normalized}}", 14, true},
		{"Status", "{{file.status}}", 16, false},
	}})
}

// Studies is the workbook with a row for each report of a study.
func Studies() ([]byte, error) {
	return drawTable(table{"Studies", "Studies of {{dossier.name}}", "Files", []column{
		{"File", "{{file.name}}", 28, false},
		{"Number", "{{component.Study_Number}}", 16, false},
		{"Title", "{{component.Study_Title}}", 40, false},
		{"Test item", "{{component.Test_Item}}", 26, false},
		{"Guideline", "{{component.Test_Guideline}}", 34, false},
		{"GLP", "{{component.GLP_Study}}", 6, false},
		{"Species", "{{component.Species}}", 12, false},
		{"Strain", "{{component.Strain}}", 16, false},
		{"LD50", "{{component.LD50}}", 26, false},
		{"Conclusion", "{{component.Conclusion}}", 50, false},
	}})
}

// Results is the workbook with a row for each group of each study.
func Results() ([]byte, error) {
	return drawTable(table{"Results", "Results of the studies of {{dossier.name}}", "Groups", []column{
		{"Study", "{{component.Study_Number}}", 16, false},
		{"Test item", "{{component.Test_Item}}", 26, false},
		{"Group", "{{row.results.result_group}}", 16, false},
		{"Dose", "{{row.results.result_dose}}", 12, true},
		{"Sex", "{{row.results.result_sex}}", 8, false},
		{"Animals", "{{row.results.result_animals.normalized}}", 10, true},
		{"Mortality", "{{row.results.result_mortality}}", 12, true},
		{"Findings", "{{row.results.result_findings}}", 44, false},
	}})
}
