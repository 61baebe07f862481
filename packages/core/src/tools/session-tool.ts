import { sayTime, type Session, type SessionEntry } from '@recallite/store/records'
import * as v from 'valibot'
import { invalidOption } from '../errors.js'
import type { RecordMemory } from '../records/record-memory.js'
import { createMarker, encloseNotes, hideInvisible } from './enclose.js'
import { jsonObject, oneOf, text } from '../schema.js'
import { describeNext } from './page.js'
import { aboutLines, showAll } from './record-tools.js'
import { toolSchemaOf, type MemoryTool, optional, readInput, required, toolNames } from './tool.js'

/** A session as tools return it: times are texts in UTC. */
export interface ToolSession extends Pick<Session, 'id' | 'collection' | 'context' | 'summary'> {
  readonly startedAt: string
  readonly endedAt: string | null
  /** Number of records; null except in lists. */
  readonly records: number | null
}

/** The answer of `memory_session`. */
export interface MemorySessionAnswer {
  /** The list, latest first; or the session that was started or ended. */
  readonly sessions: readonly ToolSession[]
  /** The cursor of the sessions after these; null if there are none. */
  readonly nextCursor: string | null
}

const listLimit = 20

const inputs = v.strictObject({
  action: required(oneOf(['start', 'end', 'list']), `list: the ${listLimit} latest.`),
  session: optional(text, 'Its name; start can generate one.'),
  collection: optional(text, 'For start and list: the collection.'),
  context: optional(jsonObject, 'For start: data about it: {"robot":{"id":"arm-01"}}.'),
  summary: optional(text, 'For end: the result.'),
  cursor: optional(text, 'For list: nextCursor of the last answer.'),
})

/** The tool `memory_session`: starts and ends sessions, and lists them. */
export function memorySessionTool(
  records: Pick<RecordMemory, 'startSession' | 'endSession' | 'listSessions'>,
): MemoryTool<MemorySessionAnswer> {
  return {
    name: toolNames.session,
    description: `Start, end or list sessions: periods of work whose records ${toolNames.recall} replays in time order. ${toolNames.remember} starts a new session by its name.`,
    inputSchema: toolSchemaOf(inputs),
    effect: 'adds',
    async execute(input, { signal } = {}) {
      const request = readInput(inputs, input, toolNames.session)
      signal?.throwIfAborted()
      const sessions = (await act(records, request)).map(toToolSession)
      const { action } = request
      if (action === 'list') return listAnswer(sessions)
      const done = action === 'start' ? 'Started' : 'Ended'
      const rendered = `${done} the session ${JSON.stringify(sessions[0]?.id)}.`
      return { structured: { sessions, nextCursor: null }, text: rendered }
    },
  }
}

async function act(
  records: Pick<RecordMemory, 'startSession' | 'endSession' | 'listSessions'>,
  { action, session, collection: givenCollection, summary, context, cursor }: v.InferOutput<typeof inputs>,
): Promise<readonly (Session | SessionEntry)[]> {
  const id = session && hideInvisible(session)
  const collection = givenCollection && hideInvisible(givenCollection)
  if (action === 'list')
    return records.listSessions({ collection, limit: listLimit + 1, after: cursor && hideInvisible(cursor) })
  if (action === 'start') return [await records.startSession({ id, collection, context })]
  if (id !== undefined) return [await records.endSession(id, { summary })]
  throw invalidOption(`${toolNames.session}: 'end' needs a session. Name it in 'session'.`)
}

function listAnswer(all: readonly ToolSession[]) {
  const sessions = all.slice(0, listLimit)
  const nextCursor = all.length > listLimit ? (sessions.at(-1)?.id ?? null) : null
  const parts = [describeList(sessions), describeNext(nextCursor)]
  return { structured: { sessions, nextCursor }, text: parts.filter((part) => part !== '').join('\n\n') }
}

function toToolSession(session: Session | SessionEntry): ToolSession {
  const { id, collection, context, summary, startedAt, endedAt } = session
  const texts = { id, collection, context, summary }
  return {
    ...(showAll(texts) as typeof texts),
    startedAt: sayTime(startedAt),
    endedAt: endedAt === null ? null : sayTime(endedAt),
    records: 'records' in session ? session.records : null,
  }
}

function describeList(sessions: readonly ToolSession[]): string {
  if (sessions.length === 0) return 'There are no sessions.'
  const notes = sessions.map(({ id, collection, startedAt, endedAt, records, ...about }) => ({
    text: aboutLines(about).join('\n'),
    provenance: {
      session: id,
      collection,
      records: records ?? 0,
      started: startedAt.slice(0, 16),
      ...(endedAt === null ? {} : { ended: endedAt.slice(0, 16) }),
    },
  }))
  return encloseNotes(notes, createMarker(notes))
}
