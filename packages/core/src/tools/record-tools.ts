import { RecordError, recordLimits, sayTime } from '@recallite/store/records'
import type { JsonObject, MemoryRecord, RecordOrigin } from '@recallite/store/records'
import * as v from 'valibot'
import { linksFrom, type RecordLinks } from '../records/record-links.js'
import type { Remembered, RecordMemory } from '../records/record-memory.js'
import { boolean, jsonObject, number, text, texts } from '../schema.js'
import { createMarker, encloseNotes, hideInvisible, showInvisible } from './enclose.js'
import { describeDegradation } from './search-text.js'
import { toolSchemaOf, type MemoryTool, optional, readInput, required, toolNames } from './tool.js'

/** The answer of `memory_remember`. */
export interface MemoryRememberAnswer extends Pick<Remembered, 'outcome' | 'duplicate' | 'degraded'> {
  /** The stored record, or the existing one that it duplicates. */
  readonly record: ToolRecord
  /** Earlier records with another value of the same fact. */
  readonly contradicts: readonly ToolRecord[]
}

/** The answer of `memory_forget`. */
export interface MemoryForgetAnswer {
  readonly id: string
  readonly forgotten: true
}

const share = number({ min: 0, max: 1 })

/** The fields of a new record as a caller gives them; none of them is its origin. */
export const rememberInputs = v.strictObject({
  content: required(text, 'One fact, in a sentence that is clear without this conversation.'),
  collection: optional(text, 'The collection (default "default").'),
  session: optional(text, 'A name for this period of work, to recall it as a whole.'),
  confidence: optional(share, 'How certain this is (default 0.9).'),
  context: optional(
    jsonObject,
    'Data to filter by: {"task":{"name":"push"},"params":{"force":{"value":12}},"spatial":{"position":[1,2]}}.',
  ),
  summary: optional(text, 'A shorter text for people.'),
  scopeFiles: optional(texts, 'Related files.'),
  scopeEntities: optional(texts, 'Related functions, machines or people.'),
  tags: optional(texts, 'Words to group it by.'),
  occurredAt: optional(text, 'When it happened, if not now: "2026-02-11T14:30Z".'),
  expiresAt: optional(text, 'When it expires, if ever: "30d" or "2026-03-01".'),
  supersedes: optional(text, 'The id of a record that this one replaces.'),
  allowDuplicate: optional(boolean, 'Store it even if it is a duplicate.'),
})

/**
 * The tool `memory_remember`: stores a record, or names the one that it duplicates.
 * @param options `origin` of its records, default `agent`; `client`: the program that writes them, unless a call names it
 */
export function memoryRememberTool(
  records: Pick<RecordMemory, 'remember' | 'supersede'>,
  { origin = 'agent', ...options }: { readonly origin?: RecordOrigin; readonly client?: string } = {},
): MemoryTool<MemoryRememberAnswer> {
  return {
    name: toolNames.remember,
    description: `Store a short text for later conversations: a fact, decision or preference of the user, or what worked or failed, with numbers. Call it once for each fact. Duplicates are not stored. ${toolNames.search} finds it again.`,
    inputSchema: toolSchemaOf(rememberInputs),
    effect: 'adds',
    async execute(input, { signal, client = options.client } = {}) {
      const request = readInput(rememberInputs, input, toolNames.remember)
      signal?.throwIfAborted()
      const remembered = await rememberInput(records, request, { origin, client: clientName(client) })
      const { outcome, duplicate, degraded } = remembered
      const contradicts = remembered.contradicts.map(toToolRecord)
      const structured = {
        outcome,
        record: toToolRecord(remembered.record),
        duplicate,
        contradicts,
        degraded,
      }
      return { structured, text: describeRemembered(structured) }
    },
  }
}

/** Stores a record from the fields of a caller, and who wrote it. @throws RecordError */
export function rememberInput(
  records: Pick<RecordMemory, 'remember' | 'supersede'>,
  { content, supersedes, allowDuplicate, ...given }: v.InferOutput<typeof rememberInputs>,
  writer: Pick<MemoryRecord, 'origin' | 'client'>,
): Promise<Remembered> {
  const fields = { ...given, ...writer }
  if (supersedes !== undefined) return records.supersede(hideInvisible(supersedes), content, fields)
  return records.remember(content, { ...fields, allowDuplicate })
}

/** The name of a program, which it chooses itself, as a valid name; null if nothing is left of it. */
function clientName(given = ''): string | null {
  const visible = given.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
  return visible.trim().slice(0, recordLimits.name).toWellFormed().trim() || null
}

function describeRemembered(answer: MemoryRememberAnswer): string {
  const { outcome, record, duplicate, contradicts, degraded } = answer
  const failures = degraded.map(describeDegradation)
  if (outcome === 'added')
    return [`Remembered as ${record.id}.`, ...describeContradicted(contradicts), ...failures].join('\n\n')
  const how =
    duplicate === null ? '' : ` (by ${duplicate.by}, similarity ${Number(duplicate.similarity.toFixed(2))})`
  const notes = [toRecordNote(record)]
  return [
    `Not stored: it duplicates ${record.id}${how}. Set allowDuplicate, or supersedes: ${JSON.stringify(record.id)} if that is outdated.`,
    encloseNotes(notes, createMarker(notes)),
    ...failures,
  ].join('\n\n')
}

function describeContradicted(records: readonly ToolRecord[]): string[] {
  const [first] = records
  if (!first) return []
  const notes = records.map((record) => toRecordNote(record))
  const ids = records.map(({ id }) => id).join(', ')
  return [
    `It contradicts ${ids}; both remain. If ${first.id} is outdated, call ${toolNames.remember} again with supersedes: ${JSON.stringify(first.id)}.`,
    encloseNotes(notes, createMarker(notes)),
  ]
}

const forgetInputs = v.strictObject({
  id: required(text, `From ${toolNames.search} or ${toolNames.recall}.`),
})

/** The tool `memory_forget`: deletes a record permanently; an unknown id is a RecordError `RECORD_UNKNOWN`. */
export function memoryForgetTool(records: Pick<RecordMemory, 'forget'>): MemoryTool<MemoryForgetAnswer> {
  return {
    name: toolNames.forget,
    description: `Delete a record permanently, when the user asks for it. If it is only outdated, call ${toolNames.remember} with supersedes: the old one then stays readable.`,
    inputSchema: toolSchemaOf(forgetInputs),
    effect: 'removes',
    async execute(input, { signal } = {}) {
      const { id: given } = readInput(forgetInputs, input, toolNames.forget)
      signal?.throwIfAborted()
      const id = showInvisible(given)
      const name = JSON.stringify(id)
      if (!(await records.forget(hideInvisible(given)))) {
        const message = `There is no record ${name}, so nothing was forgotten. Use an id from ${toolNames.recall}.`
        throw new RecordError('RECORD_UNKNOWN', message)
      }
      return { structured: { id, forgotten: true }, text: `Forgot ${name}.` }
    },
  }
}

/** A record as tools return it: times are texts in UTC, and invisible characters are shown as `\u{…}`. */
export interface ToolRecord extends Omit<
  MemoryRecord,
  | 'occurredAt'
  | 'createdAt'
  | 'expiresAt'
  | 'supersededAt'
  | 'accessCount'
  | 'returnCount'
  | 'lastAccessed'
  | 'hash'
> {
  readonly occurredAt: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
}

export function toToolRecord(record: MemoryRecord): ToolRecord {
  const { id, content, summary, collection, session, confidence, tags, scopeFiles, scopeEntities } = record
  const { context, origin, client, status, supersededBy, contradicts, contradictedBy } = record
  const { occurredAt, createdAt, expiresAt } = record
  const about = { collection, session, client, tags, scopeFiles, scopeEntities }
  const fields = { id, content, summary, ...about, supersededBy, contradicts, contradictedBy }
  return {
    ...(showAll(fields) as typeof fields),
    origin,
    confidence,
    context: showAll(context) as JsonObject,
    status,
    occurredAt: occurredAt === null ? null : sayTime(occurredAt),
    createdAt: sayTime(createdAt),
    expiresAt: expiresAt === null ? null : sayTime(expiresAt),
  }
}

/** Applies `showInvisible` to all texts and keys of a JSON value. */
export function showAll(value: unknown): unknown {
  if (typeof value === 'string') return showInvisible(value)
  if (Array.isArray(value)) return value.map(showAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [showInvisible(key), showAll(part)]))
}

/** The note of a record: its content, other fields and context. */
export function toRecordNote(
  record: ToolRecord,
  more: Readonly<Record<string, string | number>> = {},
): { readonly text: string; readonly provenance: Readonly<Record<string, string | number>> } {
  const { id, collection, session, confidence, occurredAt, createdAt, expiresAt, status } = record
  const { origin, client } = record
  const provenance = {
    id,
    collection,
    origin,
    ...(client === null ? {} : { client }),
    ...(session === null ? {} : { session }),
    date: (occurredAt ?? createdAt).slice(0, 16),
    confidence,
    ...(expiresAt === null ? {} : { expires: expiresAt.slice(0, 16) }),
    ...(status === 'superseded' ? { status } : {}),
    ...more,
  }
  const { content, tags, scopeFiles, scopeEntities } = record
  const about = aboutLines(record, { tags, scopeFiles, scopeEntities })
  return { text: [content, ...about].join('\n'), provenance }
}

/** Links as tools return them: invisible characters are shown as in records. */
export function toToolLinks({ replaces, contradictedBy }: RecordLinks): RecordLinks {
  return showAll(linksFrom({ replaces, contradictedBy })) as RecordLinks
}

/** The lines of a note about a record or a session, besides its content. */
export function aboutLines(
  { summary, context }: Pick<ToolRecord, 'summary' | 'context'>,
  lists: Readonly<Record<string, readonly string[]>> = {},
): string[] {
  const filled = Object.entries(lists).filter(([, { length }]) => length > 0)
  return [
    ...(summary === null ? [] : [`summary: ${summary}`]),
    ...filled.map(([name, entries]) => `${name}: ${entries.join(', ')}`),
    ...(Object.keys(context).length === 0 ? [] : [`context: ${JSON.stringify(context)}`]),
  ]
}
