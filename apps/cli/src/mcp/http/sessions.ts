import type { ServerResponse } from 'node:http'
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** How many sessions there may be, and for how long. */
export interface SessionLimits {
  /** When more come, the one that was not used for the longest time ends. */
  readonly most: number
  /** After how many milliseconds without a request under way a session ends. */
  readonly idle: number
  /** The clock, in milliseconds. */
  readonly now: () => number
}

/** The sessions of a server. */
export interface Sessions {
  get(id: string): StreamableHTTPServerTransport | undefined
  add(id: string, transport: StreamableHTTPServerTransport): void
  forget(id: string): void
  /** Counts a response as use of a session for as long as it is open. */
  use(id: string, response: ServerResponse): void
  /** Makes room for one more; false where all are in use. */
  makeRoom(): boolean
  /** Ends those that have been idle for too long. */
  endIdle(): void
  endAll(): Promise<void>
}

interface Session {
  readonly transport: StreamableHTTPServerTransport
  underWay: number
  usedAt: number
}

/** Keeps the sessions of a server, none of them for ever. */
export function createSessions({ most, idle, now }: SessionLimits): Sessions {
  const sessions = new Map<string, Session>()
  const end = (id: string, { transport }: Session) => {
    sessions.delete(id)
    return transport.close()
  }
  const unused = () => [...sessions].filter(([, { underWay }]) => underWay === 0)

  return {
    get: (id) => sessions.get(id)?.transport,
    add: (id, transport) => void sessions.set(id, { transport, underWay: 0, usedAt: now() }),
    forget: (id) => void sessions.delete(id),

    use(id, response) {
      const session = sessions.get(id)
      if (!session) return
      session.underWay++
      response.once('close', () => {
        session.underWay--
        session.usedAt = now()
      })
    },

    makeRoom() {
      if (sessions.size < most) return true
      const [oldest] = unused().toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
      if (!oldest) return false
      void end(...oldest)
      return true
    },

    endIdle() {
      for (const [id, session] of unused()) if (now() - session.usedAt >= idle) void end(id, session)
    },

    async endAll() {
      await Promise.all([...sessions].map(([id, session]) => end(id, session)))
    },
  }
}
