import type { ServerResponse } from 'node:http'
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** Limits of the sessions of a server. */
export interface SessionLimits {
  /** How many there may be; one more ends the one that was unused for the longest time. */
  readonly most: number
  /** After how many milliseconds without an open request a session ends. */
  readonly idle: number
  /** The clock, in milliseconds. */
  readonly now: () => number
}

/** The sessions of a server. */
export type Sessions = ReturnType<typeof createSessions>

interface Session {
  readonly transport: StreamableHTTPServerTransport
  underWay: number
  usedAt: number
}

/** Keeps the sessions of a server within limits. */
export function createSessions({ most, idle, now }: SessionLimits) {
  const sessions = new Map<string, Session>()
  const end = (id: string, { transport }: Session) => {
    sessions.delete(id)
    return transport.close()
  }
  const unused = () => [...sessions].filter(([, { underWay }]) => underWay === 0)

  return {
    get: (id: string) => sessions.get(id)?.transport,
    add: (id: string, transport: StreamableHTTPServerTransport) =>
      void sessions.set(id, { transport, underWay: 0, usedAt: now() }),
    forget: (id: string) => void sessions.delete(id),

    /** Counts a response as use of a session for as long as it is open. */
    use(id: string, response: ServerResponse) {
      const session = sessions.get(id)
      if (!session) return
      session.underWay++
      response.once('close', () => {
        session.underWay--
        session.usedAt = now()
      })
    },

    /** Ends a session if there is no space for another; false if all are in use. */
    hasSpace(): boolean {
      if (sessions.size < most) return true
      const [oldest] = unused().toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
      if (!oldest) return false
      void end(...oldest)
      return true
    },

    /** Ends those that have been idle for too long. */
    endIdle() {
      for (const [id, session] of unused()) if (now() - session.usedAt >= idle) void end(id, session)
    },

    async endAll() {
      await Promise.all([...sessions].map(([id, session]) => end(id, session)))
    },
  }
}
