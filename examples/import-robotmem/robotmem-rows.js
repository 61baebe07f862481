/* recordOf, sessionOf: rows of robotmem's tables as records and sessions of Recallite. */
import { checkRecord, checkSession, derivedRecordId, readTime, RecordError } from '@recallite/store/records'

/**
 * A row of the table `memories`. The content is empty if it is not text. Scope files and entities are JSON arrays.
 * @typedef {{
 *   id: number, content: string, collection: string, status: string, created_at: string | null,
 *   session_id: string | null, type: string | null, human_summary: string | null, context: string | null,
 *   perception_type: string | null, perception_data: string | null, perception_metadata: string | null,
 *   concept: string | null, category: string | null, confidence: number | null, decay_rate: number | null,
 *   source: string | null, scope: string | null, superseded_by: number | null, access_count: number | null,
 *   return_count: number | null, last_accessed: string | null, scope_files: string | null, scope_entities: string | null,
 * }} Memory
 */

/**
 * A row of the table `sessions`.
 * @typedef {{
 *   id: number, external_id: string | null, collection: string, context: string | null, status: string | null,
 *   created_at: string | null, updated_at: string | null,
 * }} Session
 */

/** @typedef {import('@recallite/store/records').JsonObject} JsonObject */
/** @typedef {import('@recallite/store/records').JsonValue} JsonValue */

/**
 * Values without a matching field go to `robotmem` in the context, unless they are too large.
 * @param {Memory} memory active or superseded
 * @param {{ tags: readonly string[], successor: Memory | undefined }} related its tags, and the memory that supersedes it
 * @returns {import('@recallite/store/records').RecordInput}
 */
export function recordOf(memory, { tags, successor }) {
  const { content, human_summary: summary, confidence } = memory
  const isConfidence = confidence !== null && confidence >= 0 && confidence <= 1
  const isSuperseded = memory.status === 'superseded'
  const fields = {
    id: idOf(memory),
    collection: memory.collection,
    session: memory.session_id || null,
    content,
    // Without a summary, robotmem stores the beginning of the content.
    summary: summary !== null && content.startsWith(summary) ? null : summary,
    scopeFiles: textsOf(memory.scope_files),
    scopeEntities: textsOf(memory.scope_entities),
    tags,
    confidence: isConfidence ? confidence : null,
    createdAt: timeOf(memory.created_at),
    status: isSuperseded ? /** @type {const} */ ('superseded') : /** @type {const} */ ('active'),
    supersededBy: isSuperseded && successor ? idOf(successor) : null,
    accessCount: memory.access_count,
    returnCount: memory.return_count,
    lastAccessed: timeOf(memory.last_accessed),
  }
  const context = firstAccepted(contextsOf(memory), (each) => checkRecord({ ...fields, context: each }, 0))
  return { ...fields, context }
}

/**
 * The final scores of the session go to `robotmem` in the context.
 * @param {Session} session
 * @param {readonly number[]} scores
 * @returns {import('@recallite/store/records').SessionInput}
 */
export function sessionOf(session, scores) {
  const startedAt = timeOf(session.created_at)
  const context = contextOf(session.context)
  const fields = {
    id: session.external_id || derivedRecordId(startedAt ?? 0, `robotmem session ${session.id}`),
    collection: session.collection,
    startedAt,
    endedAt: session.status === 'ended' ? (timeOf(session.updated_at) ?? startedAt) : null,
  }
  const withScores = scores.length > 0 ? { ...context, robotmem: { outcome_scores: scores } } : context
  const accepted = firstAccepted([withScores, context], (each) => checkSession({ ...fields, context: each }))
  return { ...fields, context: accepted }
}

/** @param {Pick<Memory, 'id' | 'content' | 'created_at'>} memory */
function idOf({ id, content, created_at: createdAt }) {
  return derivedRecordId(timeOf(createdAt) ?? 0, `robotmem ${id} ${createdAt} ${content}`)
}

/** @param {string | null} text returns null if it is not a time */
const timeOf = (text) => readTime(text ?? '') ?? null

/**
 * The default values of robotmem.
 * @type {Readonly<Record<string, JsonValue>>}
 */
const defaults = { type: 'fact', category: 'observation', decay_rate: 0.01, source: 'tool', scope: 'project' }

/**
 * The context with all values, with fewer of them, and without any.
 * @param {Memory} memory
 */
function contextsOf(memory) {
  const context = contextOf(memory.context)
  const { type, category, concept, decay_rate, source, scope, perception_type } = memory
  const about = { type, category, concept, decay_rate, source, scope, perception_type }
  const metadata = { ...about, perception_metadata: jsonOf(memory.perception_metadata) }
  const all = { ...metadata, perception_data: jsonOf(memory.perception_data) }
  const kept = [all, metadata, about].map(withoutDefaults).filter((each) => Object.keys(each).length > 0)
  return [...kept.map((robotmem) => ({ ...context, robotmem })), context]
}

/**
 * @param {Readonly<Record<string, JsonValue>>} fields
 * @returns {JsonObject}
 */
function withoutDefaults(fields) {
  const entries = Object.entries(fields).filter(([key, value]) => value !== null && value !== defaults[key])
  return Object.fromEntries(entries)
}

/**
 * The first context that a store accepts; if it rejects all, the last one.
 * @param {readonly JsonObject[]} contexts
 * @param {(context: JsonObject) => void} check
 */
function firstAccepted(contexts, check) {
  const accepted = contexts.find((context) => {
    try {
      check(context)
      return true
    } catch (error) {
      if (RecordError.isInstance(error)) return false
      throw error
    }
  })
  return accepted ?? contexts.at(-1) ?? {}
}

/**
 * Text that is not a JSON object becomes `user_context`, as in robotmem.
 * @param {string | null} text
 * @returns {JsonObject}
 */
function contextOf(text) {
  if (text === null || text.trim() === '') return {}
  const value = jsonOf(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? /** @type {JsonObject} */ (value) : { user_context: text }
}

/**
 * Parses a text as JSON, or returns the text.
 * @param {string | null} text
 * @returns {JsonValue}
 */
function jsonOf(text) {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** @param {string | null} text */
function textsOf(text) {
  const value = jsonOf(text)
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
