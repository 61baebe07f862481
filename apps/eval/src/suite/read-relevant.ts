import { isTextName } from '@recallite/core'
import { lineSpan } from '../run/run.js'
import { isFields } from '../text-lines.js'
import { fits } from '../schema.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { textField, type Item } from './json-lines.js'
import { checkGrade } from './judgements.js'
import { singleSpaces, type OpenCorpus } from './open-corpus.js'
import type { Passage, SuiteQuery } from './suite.js'

/** How relevant a document is to a query, and where in it the answer stands. */
interface Relevance {
  readonly document: string
  readonly grade: number
  readonly passage?: Passage | undefined
}

/**
 * Reads which documents answer a query, and where in them. A document may have several entries with different
 * passages; its grade is the highest of theirs. Throws an EvaluationError, as `readEntry` does.
 */
export function readRelevant(
  item: Item,
  readEntry: (entry: Item) => Relevance,
): Pick<SuiteQuery, 'grades' | 'passages'> {
  const grades = new Map<string, number>()
  const passages: Passage[] = []
  const taken = new Set<string>()
  for (const entry of listEntries(item)) {
    const { document, grade, passage } = readEntry(entry)
    const { lines, contains } = passage ?? {}
    const key = JSON.stringify([document, lines, contains === undefined ? null : singleSpaces(contains)])
    if (taken.has(key)) {
      const message = `${JSON.stringify(document)} occurs twice with the same passage. Keep one of the two.`
      throw new EvaluationError('SUITE_DUPLICATE', message, entry)
    }
    taken.add(key)
    grades.set(document, Math.max(grade, grades.get(document) ?? 0))
    if (passage) passages.push(passage)
  }
  return { grades, passages }
}

/** Reads `{path, lines?, contains?, grade?}`, about a file; throws an EvaluationError. */
export function readFileEntry(entry: Item, corpus: OpenCorpus): Relevance {
  const path = textField(entry, 'path')
  if (!corpus.has(path)) {
    const message = `There is no file ${JSON.stringify(path)} to index in ${corpus.name}. Give a path inside it, with forward slashes.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, entry)
  }
  checkIndexed(path, entry)
  const grade = checkGrade(entry.fields['grade'] ?? 1, entry)
  const passage = readPassage(entry, path, corpus)
  if (grade > 0 || !passage) return { document: path, grade, passage }
  const message = 'A document of grade 0 contains no answer. Leave "lines" and "contains" out.'
  throw malformed(entry, message)
}

/** Returns the path of a document if an index takes files of its name; throws an EvaluationError. */
export function checkIndexed(path: string, position: FilePosition): string {
  if (isTextName(path)) return path
  const message = `${JSON.stringify(path)} is not indexed: by its name it is neither Markdown, text nor code. Name a file that is.`
  throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
}

function listEntries({ fields, ...position }: Item): Item[] {
  const entries = fields['relevant']
  if (!Array.isArray(entries)) {
    const advice = 'Give the documents that answer; [] if nothing should be found.'
    throw malformed(position, `"relevant" is not a list. ${advice}`)
  }
  return entries.map((entry: unknown) => {
    if (isFields(entry)) return { ...position, fields: entry }
    throw malformed(
      position,
      '"relevant" holds something else than {"path": …}, or {"record": …} about records.',
    )
  })
}

/** Rejects a passage that is not in the document, since no chunk could hold it. */
function readPassage(entry: Item, document: string, corpus: OpenCorpus): Passage | undefined {
  const lines = readSpan(entry)
  const contains = entry.fields['contains'] == null ? undefined : textField(entry, 'contains')
  if (contains?.trim() === '') {
    throw malformed(entry, '"contains" is blank. Give words of the answer, or leave it out.')
  }
  if (lines === undefined && contains === undefined) return undefined
  const passage = { document, ...(lines && { lines }), ...(contains !== undefined && { contains }) }
  const reason = reasonNotFound(passage, corpus)
  if (reason === undefined) return passage
  const message = `${JSON.stringify(document)} ${reason}: no chunk can contain this answer. Correct the passage.`
  throw new EvaluationError('SUITE_PASSAGE_NOT_FOUND', message, entry)
}

function readSpan(entry: Item): Passage['lines'] {
  const value = entry.fields['lines'] ?? undefined
  if (value === undefined) return undefined
  const span = toNumbers(value)
  if (fits(lineSpan, span) && span[0] <= span[1]) return span
  const advice = 'Give one line as 12, several as [12, 15] or "12-15", from 1.'
  throw malformed(entry, `"lines" is ${JSON.stringify(value)}. ${advice}`)
}

function toNumbers(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'number') return [value, value]
  const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(String(value)) ?? []
  return first === undefined ? [] : [Number(first), Number(last)]
}

function reasonNotFound({ document, lines, contains }: Passage, corpus: OpenCorpus): string | undefined {
  const text = corpus.read(document)
  if (lines) {
    const [first, last] = lines
    const span = first === last ? `line ${first}` : `lines ${first}-${last}`
    if (last > text.lines.length) return `has ${text.lines.length} lines, not ${span}`
    const stands = text.lines.slice(first - 1, last).join('')
    if (stands.trim() === '') return `has nothing on ${span}`
  }
  const isMissing = contains !== undefined && !text.spaced.includes(singleSpaces(contains))
  return isMissing ? `does not hold ${JSON.stringify(contains)}` : undefined
}
