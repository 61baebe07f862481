import type { QueryFeature, QueryLeaf, QueryTree, RankedTerm } from '@recallite/store/query'
import type { ParsedQuery } from './parse-query.js'
import type { QueryTerm } from './query-tree.js'
import type { SpellingSuggestion } from './spelling/rank-spellings.js'
import { stemWord } from './word-forms.js'

type Suggestions = ReadonlyMap<string, readonly SpellingSuggestion[]>

/**
 * Adds corrections of misspelled terms to a query, at three quarters of their weight. Excluded terms stay as typed.
 * @param suggestions by the typed form, from `suggestSpellings`
 */
export function addCorrections(query: ParsedQuery, suggestions: Suggestions): ParsedQuery {
  const languages = ['en', ...query.languages] as const
  const stems = new Map(
    languages.flatMap((language) => [...readingsAs((form) => stemWord(form, language), suggestions)]),
  )
  const forms = readingsAs((form) => form, suggestions)
  const stemsOfForm = (form: string) => [...new Set(languages.map((language) => stemWord(form, language)))]
  return {
    ...query,
    tree: query.tree && correctTree(query.tree, stems),
    required: query.required && correctTree(query.required, stems),
    scoring: query.scoring.map((term) => correctTerm(term, { stems, forms, stemsOfForm })),
    terms: query.terms.flatMap((term) => [term, ...otherTerms(term, forms)]),
  }
}

/** The corrections of each form or stem, best first. */
type Readings = ReadonlyMap<string, readonly string[]>

/** The suggestions with all words mapped to forms, or to stems of a language. */
function readingsAs(shape: (form: string) => string, suggestions: Suggestions): Readings {
  return new Map(
    Array.from(suggestions, ([typed, list]) => [shape(typed), list.map(({ form }) => shape(form))]),
  )
}

function correctTree(tree: QueryTree, stems: Readings): QueryTree {
  switch (tree.kind) {
    case 'any':
    case 'all':
      return { kind: tree.kind, parts: tree.parts.map((part) => correctTree(part, stems)) }
    case 'without':
      // Stays as typed, so that nothing else is hidden.
      return { ...tree, include: correctTree(tree.include, stems) }
    default: {
      const others = otherLeaves(tree, stems)
      return others.length > 0 ? { kind: 'any', parts: [tree, ...others] } : tree
    }
  }
}

function otherLeaves(leaf: QueryLeaf, stems: Readings): QueryLeaf[] {
  switch (leaf.kind) {
    case 'word':
      return otherReadings([leaf.stem], stems).map(([stem = leaf.stem]) => ({ kind: 'word', stem }))
    case 'phrase':
    case 'place':
      return otherReadings(leaf.stems, stems).map((read) => ({ kind: leaf.kind, stems: read }))
    case 'prefix':
      return []
  }
}

/** Replaces all words by their first suggestions, then all by their second ones, and so on. */
function otherReadings(words: readonly string[], readings: Readings): string[][] {
  const max = Math.max(0, ...words.map((word) => readings.get(word)?.length ?? 0))
  return Array.from({ length: max }, (_, position) =>
    words.map((word) => {
      const suggestions = readings.get(word) ?? []
      return suggestions[position] ?? suggestions.at(-1) ?? word
    }),
  )
}

type Vocabulary = Readonly<Record<'stems' | 'forms', Readings>> & {
  readonly stemsOfForm: (form: string) => readonly string[]
}

/** A match of a correction counts less than a match of the typed word. */
const correctionWeight = 0.75

function correctTerm(term: RankedTerm, vocabulary: Vocabulary): RankedTerm {
  const { feature } = term
  const others = otherFeatures(feature, vocabulary)
  if (others.length === 0) return term
  const features = [...(feature.kind === 'either' ? feature.features : [feature]), ...others]
  return { ...term, feature: { kind: 'either', features }, weight: term.weight * correctionWeight }
}

function otherFeatures(feature: QueryFeature, vocabulary: Vocabulary): QueryFeature[] {
  const { stems, forms, stemsOfForm } = vocabulary
  switch (feature.kind) {
    case 'form':
      return otherReadings([feature.form], forms).map(([form = feature.form]) => ({
        kind: 'form',
        form,
        stems: stemsOfForm(form),
      }))
    case 'pair':
      return otherReadings(feature.stems, stems).flatMap(([a, b]) =>
        a === undefined || b === undefined ? [] : [{ kind: 'pair', stems: [a, b] }],
      )
    case 'either':
      return feature.features.flatMap((one) => otherFeatures(one, vocabulary))
    default:
      return otherLeaves(feature, stems)
  }
}

function otherTerms({ words, isPrefix }: QueryTerm, forms: Readings): QueryTerm[] {
  if (isPrefix) return []
  const typed = words.map(({ form }) => form)
  return otherReadings(typed, forms).map((others) => ({
    words: others.map((form) => ({ form, stem: stemWord(form) })),
  }))
}
