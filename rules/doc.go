// Package rules compiles and runs rules that find data in documents. They are written
// in DRL, the rule language of Drools, at level DRL6. The package needs no server, no
// Java and nothing else of Docket but package document.
//
// # What rules do
//
// There are two kinds of rule files. Entity rules see a document: the elements of a
// [document.Tree] are facts of the classes Document, Section, Headline, Paragraph,
// Table, TableCell, Image, Header, Footer and Page, its attributes are facts of the
// class FileAttribute, and each piece of text that a rule marks becomes a fact of the
// class TextEntity. Component rules see the entities that were applied, as facts of the
// class Entity, and the attributes; from them they build components, which are values
// with a name. A run is both in this order, and its outcome a [document.Result].
//
//	rule "Order.0.0: number after its label"
//	when
//	    $line: Paragraph(containsString("Order no."))
//	then
//	    entityCreationService.lineAfterString("Order no.", "order", EntityType.ENTITY, $line)
//	        .forEach(e -> e.apply("Order.0.0", "after its label"));
//	end
//
// A rule fires for every match of its conditions, also for those that come about
// through what other rules insert, update or retract. Conditions know patterns with
// constraints, bindings and joins, not, exists, forall, from, collect, accumulate and
// eval; consequences are Java, with a part of the Java library; attributes of rules such as
// salience, no-loop, agenda-group and activation-group do what they do in Drools.
// Nothing in a rule reaches outside of the run: there is no clock, file, network or
// reflection, so a run can be repeated.
//
// docs/rules.md is the guide to the language. [References] has all classes and methods, as
// docs/rules-reference.md and docs/rules-java.md do.
//
// # Compiling
//
// [Compile] reads one rule file and returns a [Program] with a [Report] of its errors
// and warnings, each with line and column. A file with errors has no program. Compiling
// checks everything that can be known without a document: the types of all expressions,
// the classes and methods, the globals that the [Side] of the file offers. [Check] is
// for those who want the report only, [CheckSyntax] for other files of the language.
// [Report.CheckNames] adds warnings about names of entities, components and mappings
// that are not defined.
//
// # Running
//
// [Run] takes the programs of both sides and an [Input]: the tree, and what rules can
// ask for besides it, such as dictionaries, mappings and date formats. Programs and
// inputs do not change, so many runs may share them at the same time. [Explain] is Run
// with a [Trace] of what every rule did, and why rules that never fired did not.
//
// # Without a document
//
// A program of the side [FactRules] runs over facts of the types that it declares:
// [RunFacts] takes them as values, and returns the facts, globals and rows of queries at
// the end. Nothing of documents is known there, and rules may have any names.
//
// # Layout
//
// [Format] writes a rule file in one layout, with all its comments.
//
// # Limits and errors
//
// Rules are code of others, so a run is bounded, see [Limits]: firings, steps of one
// consequence, memory and time. A run that reaches a limit, an exception that no rule
// catches, and the end of the context during a rule come back as a *[RuleError] with
// the rule and its line. Errors of a rule file are in its report, never in an error.
package rules
