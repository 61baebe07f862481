import { isPlainObject, recordLimits } from './check-fields.js'
import { recordDefaults } from './check-record.js'
import type { JsonObject, JsonValue, RecordInput, SessionInput } from './record.js'
import { derivedRecordId } from './record-id.js'
import { readTime } from './record-time.js'

/** A row of robotmem's table `memories`, as its file has it; columns that are of no use here are left out. */
export interface RobotmemMemory {
  readonly id: number
  readonly session_id: string | null
  readonly collection: string
  readonly type: string
  readonly content: string
  readonly human_summary: string | null
  readonly context: string | null
  readonly perception_type: string | null
  /** Null also where it is no text. */
  readonly perception_data: string | null
  readonly perception_metadata: string | null
  readonly concept: string | null
  readonly category: string | null
  readonly confidence: number | null
  readonly decay_rate: number | null
  readonly source: string | null
  readonly scope: string | null
  readonly status: string
  readonly superseded_by: number | null
  readonly access_count: number | null
  readonly return_count: number | null
  readonly last_accessed: string | null
  /** A JSON array. */
  readonly scope_files: string | null
  /** A JSON array. */
  readonly scope_entities: string | null
  readonly created_at: string | null
}

/** A row of robotmem's table `sessions`. */
export interface RobotmemSession {
  readonly id: number
  readonly external_id: string | null
  readonly collection: string
  readonly context: string | null
  readonly status: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
}

/** What belongs to a row in other tables. */
export interface RobotmemRelated {
  readonly tags: readonly string[]
  /** The memory that took the place of this one; undefined if there is none. */
  readonly successor: Pick<RobotmemMemory, 'id' | 'content' | 'created_at'> | undefined
}

/**
 * A memory of robotmem as a record. Its id follows from what it is, so that a second import finds it known. What has no
 * field here is kept in the context under `robotmem`: type, category, perception and the like, as far as it has room there.
 * A context that is no JSON object is kept as `user_context`, which is where robotmem itself puts such a text.
 * @returns undefined for a memory that was invalidated: its user has forgotten it
 */
export function recordOfRobotmem(memory: RobotmemMemory, related: RobotmemRelated): RecordInput | undefined {
  const { status } = memory
  if (status !== 'active' && status !== 'superseded') return undefined
  return {
    id: idOf(memory),
    collection: memory.collection,
    session: memory.session_id || null,
    content: memory.content,
    summary: summaryOf(memory),
    scopeFiles: readList(memory.scope_files),
    scopeEntities: readList(memory.scope_entities),
    tags: related.tags,
    confidence: confidenceOf(memory),
    context: contextOf(memory),
    createdAt: timeOf(memory.created_at),
    status,
    supersededBy: status === 'superseded' && related.successor ? idOf(related.successor) : null,
    accessCount: memory.access_count,
    returnCount: memory.return_count,
    lastAccessed: timeOf(memory.last_accessed),
  }
}

/** Without a summary of its own, robotmem puts the beginning of the content there. */
function summaryOf({ content, human_summary: summary }: RobotmemMemory): string | null {
  return summary !== null && content.startsWith(summary) ? null : summary
}

function confidenceOf({ confidence }: RobotmemMemory): number {
  const isKnown = confidence !== null && confidence >= 0 && confidence <= 1
  return isKnown ? confidence : recordDefaults.confidence
}

/** Null for a time that is none. */
const timeOf = (text: string | null): number | null => readTime(text ?? '') ?? null

/** A session of robotmem. The scores that it ended with are kept in its context under `robotmem`. */
export function sessionOfRobotmem(session: RobotmemSession, scores: readonly number[]): SessionInput {
  const startedAt = timeOf(session.created_at)
  const isEnded = session.status === 'ended'
  const kept: JsonObject = scores.length > 0 ? { robotmem: { outcome_scores: scores } } : {}
  return {
    id: session.external_id || derivedRecordId(startedAt ?? 0, `robotmem session ${session.id}`),
    collection: session.collection,
    context: withinLimit([{ ...readContext(session.context), ...kept }, readContext(session.context)]),
    startedAt,
    endedAt: isEnded ? (timeOf(session.updated_at) ?? startedAt) : null,
  }
}

function idOf({ id, content, created_at: createdAt }: RobotmemRelated['successor'] & object): string {
  return derivedRecordId(timeOf(createdAt) ?? 0, `robotmem ${id} ${createdAt} ${content}`)
}

/** What robotmem writes where nothing else was said. */
const usual: Readonly<Record<string, JsonValue>> = {
  type: 'fact',
  category: 'observation',
  decay_rate: 0.01,
  source: 'tool',
  scope: 'project',
}

function contextOf(memory: RobotmemMemory): JsonObject {
  const context = readContext(memory.context)
  const { type, category, concept, decay_rate, source, scope } = memory
  const fields = {
    type,
    category,
    concept,
    decay_rate,
    source,
    scope,
    perception_type: memory.perception_type,
  }
  const about = withoutUsual(fields)
  const perception = withoutUsual({
    perception_metadata: readJson(memory.perception_metadata),
    perception_data: readJson(memory.perception_data),
  })
  const { perception_data: _, ...metadata } = perception
  const kept = [{ ...about, ...perception }, { ...about, ...metadata }, about]
  const withKept = kept.map((robotmem) =>
    Object.keys(robotmem).length > 0 ? { ...context, robotmem } : context,
  )
  return withinLimit([...withKept, context])
}

/** The first of these that is not too large; the last one if all are, which is then refused. */
function withinLimit(contexts: readonly JsonObject[]): JsonObject {
  return contexts.find(isSmall) ?? contexts.at(-1) ?? {}
}

function isSmall(context: JsonObject): boolean {
  return new TextEncoder().encode(JSON.stringify(context)).length <= recordLimits.context
}

function withoutUsual(fields: Readonly<Record<string, JsonValue>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => value !== null && value !== usual[key]),
  )
}

function readContext(text: string | null): JsonObject {
  if (text === null || text.trim() === '') return {}
  const value = readJson(text)
  return isPlainObject(value) ? value : { user_context: text }
}

/** JSON where a text is JSON, else the text. */
function readJson(text: string | null): JsonValue {
  if (text === null) return null
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

function readList(text: string | null): readonly string[] {
  const value = readJson(text)
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}
