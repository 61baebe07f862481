import { join } from 'node:path'
import {
  checkRecord,
  checkSession,
  RecordError,
  type RecordInput,
  type SessionInput,
} from '@recallite/store/records'
import { queriesFile } from '@recallite/command-line/suite-file'
import { malformed, EvaluationError } from '../errors.js'
import { jsonObject } from '@recallite/core/schema'
import * as v from 'valibot'
import { list, number, object, text } from '../schema.js'
import { readFields, readId, readJsonLines, type Item } from './json-lines.js'
import { readTitle, time } from './manifest.js'
import { queryFields } from './our-layout.js'
import { gradeOrOne, joinRelevant } from './read-relevant.js'
import { type RecordCorpus, type Suite, type SuiteQuery } from './suite.js'

/**
 * Reads a suite about records: `suite.yaml` ({name, description?, corpus: {records: file, sessions?: file}, at?: when queries
 * are asked that do not say it}), the files with a record or a session as JSON on each line, and `queries.jsonl`, a line each:
 * {id, text, kind, options?, at?, relevant: [{record, grade?: default 1}], note?}. `options` are those of a recall:
 * collection, session, filter, spatial ({target, maxDistance?, field?, frame?}), decay ({halfLifeDays}), boost ({filter,
 * factor}), minConfidence, limit. A document's id is that of its record.
 * @throws EvaluationError
 */
export function readRecordLayout(folder: string, manifest: Item): Suite<RecordCorpus> {
  const { corpus: files, at } = readFields(manifest, recordManifest)
  const corpus = readRecords(folder, files)
  if (corpus.records.length === 0) {
    throw new EvaluationError('SUITE_EMPTY', 'It has no record. Give it one.', { file: manifest.file })
  }
  const known = { at, taken: new Set<string>(), records: new Set(corpus.records.map(({ id }) => id)) }
  const queries = readJsonLines(join(folder, queriesFile)).map((item) => readQuery(item, known))
  return { ...readTitle(manifest), corpus, queries }
}

const recordManifest = object({ corpus: object({ records: text, sessions: v.optional(text) }), at: time })

/** An option that is misspelt would be passed over, and the figures would be those of another query. */
const queryOptions = v.strictObject(
  {
    collection: v.optional(text),
    session: v.optional(text),
    filter: v.optional(jsonObject),
    minConfidence: v.optional(number),
    limit: v.optional(number),
    spatial: v.optional(
      object({
        target: list(number),
        maxDistance: v.optional(number),
        field: v.optional(text),
        frame: v.optional(text),
      }),
    ),
    decay: v.optional(object({ halfLifeDays: number })),
    boost: v.optional(object({ filter: jsonObject, factor: number })),
  },
  'an object with collection, session, filter, minConfidence, limit, spatial, decay and boost, each optional',
)

const recordQuery = object({
  ...queryFields,
  options: v.nullish(queryOptions, {}),
  at: time,
  relevant: list(object({ record: text, grade: gradeOrOne })),
})

interface Known {
  /** The ids of earlier queries. */
  readonly taken: Set<string>
  readonly records: ReadonlySet<string>
  /** When queries are asked that do not say it. */
  readonly at: number | null | undefined
}

function readQuery(item: Item, { taken, records, at: usual }: Known): SuiteQuery {
  const id = readId(item, taken)
  const { relevant, options, at, ...fields } = readFields(item, recordQuery)
  const unknown = relevant.find(({ record }) => !records.has(record))
  if (unknown) {
    const message = `There is no record ${JSON.stringify(unknown.record)} in the suite. Give the id of one.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, item)
  }
  const entries = relevant.map(({ record: document, grade }) => ({ document, grade }))
  return { id, ...fields, ...joinRelevant(entries, item), recall: recallOf(options, at ?? usual) }
}

function recallOf(
  { spatial, decay, ...same }: v.InferOutput<typeof queryOptions>,
  at: number | null | undefined,
): SuiteQuery['recall'] {
  const { target, ...place } = spatial ?? {}
  return {
    ...same,
    ...(target && { spatial: { position: target, ...place } }),
    ...(decay && { decay: { halfLife: decay.halfLifeDays } }),
    ...(at != null && { at }),
  }
}

function readRecords(
  folder: string,
  { records: recordsFile, sessions: sessionsFile }: v.InferOutput<typeof recordManifest>['corpus'],
): RecordCorpus {
  const ids = new Set<string>()
  const records = linesOf(folder, recordsFile).map((item) => {
    const id = readId(item, ids)
    return { ...checked(item, (input: RecordInput) => checkRecord(input, 0)), id }
  })
  const sessionIds = new Set<string>()
  const sessions = (sessionsFile === undefined ? [] : linesOf(folder, sessionsFile)).map((item) => {
    readId(item, sessionIds)
    return checked(item, (input: SessionInput) => checkSession(input))
  })
  return { kind: 'records', records, sessions }
}

/** Lines of an export say what each is; the file says it here. */
function linesOf(folder: string, file: string): Item[] {
  return readJsonLines(join(folder, file)).map(({ fields: { kind: _, ...own }, ...position }) => ({
    ...position,
    fields: own,
  }))
}

function checked<Input extends object>(
  { fields: own, ...position }: Item,
  check: (input: Input) => unknown,
): Input {
  const input = own as unknown as Input
  try {
    check(input)
    return input
  } catch (cause) {
    if (!RecordError.isInstance(cause)) throw cause
    throw malformed({ ...position, cause }, cause.message)
  }
}
