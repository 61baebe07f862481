import type { AgentRequest, HostRuntime, MemoryHit, Session } from './openclaw-api.js'
import { transcriptName } from './transcripts.js'

/** The hits of a search by a session. */
export interface HitsRequest extends AgentRequest {
  readonly requesterSessionKey: string | undefined
  readonly sandboxed: boolean
  readonly hits: readonly MemoryHit[]
}

type Visibility = 'self' | 'tree' | 'agent' | 'all'

/**
 * The hits that a session may see: all files, and the transcripts that `tools.sessions.visibility` allows; no transcripts without the
 * key of the session. A sandboxed session only sees itself and the sessions that it started.
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

function maySee(key: string | undefined, { sessionKey, entry }: Session, visibility: Visibility): boolean {
  if (key === undefined || entry.incognito === true) return false
  // OpenClaw searches on behalf of a session in a separate session.
  if (sessionKey === key || key.startsWith(`${sessionKey}:active-memory:`)) return true
  if (visibility === 'self') return false
  return visibility !== 'tree' || entry.spawnedBy === key
}
