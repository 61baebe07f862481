import { isSameSecret } from '../serve/gate.js'
import { makeSecret } from '../serve/resident-files.js'

/** What a browser has of a page that it opened by a link. */
export interface Session {
  /** In the paths of the page: a browser sends a cookie to each port of this machine, but for these paths alone. */
  readonly key: string
  /** In the cookie. */
  readonly token: string
}

/** How long a code can be used, in milliseconds. */
const codeLife = 5 * 60_000
/** How many codes, and how many sessions, there are at most; the oldest goes. */
const most = 20

/** Who may see the page: a browser that opened it by a link, until the program ends; in the memory of this process alone. */
export function createSessions(now: () => number = Date.now) {
  let codes: { readonly code: string; readonly until: number }[] = []
  let sessions: Session[] = []
  return {
    /** A code that opens one session, within five minutes. */
    makeCode(): string {
      const code = makeSecret()
      codes = [...codes, { code, until: now() + codeLife }].slice(-most)
      return code
    },
    /** Opens a session; undefined if the code was used, is too old or not of this program. */
    open(given: string): Session | undefined {
      const found = codes.find(({ code }) => isSameSecret(given, code))
      codes = codes.filter((each) => each !== found)
      if (!found || now() > found.until) return undefined
      const session = { key: makeSecret(), token: makeSecret() }
      sessions = [...sessions, session].slice(-most)
      return session
    },
    isOpen: ({ key, token }: Session): boolean =>
      sessions.some((each) => isSameSecret(key, each.key) && isSameSecret(token, each.token)),
  }
}
