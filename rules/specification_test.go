package rules

import (
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// promised restates the members that the rule language promises: a class, and its
// members with the numbers of arguments that they must take; none for a constant or
// a property, and a star for the whole class.
const promised = `
SemanticNode: containsString/1 containsStringIgnoreCase/1 containsAllStrings/1,2,3 containsAllStringsIgnoreCase/1,2 containsAnyString/1,2,9 containsAnyStringIgnoreCase/1,2
 containsWord/1 containsWordIgnoreCase/1 containsAnyWord/1,2 containsAnyWordIgnoreCase/1,2 containsAllWords/1,2 containsAllWordsIgnoreCase/1,2 matchesRegex/1 matchesRegexIgnoreCase/1
 hasText/0 length/0 getTextBlock/0 getTextRange/0 getHeadline/0 anyHeadlineContainsString/1 anyHeadlineContainsStringIgnoreCase/1 hasEntitiesOfType/1 hasEntitiesOfAnyType/1,2 hasEntitiesOfAllTypes/1,2
 getEntitiesOfType/1,2,3 getEntities/0 getPages/0,1 getFirstPage/0 isOnPage/1 onPage/1 getNumberOnPage/0 getParent/0 hasParent/0 getHighestParent/0 getPreviousSibling/0 getNextSibling/0 isLeaf/0 getTreeId/0
 getType/0 streamChildren/0 streamAllSubNodes/0 streamChildrenOfType/1 streamAllSubNodesOfType/1 getBBox/0 intersectsRectangle/5 streamValidEntities/0 type headline pages textBlock
NodeType: DOCUMENT SECTION SUPER_SECTION HEADLINE PARAGRAPH TABLE TABLE_CELL HEADER FOOTER IMAGE
TextBlock: getSearchText/0 getTextRange/0 subSequence/1,2 getLineBreaks/0 numberOfLines/0 subSequenceWithLineBreaks/1 length/0
TextRange: new/2 start/0 end/0 length/0 contains/1 containedBy/1 intersects/1 trim/1 split/1
Section: hasTables/0 anyHeadlineContainsString/1 containsString/1
SuperSection: getHeadline/0
Headline: containsString/1
Paragraph: containsString/1
Header: containsString/1
Footer: containsString/1
DuplicatedParagraph: containsString/1
Figure: containsString/1
Document: getHeadlines/0 getMainSections/0 getPages/0 getNumberOfPages/0 streamAllImages/0 streamTerminalTextBlocksInOrder/0
Table: hasHeader/1 hasHeaderIgnoreCase/1 streamTableCellsWithHeader/1 getNumberOfRows/0 getNumberOfCols/0 getCell/2 streamTableCells/0 streamRow/1 streamCol/1 streamHeaders/0 streamHeadersForCell/2
 hasRowWithHeaderAndValue/2 hasRowWithHeaderAndAnyValue/2 rowContainsStringsIgnoreCase/2 streamEntitiesWhereRowHasHeaderAndAnyValue/2 streamEntitiesWhereRowContainsStringsIgnoreCase/1
 streamEntitiesWhereRowContainsEntitiesOfType/1 streamEntitiesWhereRowContainsEntitiesOfEachType/1 streamEntitiesWhereRowContainsNoEntitiesOfType/1 getEntitiesOfTypeInSameRow/2 streamTableCellsWhichContainType/1
TableCell: getRow/0 getCol/0 isHeader/0 isUncertain/0 row col header uncertain
Image: getImageType/0 isTransparent/0 getPosition/0 getPage/0 apply/2,3 redact/2,3 skip/2 ignore/2 remove/2 applied/0 skipped/0 ignored/0 removed/0 imageType
ImageType: LOGO FORMULA SIGNATURE OTHER OCR GRAPHIC
Page: getNumber/0 getWidth/0 getHeight/0 getRotation/0 getMainBody/0 getHeader/0 getFooter/0 getMainBodyTextBlock/0 getTextBlocksOnPage/0 getEntities/0 getImages/0
FileAttribute: label value id placeholder valueEqualsAnyOf/1,2,9 valueEqualsAnyOfIgnoreCase/1,2 getLabel/0 getValue/0
TextEntity: apply/2,3 getValue/0 setValue/1 redact/2,3 skip/2 ignore/2 remove/2 applyWithLineBreaks/2,3 applyWithReferences/4 skipWithReferences/3 applied/0 skipped/0 ignored/0 removed/0 resized/0 active/0 type/0 getType/0
 isType/1 isAnyType/1 entityType getEntityType/0 dictionaryEntry dossierDictionaryEntry getTextRange/0 length/0 getTextBefore/0 getTextAfter/0 contains/1 containedBy/1 intersects/1 getPages/0 getIntersectingNodes/0
 getDeepestFullyContainingNode/0 occursInNode/1 occursInNodeOfType/1 getDuplicateTextRanges/0 getMatchedRule/0 getMatchedRuleList/0 addMatchedRule/1 addMatchedRules/1 getManualOverwrite/0 hasManualChanges/0 matchesAnnotationId/1 getEngines/0 addEngine/1
EntityType: ENTITY HINT RECOMMENDATION FALSE_POSITIVE FALSE_RECOMMENDATION DICTIONARY_REMOVAL
Entity: type getValue/0 value id state entryType reason matchedRule legalBasis textBefore textAfter startOffset endOffset length positions dictionaryEntry containingNodeId containingNode section closestHeadline
Component: name value matchedRule valueDescription transformation getReferences/0
EntityCreationService: byString/4 byStringIgnoreCase/4 bySemanticNode/3 lineAfterString/4 lineAfterStringIgnoreCase/4 lineAfterStrings/4 lineAfterStringsIgnoreCase/4 lineAfterStringAcrossColumns/4 lineAfterStringAcrossColumnsIgnoreCase/4
 byRegex/4,5 byRegexIgnoreCase/4,5 byRegexWithLineBreaks/4,5 byRegexWithLineBreaksIgnoreCase/4,5 betweenStrings/5 betweenStringsIgnoreCase/5 betweenStringsIncludeStart/5 betweenStringsIncludeStartIgnoreCase/5 betweenStringsIncludeEnd/5
 betweenStringsIncludeEndIgnoreCase/5 betweenStringsIncludeStartAndEnd/5 betweenStringsIncludeStartAndEndIgnoreCase/5 betweenRegexes/5 betweenRegexesIgnoreCase/5 shortestBetweenAnyString/5,6 shortestBetweenAnyStringIgnoreCase/5,6
 longestBetweenAnyString/5,6 longestBetweenAnyStringIgnoreCase/5,6 betweenTextRanges/5,6 semanticNodeAfterString/4 bySemanticNodeParagraphsOnly/3 bySemanticNodeParagraphsOnlyMergeConsecutive/3 byTextRange/4 forceByTextRange/4
 byPrefixExpansionRegex/2 bySuffixExpansionRegex/2 bySearchImplementation/4 copyEntity/4 copyEntityWithoutRules/4 mergeEntitiesOfSameType/4 byNerEntity/3,4 optionalByNerEntity/3,4 combineNerEntitiesToCbiAddressDefaults/4
ComponentCreationService: create/3,4,5 firstOrElse/4 joining/3,4 joiningUnique/3,4 joiningFromSameTableRow/3 joiningFromLongestSectionOnly/3,4 joiningFromFirstSectionOnly/3,4 createComponents/3 createComponentsForUnMappedEntities/2 convertDates/3,4 uniqueValueCount/3
ComponentMappingService: from/1 getMappedValue/2
MappingQuery: select/1 where/2 and/2 whereIgnoreCase/2 andIgnoreCase/2 first/0
Dictionary: getDictionaryModels/0 getType/1 isHint/1 getDictionaryRank/1 recommendEverywhere/1,2 addLocalDictionaryEntry/4 addMultipleAuthorsAsRecommendation/1
DictionaryModel: getType/0 getRank/0 isHint/0 isDossierDictionary/0 getLocalSearch/0 getLocalEntriesWithMatchedRules/0
ManualChangesApplicationService: resize/2 resizeImage/2 recategorize/2
ManualResizeRedaction: annotationId requestDate type legalBasis value removeFromDictionary removeFromAllDossiers
ManualRecategorization: annotationId
ManualForceRedaction: annotationId
ManualLegalBasisChange: annotationId
IdRemoval: annotationId
ManualRedactionEntry: annotationId
OffsetDateTime: isBefore/1
NerEntities: hasEntitiesOfType/1 streamEntitiesOfType/1 getNerEntityList/0
RedactionSearchUtility: anyMatch/2 exactMatch/2 findTextRangesByRegex/2,3 findTextRangesByRegexIgnoreCase/2,3 findTextRangesByString/2 findTextRangesByStringIgnoreCase/2
MatchedRule: ruleIdentifier reason
RuleIdentifier: fromString/1 type unit id
Rule: getName/0
Stream: of/0,1,3 concat/2 empty/0 iterate/2,3 map/1 flatMap/1 filter/1 distinct/0 sorted/0,1 limit/1 skip/1 peek/1 takeWhile/1 dropWhile/1 mapToInt/1 forEach/1 collect/1 toList/0 toArray/0,1 reduce/1,2,3 count/0 findFirst/0 findAny/0
 anyMatch/1 allMatch/1 noneMatch/1 min/1 max/1 iterator/0
IntStream: range/2 rangeClosed/2 of/1,3 map/1 mapToObj/1 boxed/0 sum/0 average/0 min/0 max/0 filter/1 forEach/1 collect/3 toArray/0 reduce/2 anyMatch/1
Collectors: toList/0 toSet/0 toMap/2,3,4 joining/0,1,3 groupingBy/1,2,3 partitioningBy/1,2 counting/0 mapping/2 filtering/2 toCollection/1 summingInt/1 minBy/1 maxBy/1
Optional: of/1 ofNullable/1 empty/0 isPresent/0 isEmpty/0 get/0 orElse/1 orElseGet/1 orElseThrow/0,1 ifPresent/1 ifPresentOrElse/2 map/1 flatMap/1 filter/1 or/1 stream/0
String: length/0 charAt/1 substring/1,2 indexOf/1,2 lastIndexOf/1,2 contains/1 startsWith/1 endsWith/1 equals/1 equalsIgnoreCase/1 compareTo/1 isEmpty/0 isBlank/0 trim/0 strip/0 stripLeading/0 stripTrailing/0 toLowerCase/0,1 toUpperCase/0,1
 replace/2 replaceAll/2 replaceFirst/2 split/1,2 matches/1 concat/1 repeat/1 lines/0 chars/0 join/1,2,4 valueOf/1 format/1,2,3 formatted/0,2 hashCode/0
StringBuilder: new/0,1 append/1 insert/2 length/0 reverse/0 setLength/1 toString/0
List: of/0,1,9 copyOf/1 add/1,2 addAll/1 remove/1 removeIf/1 contains/1 containsAll/1 get/1 set/2 size/0 isEmpty/0 clear/0 indexOf/1 iterator/0 stream/0 forEach/1 sort/1 subList/2 toArray/0,1
Set: of/0,1,9 copyOf/1 add/1 addAll/1 remove/1 removeIf/1 contains/1 size/0 stream/0
Map: of/0,2,8 copyOf/1 put/2 putIfAbsent/2 get/1 getOrDefault/2 containsKey/1 keySet/0 values/0 entrySet/0 computeIfAbsent/2 merge/3 remove/1 forEach/1 size/0 isEmpty/0 clear/0
Collection: size/0 isEmpty/0 stream/0 contains/1
Arrays: asList/0,1,3 stream/1
Collections: emptyList/0 sort/1,2
ArrayList: new/0,1
LinkedList: new/0,1
HashSet: new/0,1
LinkedHashSet: new/0,1
TreeSet: new/0,1
HashMap: new/0,1
LinkedHashMap: new/0,1
TreeMap: new/0,1
Comparator: comparing/1,2 comparingInt/1 naturalOrder/0 reverseOrder/0 reversed/0 thenComparing/1,2
Pattern: compile/1,2 matcher/1 quote/1 matches/2
Matcher: find/0 matches/0 group/0,1 start/0,1 end/0,1 groupCount/0 results/0
Integer: parseInt/1 valueOf/1 compare/2
Long: parseLong/1 valueOf/1 compare/2
Double: parseDouble/1 valueOf/1 compare/2
Boolean: parseBoolean/1 valueOf/1
Character: isDigit/1 isLetter/1 isUpperCase/1 isWhitespace/1
Math: min/2 max/2 abs/1 round/1 floor/1 ceil/1
Objects: equals/2 nonNull/1 isNull/1 requireNonNull/1
LocalDate: of/3 parse/1,2 format/1 isBefore/1 isAfter/1 plusDays/1 minusMonths/1 getYear/0
DateTimeFormatter: ofPattern/1,2
ChronoUnit: DAYS WEEKS MONTHS YEARS between/2
Period: between/2 getYears/0 getMonths/0 getDays/0
BigDecimal: new/1 valueOf/1 add/1 subtract/1 multiply/1 divide/1,2,3 setScale/2 compareTo/1
Locale: ROOT ENGLISH GERMAN US
`

// TestEveryPromisedMemberIsThere looks the members up as conditions and consequences
// do. Each of them also has an example that runs: TestEveryOverloadHasAnExampleThatRuns.
func TestEveryPromisedMemberIsThere(t *testing.T) {
	members := 0
	for _, line := range strings.Split(strings.ReplaceAll(promised, "\n ", " "), "\n") {
		name, list, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		class := registry().Class(name)
		if class == nil {
			t.Errorf("there is no class %s, want class != nil", name)
			continue
		}
		for _, member := range strings.Fields(list) {
			members++
			method, arities, called := strings.Cut(member, "/")
			if !called {
				if _, constant := class.Constants[member]; !constant && class.Property(member) == nil {
					t.Errorf("%s has no constant or property %s", name, member)
				}
				continue
			}
			for _, arity := range strings.Split(arities, ",") {
				n, err := strconv.Atoi(arity)
				if err != nil {
					t.Fatal(member)
				}
				if !takes(class, method, n) {
					t.Errorf("%s.%s takes no %d arguments, want takes(class, method, n)", name, method, n)
				}
			}
		}
	}
	if members < 500 {
		t.Errorf("only %d members are looked for, want at least 500", members)
	}
}

func takes(class *host.Class, method string, n int) bool {
	if method == "new" {
		return len(class.FindConstructors(n)) > 0
	}
	return len(class.FindMethods(method, n))+len(class.FindStatic(method, n)) > 0
}
