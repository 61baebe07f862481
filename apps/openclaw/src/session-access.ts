import type { HitsRequest, HostRuntime, MemoryHit, SessionSummary } from './openclaw-api.js'
import { sessionOfPath } from './transcripts.js'

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
  const byId = new Map(sessions.map((session) => [session.entry.sessionId, session]))
  const { visibility = 'all' } = cfg.tools?.sessions ?? {}
  const allowed = sandboxed && visibility !== 'self' ? 'tree' : visibility
  return hits.filter(({ source, path }) => {
    if (source !== 'sessions') return true
    const session = byId.get(sessionOfPath(path))
    return session !== undefined && maySee(requesterSessionKey, session, allowed)
  })
}

function maySee(
  asking: string | undefined,
  { sessionKey, entry }: SessionSummary,
  visibility: 'self' | 'tree' | 'agent' | 'all',
): boolean {
  if (asking === undefined || entry.incognito === true) return false
  if (sessionKey === asking || isRecallOf(asking, sessionKey)) return true
  if (visibility === 'self') return false
  return visibility !== 'tree' || entry.spawnedBy === asking
}

/** Whether a session is the one in which OpenClaw looks something up for another one. */
function isRecallOf(asking: string, sessionKey: string): boolean {
  return asking.startsWith(`${sessionKey}:active-memory:`)
}
