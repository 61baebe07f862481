import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CodedError, type Io } from '@recallite/command-line'
import { environmentVariables } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { isSameSecret } from '../serve/gate.js'
import { loopback } from '../serve/endpoint.js'
import { makeSecret } from '../serve/resident-files.js'
import { createForgetting } from './forgetting.js'
import { openInBrowser } from './other-programs.js'

/** The page of a program that serves a memory. */
export type Page = ReturnType<typeof createPage>

/** The build copies its files next to the program. */
const builtFolder = (): string => fileURLToPath(new URL('./ui/', import.meta.url))

/** A page without sessions and forgotten records. */
export const createPage = () => ({
  sessions: createSessions(),
  folder: builtFolder(),
  forgetting: createForgetting(),
})

/** @throws CodedError `PAGE_MISSING` if the files of the page do not exist */
export function assertPage(folder = builtFolder()): void {
  if (existsSync(folder)) return
  const advice = 'Install the program again: npm install --global recallite'
  throw new CodedError('PAGE_MISSING', `The page's folder ${folder} is missing. ${advice}`)
}

/** The path where only the user's own commands get a link. */
export const linkPath = '/v1/page-link'

/** Makes a URL that opens the page once. */
export function makeLink({ sessions }: Page, port: number): string {
  return `http://${loopback}:${port}/ui/open/${sessions.makeCode()}`
}

/** Opens a link in the browser, and prints it. */
export async function showLink(
  link: string,
  { flags, io }: { readonly flags: Flags; readonly io: Pick<Io, 'write' | 'talk' | 'surroundings'> },
): Promise<void> {
  if (!flags.noOpen) await openInBrowser(link, io.surroundings?.variables ?? environmentVariables())
  io.write(`${link}\n`)
  io.talk('The link opens once, within five minutes. For a new one, run: recallite ui\n')
}

/** How long a code can be used, in milliseconds. */
const codeLife = 5 * 60_000
/** The maximum number of codes, and of sessions; the oldest is removed. */
const maxEntries = 20

/** The sessions of browsers that opened a link; stored only in this process, until it ends. */
export function createSessions(now: () => number = Date.now) {
  let codes: { readonly code: string; readonly until: number }[] = []
  // The key is part of the page's paths: browsers send cookies to all ports of this machine, but only for the cookie's path.
  let sessions: { readonly key: string; readonly token: string }[] = []
  return {
    /** A code that opens one session, within five minutes. */
    makeCode(): string {
      const code = makeSecret()
      codes = [...codes, { code, until: now() + codeLife }].slice(-maxEntries)
      return code
    },
    /** Opens a session; undefined if the code was used, is too old or belongs to another program. */
    open(given: string) {
      const found = codes.find(({ code }) => isSameSecret(given, code))
      codes = codes.filter((each) => each !== found)
      if (!found || now() > found.until) return undefined
      const session = { key: makeSecret(), token: makeSecret() }
      sessions = [...sessions, session].slice(-maxEntries)
      return session
    },
    isOpen: ({ key, token }: (typeof sessions)[number]): boolean =>
      sessions.some((each) => isSameSecret(key, each.key) && isSameSecret(token, each.token)),
  }
}
