import { sayTime, type JsonObject, type MemoryRecord } from '@recallite/records'
import { type Randomness, showInvisible } from './enclose.js'

/** How the tools of records answer. */
export interface RecordToolOptions {
  /** Returns unguessable texts for the markers around records; default 64 random bits. */
  readonly random?: Randomness | undefined
}

/** A record as the tools give it to a model: times are texts in UTC, and what a person would not see is shown as `\u{…}`. */
export interface ToolRecord extends Pick<
  MemoryRecord,
  | 'id'
  | 'content'
  | 'summary'
  | 'collection'
  | 'session'
  | 'confidence'
  | 'tags'
  | 'scopeFiles'
  | 'scopeEntities'
  | 'context'
  | 'status'
  | 'supersededBy'
> {
  readonly occurredAt: string | null
  readonly createdAt: string
}

/** A record for a model. */
export function toToolRecord(record: MemoryRecord): ToolRecord {
  const { id, content, summary, collection, session, confidence, tags, scopeFiles, scopeEntities } = record
  const { context, status, supersededBy, occurredAt, createdAt } = record
  const texts = { id, content, summary, collection, session, tags, scopeFiles, scopeEntities, supersededBy }
  return {
    ...(showAll(texts) as typeof texts),
    confidence,
    context: showAll(context) as JsonObject,
    status,
    occurredAt: occurredAt === null ? null : sayTime(occurredAt),
    createdAt: sayTime(createdAt),
  }
}

/** A value of JSON, with the texts and keys in it as a model may read them. */
export function showAll(value: unknown): unknown {
  if (typeof value === 'string') return showInvisible(value)
  if (Array.isArray(value)) return value.map(showAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [showInvisible(key), showAll(part)]))
}

/** A record as it is enclosed: its content, then what is known besides, then its context. */
export function toRecordNote(
  record: ToolRecord,
  more: Readonly<Record<string, string | number>> = {},
): { readonly text: string; readonly provenance: Readonly<Record<string, string | number>> } {
  const { id, collection, session, confidence, occurredAt, createdAt, status } = record
  const provenance = {
    id,
    collection,
    ...(session === null ? {} : { session }),
    date: (occurredAt ?? createdAt).slice(0, 16),
    confidence,
    ...(status === 'superseded' ? { status } : {}),
    ...more,
  }
  return { text: [record.content, ...aboutRecord(record)].join('\n'), provenance }
}

function aboutRecord({ summary, tags, scopeFiles, scopeEntities, context }: ToolRecord): string[] {
  const lists = Object.entries({ tags, scopeFiles, scopeEntities }).filter(([, { length }]) => length > 0)
  return [
    ...(summary === null ? [] : [`summary: ${summary}`]),
    ...lists.map(([name, entries]) => `${name}: ${entries.join(', ')}`),
    ...(Object.keys(context).length === 0 ? [] : [`context: ${JSON.stringify(context)}`]),
  ]
}
