import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { readEndpoint } from '../../serve/endpoint.js'
import { makeServeFolder, residentFiles } from '../../serve/resident-files.js'
import type { Service } from '../../serve/answer-route.js'
import { listen } from '../../serve/serve-memory.js'
import { createForgetting } from '../forgetting.js'
import { createSessions, linkPath } from '../page.js'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A program with a page and a fake clock. Its memory has one answer, unless the test passes `use`. */
export async function startPage(use: (work: never) => Promise<unknown> = async () => ({ kept: 'by the memory' })) {
  const home = temporaryFolder()
  writeFileSync(join(home, 'main.sqlite'), '')
  const files = residentFiles(home, join(home, 'main.sqlite'))
  if (!files) throw new Error('There is a database.')
  makeServeFolder(files.folder)
  const clock = { now: 0 }
  const page = {
    sessions: createSessions(() => clock.now),
    folder: filesOfPage(),
    forgetting: createForgetting(),
  }
  const failures: string[] = []
  const onFailure = (message: string) => void failures.push(message)
  const { port, close } = await listen({ ports: [0], token: 'kept', files }, (at) => {
    return { held: { use }, program: { pid: 7, port: at }, page, onFailure } as unknown as Service
  })
  onTestFinished(close)
  /** Sends a path unchanged; `fetch` would resolve it first. */
  const send = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject).end(body)
    })
    return { status: answer.statusCode, headers: answer.headers, text: await readText(answer) }
  }
  const userToken = `Bearer ${readEndpoint(files.endpoint).token}`
  const askLink = (authorization: string) =>
    send(linkPath, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    })
  const linkTo = async () => new URL(JSON.parse((await askLink(userToken)).text) as string)
  const open = async () => {
    const { headers } = await send((await linkTo()).pathname)
    const [cookie = ''] = (headers['set-cookie'] ?? []).join().split(';')
    return { path: headers.location ?? '', headers: { cookie } }
  }
  return { port, clock, page, failures, send, askLink, userToken, linkTo, open }
}

function filesOfPage(): string {
  const top = temporaryFolder()
  const folder = join(top, 'ui')
  mkdirSync(join(folder, 'deep.js'), { recursive: true })
  const all = { 'index.html': '<p>page', 'app.js': 'start()', 'app.css': 'p{}', 'app.js.map': '{}' }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  writeFileSync(join(top, 'secret.js'), 'secret')
  symlinkSync(join(top, 'secret.js'), join(folder, 'deep.js', 'inner.js'))
  return folder
}
