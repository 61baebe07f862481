import { compileSyntax } from './compile-syntax.js'
import { createLexicon } from './languages/lexicon.js'
import { maximumTerms, type ParsedQuery } from './parse-query.js'
import { leavesOf, type QueryFeature, type ScoredTerm, treeFor, treeOf } from './query-tree.js'
import { isStopWord } from './stop-words.js'
import { type Word, wordsOf } from './words.js'

/** Words side by side in a query, which may be a form of something. */
export interface NamedRun {
  /** The keys of its words, one behind the other. */
  readonly key: string
  readonly words: readonly Word[]
}

/** Longer runs are no names. */
const mostWords = 8

/** Of two letters nobody can tell whether they are a word, unless they are written as a short form. */
const commonLength = 2

/**
 * The runs of words of a query that may be a short or a long form; none of a query with syntax, which says exactly what is meant. Words
 * of two letters and stop words are short forms only in capitals beside small letters (`IT budget`).
 * @param keyOf the key of a word
 */
export function namedRuns({ read, languages }: ParsedQuery, keyOf: (word: string) => string): NamedRun[] {
  if (read.syntax?.kind !== 'words') return []
  const { text } = read.syntax
  const words = wordsOf(text).slice(0, maximumTerms)
  const keys = words.map((word) => keyOf(word.text))
  const isShouted = text === text.toUpperCase()
  const isWritten = (word: string): boolean =>
    word === word.toUpperCase() && !(isShouted && /\p{Lu}/u.test(word))
  const isStop = (word: string): boolean => ['en' as const, ...languages].some((one) => isStopWord(word, one))
  const isCommon = ({ text: word }: Word): boolean =>
    (word.length <= commonLength || isStop(word)) && !isWritten(word)
  return words.flatMap((first, start) => {
    const least = isCommon(first) ? 2 : 1
    const most = Math.min(mostWords, words.length - start)
    return Array.from({ length: Math.max(0, most - least + 1) }, (_, more) => {
      const end = start + least + more
      return { key: keys.slice(start, end).join(''), words: words.slice(start, end) }
    })
  })
}

/** More meanings of a form say nothing about the query. */
const mostForms = 3

/**
 * Adds to a query the other forms of what it names: a text that has only these is found as well, but they count half.
 * @param formsOf the other forms of what a run names, the likeliest first
 */
export function addOtherForms(
  query: ParsedQuery,
  runs: readonly NamedRun[],
  formsOf: (run: NamedRun) => readonly string[],
): ParsedQuery {
  const named = runs.map((run) => ({ run, forms: compileForms(formsOf(run), query) }))
  const forms = named.flatMap((one) => one.forms)
  if (forms.length === 0) return query
  const terms = new Set(
    query.scoring.filter(({ isContentTerm }) => isContentTerm).map(({ feature }) => nameOf(feature)),
  )
  const others = new Map<string, QueryFeature[]>()
  const wordless: ScoredTerm[] = []
  for (const { run, forms: own } of named) {
    const features = own.flatMap(({ scoring }) => scoring.map(({ feature }) => feature))
    const names = run.words.map(({ units }) => nameOf(treeOf(units.map(({ stem }) => stem))))
    const termNames = names.filter((name) => terms.has(name))
    for (const name of termNames) others.set(name, [...(others.get(name) ?? []), ...features])
    if (termNames.length === 0 && features.length > 0)
      wordless.push({ feature: { kind: 'either', features, asked: 0 }, weight: 1, isContentTerm: true })
  }
  return {
    ...query,
    tree: treeFor('any', [query.tree, ...forms.map(({ tree }) => tree)].flatMap(leavesOf)),
    scoring: [...query.scoring.map((term) => withOthers(term, others)), ...wordless],
    terms: [...query.terms, ...forms.flatMap((form) => form.terms)],
  }
}

/** What is only a stop word in a text may be no short form there: capitals are not indexed. */
function compileForms(forms: readonly string[], { languages }: ParsedQuery) {
  return forms
    .slice(0, mostForms)
    .filter((form) => wordsOf(form).some(({ text }) => !isStopWord(text)))
    .map((text) => compileSyntax({ kind: 'phrase', text }, createLexicon(text, languages)))
}

/** The first way to say it names a feature. */
const nameOf = (feature: QueryFeature): string =>
  JSON.stringify(feature.kind === 'either' ? feature.features[0] : feature)

function withOthers(term: ScoredTerm, others: ReadonlyMap<string, readonly QueryFeature[]>): ScoredTerm {
  const { feature, isContentTerm } = term
  const added = isContentTerm ? others.get(nameOf(feature)) : undefined
  if (!added) return term
  const own = feature.kind === 'either' ? feature.features : [feature]
  return { ...term, feature: { kind: 'either', features: [...own, ...added], asked: own.length } }
}
