import { isTextName } from '@recallite/core'
import * as v from 'valibot'
import { singleSpaces } from '@recallite/command-line/suite-file'
import { grade, lineSpan } from '../run/run.js'
import { object, text } from '../schema.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { filledText } from './json-lines.js'
import { type OpenCorpus } from './open-corpus.js'
import type { Passage, SuiteQuery } from './suite.js'

/** How relevant a document is to a query, and where in it the answer stands. */
interface Relevance {
  readonly document: string
  readonly grade: number
  readonly passage?: Passage | undefined
}

/** How relevant a document is, 1 unless it is said. */
export const gradeOrOne = v.nullish(grade, 1)

const linesForm = 'one line as 12, or several as [12, 15] or "12-15", from 1'

/** Which file answers a query, {path, lines?, contains?, grade?}, and where in it. */
export const fileEntry = object({
  path: text,
  lines: v.nullish(
    v.pipe(
      v.unknown(),
      v.transform(toNumbers),
      v.custom<readonly [number, number]>((span) => v.is(lineSpan, span) && span[0] <= span[1], linesForm),
    ),
  ),
  contains: v.nullish(filledText),
  grade: gradeOrOne,
})

/**
 * Puts together which documents answer a query, and where in them. A document may have several entries with different
 * passages; its grade is the highest of theirs. Throws an EvaluationError.
 */
export function joinRelevant(
  entries: readonly Relevance[],
  position: FilePosition,
): Pick<SuiteQuery, 'grades' | 'passages'> {
  const grades = new Map<string, number>()
  const taken = new Set<string>()
  for (const { document, grade: own, passage } of entries) {
    const { lines, contains } = passage ?? {}
    const key = JSON.stringify([document, lines, contains === undefined ? null : singleSpaces(contains)])
    if (taken.has(key)) {
      const message = `${JSON.stringify(document)} occurs twice with the same passage. Keep one of the two.`
      throw new EvaluationError('SUITE_DUPLICATE', message, position)
    }
    taken.add(key)
    grades.set(document, Math.max(own, grades.get(document) ?? 0))
  }
  return { grades, passages: entries.flatMap(({ passage }) => passage ?? []) }
}

/** Checks an entry with the documents that it is about; throws an EvaluationError. */
export function checkFileEntry(
  { path, lines, contains, grade: own }: v.InferOutput<typeof fileEntry>,
  corpus: OpenCorpus,
  position: FilePosition,
): Relevance {
  const quoted = JSON.stringify(path)
  if (!corpus.has(path)) {
    const message = `There is no file ${quoted} to index in ${corpus.name}. Give a path inside it, with forward slashes.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
  }
  if (!isTextName(path)) {
    const message = `${quoted} is not indexed: by its name it is neither Markdown, text nor code. Name a file that is.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
  }
  if (!lines && contains == null) return { document: path, grade: own }
  if (own === 0) {
    throw malformed(position, 'A document of grade 0 contains no answer. Leave "lines" and "contains" out.')
  }
  const passage = { document: path, ...(lines && { lines }), ...(contains != null && { contains }) }
  const reason = reasonNotFound(passage, corpus)
  if (reason === undefined) return { document: path, grade: own, passage }
  const message = `${quoted} ${reason}: no chunk can contain this answer. Correct the passage.`
  throw new EvaluationError('SUITE_PASSAGE_NOT_FOUND', message, position)
}

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value
  if (typeof value === 'number') return [value, value]
  const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(String(value)) ?? []
  return [Number(first), Number(last)]
}

function reasonNotFound({ document, lines, contains }: Passage, corpus: OpenCorpus): string | undefined {
  const { lines: all, spaced } = corpus.read(document)
  if (lines) {
    const [first, last] = lines
    const span = first === last ? `line ${first}` : `lines ${first}-${last}`
    if (last > all.length) return `has ${all.length} lines, not ${span}`
    if (
      all
        .slice(first - 1, last)
        .join('')
        .trim() === ''
    )
      return `has nothing on ${span}`
  }
  const isMissing = contains !== undefined && !spaced.includes(singleSpaces(contains))
  return isMissing ? `does not hold ${JSON.stringify(contains)}` : undefined
}
