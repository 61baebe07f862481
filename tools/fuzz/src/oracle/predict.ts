import {
  isStopWord,
  languageNamed,
  type ParsedQuery,
  parseQuery,
  type Word,
  wordsOf,
} from '@recallite/keyword'
import { FilterError, matches, parseFilter } from '@recallite/store/filter'
import { isFound, passing } from '@recallite/store/conformance'
import { groupsOf, type Condition, type Wish } from './conditions.ts'
import { daysMeant } from './dates.ts'
import { Refusal } from './refusal.ts'
import type { Collection } from '../collection/open-collection.ts'
import type { Case } from '../queries/generate-case.ts'
import type { StoredDocument } from '@recallite/store'

/** The code of the error, or the matching chunks. */
export type Prediction = { readonly code: string } | { readonly ids: ReadonlySet<string> }

const maxConditions = 99
const maxPaths = 100
const maxStars = 100
/** The number of stars of the globs for a name without stars. */
const starsOfName = 5

function wishes(field: Wish['field'], texts: readonly string[]): Wish[] {
  return texts.map((text) => ({ field, text, isNegated: false }))
}

function groupsOfOptions({
  roots,
  paths = [],
  headings = [],
  since,
  until,
  where = [],
}: Case['options']): Condition[][] {
  refuseNoDays({ since, until })
  const statements = where.filter((text) => !isJson(text))
  const groups = groupsOf([
    ...wishes('path', paths),
    ...wishes('heading', headings),
    ...wishes('since', since === undefined ? [] : [since]),
    ...wishes('until', until === undefined ? [] : [until]),
    ...wishes('where', statements),
  ])
  return roots === undefined ? groups : [...groups, groupsOf(wishes('source', roots))[0] ?? []]
}

function isJson(text: string) {
  return text.trimStart().startsWith('{')
}

/** Combined filters over front matter, evaluated in memory. @throws Refusal */
function readJsonFilter(texts: readonly string[]): (metadata: StoredDocument['metadata']) => boolean {
  if (texts.length === 0) return () => true
  const read = texts.map((text) => {
    try {
      return JSON.parse(text)
    } catch {
      throw new Refusal('OPTION_INVALID')
    }
  })
  try {
    const filter = parseFilter(read.length === 1 ? read[0] : { $and: read })
    return (metadata) => matches(filter, metadata)
  } catch (error) {
    if (FilterError.isInstance(error)) throw new Refusal(error.code)
    throw error
  }
}

/** @throws Refusal */
function refuseNoDays({ since, until }: Pick<Case['options'], 'since' | 'until'>) {
  if (since === undefined || until === undefined) return
  if (daysMeant(since)[0] > daysMeant(until)[1]) throw new Refusal('OPTION_INVALID')
}

/** @throws Refusal */
function refuse(groups: readonly (readonly Condition[])[], { roots }: Collection) {
  const all = groups.flat()
  const paths = all.flatMap(({ stars }) => (stars === undefined ? [] : [stars]))
  const stars = paths.reduce((sum, count) => sum + count, 0)
  if (
    groups.length > maxConditions ||
    paths.length > maxPaths ||
    stars - starsOfName * paths.length > maxStars
  ) {
    throw new Refusal('OPTION_INVALID')
  }
  if (all.some(({ root }) => root !== undefined && !roots.includes(root))) throw new Refusal('ROOT_UNKNOWN')
}

/** Whether a part of a query is an operator or a field without a value, or empty. */
function isSyntax(part: string) {
  return /^(?:|AND|OR|NOT|-?(?:path|heading|source|since|until|where):)$/u.test(part)
}

/** Whether a query has only one or two words that most texts contain. */
function isCommon(query: string, words: readonly Word[], languages: readonly string[]) {
  if (words.length === 0 || words.length > 2 || /["*]|\p{Lu}{2}|sel(?:f|ves)\b/u.test(query)) return false
  const isStop = ({ text }: Word) => languages.some((language) => isStopWord(text, languageNamed(language)))
  return words.every(isStop)
}

/** @throws Refusal */
function scan({ query, options }: Case, collection: Collection): Set<string> {
  if (query.split(/[\s()]+/u).every(isSyntax)) throw new Refusal('QUERY_EMPTY')
  const { languages } = collection
  const { fields, isRelaxable, plainText, ...demand } = parseQuery(query, { languages })
  const isLike = readJsonFilter((options.where ?? []).filter(isJson))
  const groups = [...groupsOfOptions(options), ...groupsOf(fields)]
  refuse(groups, collection)
  if (isCommon(query, wordsOf(plainText), ['en', ...languages])) throw new Refusal('QUERY_COMMON')
  const alternatives = groups.map(
    (group) => ({ kind: 'any', filters: group.map(({ filter }) => filter) }) as const,
  )
  const isLetThrough = passing({ kind: 'all', filters: alternatives })
  const idsOf = ({ tree, required }: Pick<ParsedQuery, 'tree' | 'required'>) => {
    const found = collection.chunks.filter(
      ({ document, chunk }) =>
        [tree, required ?? tree].every((node) => node !== null && isFound(node, chunk.words)) &&
        isLike(document.metadata) &&
        isLetThrough(document, chunk),
    )
    return new Set(found.map(({ chunk }) => chunk.id))
  }
  const ids = idsOf(demand)
  // If nothing has a phrase, its words are searched.
  const isRelaxed = ids.size === 0 && isRelaxable && !plainText.split(/[\s()]+/u).every(isSyntax)
  return isRelaxed ? idsOf(parseQuery(plainText, { languages })) : ids
}

/** The expected result of a search, found by checking every word of every chunk. */
export function predict(searchCase: Case, collection: Collection): Prediction {
  try {
    return { ids: scan(searchCase, collection) }
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code }
    throw error
  }
}
