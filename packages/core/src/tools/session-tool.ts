import { sayTime, type Session, type SessionEntry } from '@recallite/store/records'
import * as v from 'valibot'
import { invalidOption } from '../errors.js'
import type { RecordMemory } from '../records/record-memory.js'
import { createMarker, encloseNotes, hideInvisible } from './enclose.js'
import { jsonObject, oneOf, text } from '../schema.js'
import { showAll } from './record-tools.js'
import { jsonSchemaOf, type MemoryTool, optional, readInput, required, toolNames } from './tool.js'

/** A session as the tools give it to a model: times are texts in UTC. */
export interface ToolSession extends Pick<Session, 'id' | 'collection' | 'context' | 'summary'> {
  readonly startedAt: string
  readonly endedAt: string | null
  /** How many records it has; null where that was not asked for. */
  readonly records: number | null
}

/** The answer of `memory_session`. */
export interface MemorySessionAnswer {
  /** Of a list the latest first; otherwise the one that was started or ended. */
  readonly sessions: readonly ToolSession[]
}

/** The sessions of a list, which a model pays for. */
const listed = 20

const inputs = v.strictObject({
  action: required(oneOf(['start', 'end', 'list']), `list: the ${listed} latest.`),
  session: optional(text, 'Its name; start makes one up if there is none.'),
  collection: optional(text, 'Of start and list: which collection.'),
  context: optional(jsonObject, 'Of start: what is known of it: {"robot":{"id":"arm-01"}}.'),
  summary: optional(text, 'Of end: what came of it.'),
})

/** The tool `memory_session`: starts and ends sessions, and lists them. */
export function memorySessionTool(
  records: Pick<RecordMemory, 'startSession' | 'endSession' | 'listSessions'>,
): MemoryTool<MemorySessionAnswer> {
  return {
    name: toolNames.session,
    description: `Start, end or list sessions: stretches of work whose records ${toolNames.recall} replays in time order. A session that ${toolNames.remember} names is started by that.`,
    inputSchema: jsonSchemaOf(inputs),
    effect: 'adds',
    async execute(input, { signal } = {}) {
      const asked = readInput(inputs, input, toolNames.session)
      signal?.throwIfAborted()
      const sessions = (await act(records, asked)).map(toToolSession)
      const [first] = sessions
      const said =
        asked.action === 'list' || !first
          ? describeList(sessions)
          : `${asked.action === 'start' ? 'Started' : 'Ended'} the session ${JSON.stringify(first.id)}.`
      return { structured: { sessions }, text: said }
    },
  }
}

async function act(
  records: Pick<RecordMemory, 'startSession' | 'endSession' | 'listSessions'>,
  { action, session, ...given }: v.InferOutput<typeof inputs>,
): Promise<readonly (Session | SessionEntry)[]> {
  const { summary, context } = given
  const [id, collection] = [
    session && hideInvisible(session),
    given.collection && hideInvisible(given.collection),
  ]
  if (action === 'list') return records.listSessions({ collection, limit: listed })
  if (action === 'start') return [await records.startSession({ id, collection, context })]
  if (id !== undefined) return [await records.endSession(id, { summary })]
  throw invalidOption(`${toolNames.session}: the session that is to end is missing. Name it in 'session'.`)
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
  if (sessions.length === 0) return 'There is no session.'
  const notes = sessions.map(({ id, collection, context, summary, startedAt, endedAt, records }) => ({
    text: [
      ...(summary === null ? [] : [`summary: ${summary}`]),
      ...(Object.keys(context).length === 0 ? [] : [`context: ${JSON.stringify(context)}`]),
    ].join('\n'),
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
