import type { AgentRequest, HostRuntime, MemoryHit, Session } from './openclaw-api.js'
import { transcriptName } from './transcripts.js'

/** The hits that a session wants to see. */
export interface HitsRequest extends AgentRequest {
  readonly requesterSessionKey: string | undefined
  readonly sandboxed: boolean
  readonly hits: readonly MemoryHit[]
}

type Visibility = 'self' | 'tree' | 'agent' | 'all'

/**
 * The hits that a session may see: all of files, and of transcripts those that `tools.sessions.visibility` allows. Without the key of
 * the session that asks, none of transcripts. A session in a sandbox sees itself and what it has started.
 */
export function authorizeHits(
  { cfg, agentId, requesterSessionKey, sandboxed, hits }: HitsRequest,
  runtime: () => HostRuntime,
): MemoryHit[] {
  if (!hits.some(({ source }) => source === 'sessions')) return [...hits]
  const sessions = runtime().agent.session.listSessionEntries({ agentId })
  const byName = new Map(sessions.map((session) => [transcriptName(session), session]))
  const { visibility = 'all' } = cfg.tools?.sessions ?? {}
  const allowed = sandboxed && visibility !== 'self' ? 'tree' : visibility
  return hits.filter(({ source, path }) => {
    const session = byName.get(path.split('/').at(-1) ?? path)
    return source !== 'sessions' || (session !== undefined && maySee(requesterSessionKey, session, allowed))
  })
}

function maySee(asking: string | undefined, { sessionKey, entry }: Session, visibility: Visibility): boolean {
  if (asking === undefined || entry.incognito === true) return false
  // OpenClaw looks something up for a session in one of its own.
  if (sessionKey === asking || asking.startsWith(`${sessionKey}:active-memory:`)) return true
  if (visibility === 'self') return false
  return visibility !== 'tree' || entry.spawnedBy === asking
}
