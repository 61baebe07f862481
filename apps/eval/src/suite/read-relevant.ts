import { isTextName } from '@recallite/core'
import { SuiteError, type SuitePlace } from './errors.js'
import { type Item, isFields, textField } from './json-lines.js'
import { checkGrade } from './judgements.js'
import { type OpenCorpus, singleSpaces } from './open-corpus.js'
import type { Passage, SuiteQuery } from './suite.js'

/**
 * The documents that answer a query, and where in them: `relevant` of its line. A document may have several entries, for
 * several places; its grade is the highest of theirs.
 * @throws SuiteError
 */
export function readRelevant(item: Item, corpus: OpenCorpus): Pick<SuiteQuery, 'grades' | 'passages'> {
  const grades = new Map<string, number>()
  const passages: Passage[] = []
  const taken = new Set<string>()
  for (const entry of listEntries(item)) {
    const relevant = readEntry(entry, corpus)
    const { path, grade, passage } = relevant
    if (taken.has(keyOf(relevant))) {
      const message = `${JSON.stringify(path)} stands twice, for the same place. Keep one of the two.`
      throw new SuiteError('SUITE_DUPLICATE', message, entry)
    }
    taken.add(keyOf(relevant))
    grades.set(path, Math.max(grade, grades.get(path) ?? 0))
    if (passage) passages.push(passage)
  }
  return { grades, passages }
}

/**
 * The path of a document that an index takes, by its name: no other could ever be found.
 * @throws SuiteError `SUITE_UNKNOWN_ID`
 */
export function checkIndexed(path: string, place: SuitePlace): string {
  if (isTextName(path)) return path
  const message = `${JSON.stringify(path)} is not indexed: by its name it is neither Markdown, text nor code. Name a file that is.`
  throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

interface Relevant {
  readonly path: string
  readonly grade: number
  readonly passage: Passage | undefined
}

function listEntries({ fields, ...place }: Item): Item[] {
  const entries = fields['relevant']
  if (!Array.isArray(entries)) {
    const message =
      '"relevant" is not a list. Give the documents that answer; [] where nothing should be found.'
    throw new SuiteError('SUITE_MALFORMED', message, place)
  }
  return entries.map((entry: unknown) => {
    if (isFields(entry)) return { ...place, fields: entry }
    throw new SuiteError('SUITE_MALFORMED', '"relevant" holds something else than {"path": …}.', place)
  })
}

function readEntry(entry: Item, corpus: OpenCorpus): Relevant {
  const { fields, ...place } = entry
  const path = textField(entry, 'path')
  if (!corpus.files.has(path)) {
    const message = `There is no file ${JSON.stringify(path)} to index in ${corpus.place}. Give a path inside it, with forward slashes.`
    throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
  }
  checkIndexed(path, place)
  const grade = checkGrade(fields['grade'] ?? 1, place)
  const passage = readPassage(entry, path, corpus)
  if (grade > 0 || !passage) return { path, grade, passage }
  const message =
    'A document of grade 0 does not answer, so no answer stands in it. Leave "lines" and "contains" out.'
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

/** Names what two entries may not have in common. */
function keyOf({ path, passage }: Relevant): string {
  const { lines, contains } = passage ?? {}
  return JSON.stringify([path, lines, contains === undefined ? null : singleSpaces(contains)])
}

type Lines = readonly [first: number, last: number]

function toNumbers(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'number') return [value, value]
  const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(String(value)) ?? []
  return first === undefined ? [] : [Number(first), Number(last)]
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

function readSpan({ fields, ...place }: Item): Lines | undefined {
  const value = fields['lines'] ?? undefined
  if (value === undefined) return undefined
  const [first, last, ...rest] = toNumbers(value)
  if (isLine(first) && isLine(last) && first <= last && rest.length === 0) return [first, last]
  const message = `"lines" is ${JSON.stringify(value)}. Give one line as 12, several as [12, 15] or "12-15", from 1.`
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

function readContains(item: Item): string | undefined {
  const { fields, ...place } = item
  if ((fields['contains'] ?? undefined) === undefined) return undefined
  const contains = textField(item, 'contains')
  if (contains.trim() !== '') return contains
  const message = '"contains" is blank. Give words that the answer holds, or leave it out.'
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

function whyNotThere({ document, lines, contains }: Passage, corpus: OpenCorpus): string | undefined {
  const text = corpus.read(document)
  if (lines) {
    const [first, last] = lines
    const span = first === last ? `line ${first}` : `lines ${first}-${last}`
    if (last > text.lines.length) return `has ${text.lines.length} lines, not ${span}`
    if (
      text.lines
        .slice(first - 1, last)
        .join('')
        .trim() === ''
    )
      return `has nothing on ${span}`
  }
  const isMissing = contains !== undefined && !text.spaced.includes(singleSpaces(contains))
  return isMissing ? `does not hold ${JSON.stringify(contains)}` : undefined
}

function checkPlace(passage: Passage, corpus: OpenCorpus, place: SuitePlace): void {
  const reason = whyNotThere(passage, corpus)
  if (reason === undefined) return
  const message = `${JSON.stringify(passage.document)} ${reason}: no chunk could ever hold this answer. Say where it stands now.`
  throw new SuiteError('SUITE_PASSAGE_NOT_FOUND', message, place)
}

/**
 * Where in a document the answer stands: `lines` and `contains` of a relevant entry, undefined where it has neither.
 * What is not in the document is refused, since no chunk could hold it.
 * @throws SuiteError `SUITE_MALFORMED`, `SUITE_PASSAGE_NOT_FOUND`
 */
function readPassage(entry: Item, document: string, corpus: OpenCorpus): Passage | undefined {
  const lines = readSpan(entry)
  const contains = readContains(entry)
  if (lines === undefined && contains === undefined) return undefined
  const passage = { document, ...(lines && { lines }), ...(contains !== undefined && { contains }) }
  const { file, line } = entry
  checkPlace(passage, corpus, { file, line })
  return passage
}
