import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { restRoutes } from '../serve/answer-rest.js'
import { answerRoute, type Routes, type Service } from '../serve/answer-route.js'
import type { Refusal } from '../serve/gate.js'
import { refuse } from '../serve/respond.js'
import { healthRoutes } from './health.js'
import { noteRoutes } from './notes.js'
import { assertPage, type Page } from './page.js'
import { recordRoutes } from './records.js'
import { searchingRoutes } from './searching.js'

/** The API of the page. */
export const pageRoutes: Routes = {
  '/api/status': restRoutes['/v1/status'],
  ...noteRoutes,
  ...recordRoutes,
  ...healthRoutes,
  ...searchingRoutes,
}

/** Allows nothing from other hosts, no other scripts, and no text that turns into markup. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
]

const pageHeaders = {
  'content-security-policy': policy.join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Answers a request below `/ui/`: a link, a file of the page, or a request of its API. */
export async function answerPage(response: ServerResponse, service: Service): Promise<void> {
  const { req: request } = response
  const { sessions, folder } = service.page
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
  const { key, rest } = partsOf(request)
  const isAsking = rest.startsWith('api/')
  const say = isAsking ? refuse : refuseInWords
  const isForeign = !allowedSites.has(request.headers['sec-fetch-site'])
  if (isForeign || (!isAsking && request.method !== 'GET')) return say(response, foreign)
  if (key === 'open') return openSession(response, rest, sessions)
  if (!tokensOf(request).some((token) => sessions.isOpen({ key, token })))
    return say(response, closed, 'TOKEN_WRONG')
  if (isAsking) return answerRoute(response, { routes: pageRoutes, path: `/${rest}` }, service)
  await sendFile(response, folder, rest === '' ? 'index.html' : rest)
}

/** Splits the raw path, without decoding or resolving it. */
function partsOf({ url = '' }: IncomingMessage): { readonly key: string; readonly rest: string } {
  const [, key = '', rest = ''] = /^\/ui\/([\w-]+)\/([^?]*)/u.exec(url) ?? []
  return { key, rest }
}

/** Accepted values of `Sec-Fetch-Site`: programs and old browsers do not send it; `none` is a typed address. */
const allowedSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none'])

const refused = (reason: string): Refusal => ({ status: 403, reason })
const foreign = refused('Other pages cannot open or use this page. Paste its link into the address bar.')
const closed = refused(
  'Each link opens this page once, within five minutes, in one browser, until the program ends. For a new link, run: recallite ui',
)

function refuseInWords(response: ServerResponse, { status, reason }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}

const cookieName = 'recallite-ui'

function openSession(response: ServerResponse, code: string, sessions: Page['sessions']): void {
  const session = sessions.open(code)
  if (!session) return refuseInWords(response, closed)
  const location = `/ui/${session.key}/`
  const cookie = `${cookieName}=${session.token}; HttpOnly; SameSite=Strict; Path=${location}`
  response.writeHead(303, { location, 'set-cookie': cookie }).end()
}

/** There may be several, because servers on other ports of this machine can set cookies with the same name. */
function tokensOf({ headers: { cookie = '' } }: IncomingMessage): string[] {
  const pairs = cookie.split(/; */u).map((each) => each.split('='))
  return pairs.flatMap(([name, value = '']) => (name === cookieName ? [value] : []))
}

const types: Readonly<Record<string, string>> = { '.html': 'html', '.js': 'javascript', '.css': 'css' }

/** Sends a file if the folder lists its name, so that no path leads out of the folder. */
async function sendFile(response: ServerResponse, folder: string, name: string): Promise<void> {
  assertPage(folder)
  const type = types[extname(name)]
  if (type === undefined || !(await readdir(folder)).includes(name))
    return refuseInWords(response, { status: 404, reason: 'There is no such file.' })
  const content = await readFile(join(folder, name))
  response.writeHead(200, { 'content-type': `text/${type}; charset=utf-8` }).end(content)
}
