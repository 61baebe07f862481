import { existsSync } from 'node:fs'
import { jsonObject } from '@recallite/core/schema'
import * as v from 'valibot'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { grade, kindName, lineSpan } from '../run/run.js'
import { list, number, object, text } from '../schema.js'
import { singleSpaces } from '../text-lines.js'
import { filledText, optionalText, poolField, readFields, readItems } from './json-lines.js'
import type { FieldMap, Item } from './json-lines.js'
import type { Judgements } from './judgements.js'
import type { OpenCorpus } from './open-corpus.js'
import { time } from './read-corpus.js'
import type { Passage, SuiteCorpus, SuiteQuery } from './suite.js'

const common = { id: ['_id', 'id'], text: ['text'], kind: ['kind'], note: ['note'], relevant: ['relevant'] }

/** The names of query fields, by kind of corpus. */
const fieldMaps: Readonly<Record<SuiteCorpus['kind'], FieldMap>> = {
  folder: common,
  roots: common,
  files: common,
  records: { ...common, options: ['options'], at: ['at'] },
  // The judgements are in a separate file.
  documents: { id: common.id, text: ['text'], kind: ['kind', 'category'], note: ['note', 'description'] },
}

interface QueryContext {
  readonly corpus: OpenCorpus
  /** From a separate file. */
  readonly judgements?: Judgements | undefined
  /** The default time of queries of records. */
  readonly at?: number | undefined
  /** The field that contains the pool of a query. */
  readonly poolBy?: string | undefined
}

/** Reads the queries of a suite: none if the file does not exist. Throws an EvaluationError. */
export function readQueries(file: string, context: QueryContext): SuiteQuery[] {
  const { poolBy, corpus } = context
  const names = { ...fieldMaps[corpus.kind], ...(poolBy !== undefined && { pool: [poolBy] }) }
  return existsSync(file) ? readItems(file, (item) => readQuery(item, context), names) : []
}

/**
 * Reads a query: {id, text, kind?, relevant: [{path or record, lines?, contains?, grade?: default 1}], note?}. `lines` of the answer
 * are 12, [12, 15], "12" or "12-15"; `contains` is a part of its text. Queries of records also have `at` and the `options` of a recall:
 * collection, session, filter, spatial ({target, maxDistance?, field?, frame?}), decay ({halfLifeDays}), boost ({filter, factor}),
 * minConfidence, limit.
 * @throws EvaluationError
 */
export function readQuery(
  item: Item,
  { corpus, judgements, at: defaultAt, poolBy }: QueryContext,
): SuiteQuery {
  const judged = judgements && (judgements.get(String(item.fields['id'])) ?? [])
  const fields = judged ? { ...item.fields, relevant: judged } : item.fields
  const { relevant, options, at, ...query } = readFields({ ...item, fields }, querySchema(poolBy))
  const entries = relevant.map((entry, index) => checkEntry(entry, corpus, judged?.[index]?.line ?? item))
  const grades = Map.groupBy(entries, ({ document }) => document)
  refuseTwins(entries, judged?.[0]?.line ?? item)
  return {
    ...query,
    // A document has the highest grade of its entries.
    grades: new Map(Array.from(grades, ([id, same]) => [id, Math.max(...same.map((each) => each.grade))])),
    passages: entries.flatMap(({ passage }) => passage ?? []),
    ...(corpus.kind === 'records' && { recall: recallOf(options, at ?? defaultAt) }),
  }
}

const linesForm = 'one line as 12, or several as [12, 15] or "12-15", from 1'

const answer = v.pipe(
  object({
    path: v.optional(text),
    record: v.optional(text),
    lines: v.nullish(
      v.pipe(
        v.unknown(),
        v.transform(toNumbers),
        v.custom<readonly [number, number]>((span) => v.is(lineSpan, span) && span[0] <= span[1], linesForm),
      ),
    ),
    contains: v.nullish(filledText),
    grade: v.nullish(grade, 1),
  }),
  v.check(({ path, record }) => (path ?? record) !== undefined, 'an object with "path" or "record"'),
)

/** Strict, because ignoring a misspelt option would change the figures. */
const recallOptions = v.strictObject(
  {
    collection: v.optional(text),
    session: v.optional(text),
    filter: v.optional(jsonObject),
    minConfidence: v.optional(number),
    limit: v.optional(number),
    spatial: v.optional(v.looseObject({ target: list(number) }, 'an object with "target"')),
    decay: v.optional(object({ halfLifeDays: number })),
    boost: v.optional(object({ filter: jsonObject, factor: number })),
  },
  'an object with collection, session, filter, minConfidence, limit, spatial, decay and boost, each optional',
)

const querySchema = (poolBy: string | undefined) =>
  object({
    id: filledText,
    text,
    kind: v.optional(kindName, ''),
    note: optionalText,
    relevant: list(answer),
    options: v.optional(recallOptions, {}),
    at: time,
    ...poolField(poolBy),
  })

function recallOf(
  { spatial, decay, ...same }: v.InferOutput<typeof recallOptions>,
  at: number | undefined,
): SuiteQuery['recall'] {
  const { target, ...area } = spatial ?? {}
  return {
    ...same,
    ...(target && { spatial: { position: target, ...area } }),
    ...(decay && { decay: { halfLife: decay.halfLifeDays } }),
    ...(at !== undefined && { at }),
  }
}

/** Checks an answer against the corpus. Throws an EvaluationError. */
function checkEntry(
  { path, record, lines, contains, grade: value }: v.InferOutput<typeof answer>,
  corpus: OpenCorpus,
  position: FilePosition,
) {
  const document = path ?? record ?? ''
  const quoted = JSON.stringify(document)
  if (!corpus.has(document)) {
    const message = `${corpus.name} has no indexed document ${quoted}. Give its id; the id of a text file is its path with forward slashes.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, position)
  }
  if (!lines && contains == null) return { document, grade: value }
  if (value === 0) {
    throw malformed(position, 'A document with grade 0 has no answer. Leave "lines" and "contains" out.')
  }
  const passage = { document, ...(lines && { lines }), ...(contains != null && { contains }) }
  const reason = corpus.reasonAgainst(passage)
  if (reason === undefined) return { document, grade: value, passage }
  const message = `${quoted} ${reason}: no chunk can contain this answer. Correct the passage.`
  throw new EvaluationError('SUITE_PASSAGE_NOT_FOUND', message, position)
}

/** A document may have several entries, but only with different passages. */
function refuseTwins(
  entries: readonly { document: string; passage?: Passage }[],
  position: FilePosition,
): void {
  const keys = entries.map(({ document, passage: { lines, contains = null } = { document } }) =>
    JSON.stringify([document, lines, contains && singleSpaces(contains)]),
  )
  const twin = entries.find((_, index) => keys.indexOf(keys[index] ?? '') < index)
  if (!twin) return
  const message = `${JSON.stringify(twin.document)} occurs twice with the same passage. Keep one of the two.`
  throw new EvaluationError('SUITE_DUPLICATE', message, position)
}

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value
  if (typeof value === 'number') return [value, value]
  const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(String(value)) ?? []
  return [Number(first), Number(last)]
}
