import { join } from 'node:path'
import {
  checkRecord,
  checkSession,
  readTime,
  RecordError,
  type RecordInput,
  type SessionInput,
} from '@recallite/records'
import { malformed, EvaluationError } from '../errors.js'
import { jsonObject } from '@recallite/core/schema'
import * as v from 'valibot'
import { fits, flawOf, list, number, object, text } from '../schema.js'
import { isFields } from '../text-lines.js'
import { idField, kindField, readJsonLines, textField, type Item } from './json-lines.js'
import { checkGrade } from './judgements.js'
import { readTitle } from './manifest.js'
import { readRelevant } from './read-relevant.js'
import { queriesFile, type RecordCorpus, type Suite, type SuiteQuery } from './suite.js'

/**
 * Reads a suite about records: `suite.yaml` ({name, description?, corpus: {records: file, sessions?: file}, at?: when queries
 * are asked that do not say it}), the files with a record or a session as JSON on each line, and `queries.jsonl`, a line each:
 * {id, text, kind, options?, at?, relevant: [{record, grade?: default 1}], note?}. `options` are those of a recall:
 * collection, session, filter, spatial ({target, maxDistance?, field?, frame?}), decay ({halfLifeDays}), boost ({filter,
 * factor}), minConfidence, limit. A document's id is that of its record.
 * @throws EvaluationError
 */
export function readRecordLayout(folder: string, manifest: Item): Suite<RecordCorpus> {
  const corpus = readRecords(folder, manifest)
  const ids = new Set(corpus.records.map(({ id }) => id))
  const taken = new Set<string>()
  const usual = timeField(manifest)
  const queries = readJsonLines(join(folder, queriesFile)).map((item) => ({
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: kindField(item, 'kind'),
    ...readRelevant(item, (entry) => readRecordEntry(entry, ids)),
    note: textField(item, 'note', ''),
    recall: readRecall(item, timeField(item) ?? usual),
  }))
  return { ...readTitle(manifest), corpus, queries }
}

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

function readOptions({ fields: own, ...position }: Item): v.InferOutput<typeof queryOptions> {
  const options = own['options'] ?? {}
  if (fits(queryOptions, options)) return options
  const flaw = flawOf(object({ options: queryOptions }), { options })
  throw malformed(position, `"${flaw?.path}" is wrong. It must be ${flaw?.wanted}.`)
}

function readRecall(item: Item, at: number | undefined): SuiteQuery['recall'] {
  const { spatial, decay, ...same } = readOptions(item)
  const { target, ...place } = spatial ?? {}
  return {
    ...same,
    ...(target && { spatial: { position: target, ...place } }),
    ...(decay && { decay: { halfLife: decay.halfLifeDays } }),
    ...(at !== undefined && { at }),
  }
}

function timeField({ fields: own, ...position }: Item): number | undefined {
  const at = own['at'] ?? undefined
  if (at === undefined) return undefined
  // YAML reads a time that is not in quotes as a date.
  const written = at instanceof Date ? at.toISOString() : at
  const time = typeof written === 'string' ? readTime(written) : undefined
  if (time !== undefined) return time
  throw malformed(position, `"at" is ${JSON.stringify(at)}. Give a time such as "2026-07-01T09:00:00Z".`)
}

function readRecords(folder: string, { file, fields: own }: Item): RecordCorpus {
  const manifest = { file, fields: isFields(own['corpus']) ? own['corpus'] : {} }
  const ids = new Set<string>()
  const records = linesOf(folder, textField(manifest, 'records')).map((item) => {
    const id = idField(item, ids)
    return { ...checked(item, (input: RecordInput) => checkRecord(input, 0)), id }
  })
  const sessionIds = new Set<string>()
  const sessionsFile = manifest.fields['sessions'] === undefined ? undefined : textField(manifest, 'sessions')
  const sessions = (sessionsFile === undefined ? [] : linesOf(folder, sessionsFile)).map((item) => {
    idField(item, sessionIds)
    return checked(item, (input: SessionInput) => checkSession(input))
  })
  if (records.length > 0) return { kind: 'records', records, sessions }
  throw new EvaluationError('SUITE_EMPTY', 'It has no record. Give it one.', { file })
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

/** Reads `{record, grade?}`. */
function readRecordEntry(entry: Item, ids: ReadonlySet<string>) {
  const document = textField(entry, 'record')
  if (ids.has(document)) return { document, grade: checkGrade(entry.fields['grade'] ?? 1, entry) }
  const message = `There is no record ${JSON.stringify(document)} in the suite. Give the id of one.`
  throw new EvaluationError('SUITE_UNKNOWN_ID', message, entry)
}
