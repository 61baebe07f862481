import { request } from 'node:http'
import type { CaseLog } from '../run-suite.ts'
import { whereServed } from '../served.ts'
import { lay, type Kind, type Scene } from './scene.ts'

/** Other users of the machine, and pages in a browser, ask the server. */
export const serverKind: Kind = {
  name: 'a server that strangers ask',
  lay: (scene) => lay(scene, 'memory/odd.md', '# Odd\n'),
  visit: (scene, log) =>
    scene.world.run(log, ['serve', '--port', '0'], {
      cwd: scene.project,
      isPlain: true,
      isKilled: true,
      onStart: (control) =>
        void askAsStrangers(scene, log)
          .catch((error) => log.deadEnds.push(`the server cannot be asked: ${error}`))
          .finally(() => control.kill()),
    }),
}

async function askAsStrangers({ world }: Scene, log: CaseLog): Promise<void> {
  const { port, token } = await whereServed(world)
  const authorization = `Bearer ${token}`
  const askers = [
    ['its user', { authorization }, 200],
    ['a stranger without a token', {}, 401],
    ['a stranger with another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a page of another host', { authorization, host: 'evil.example' }, 403],
    ['a page of another origin', { authorization, origin: 'http://evil.example' }, 403],
  ] as const
  for (const [who, others, expected] of askers) {
    const headers = { 'content-type': 'application/json', ...others }
    const status = await statusOf(port, headers)
    const list = expected === 200 ? log.deadEnds : log.leaked
    if (status !== expected) list.push(`the server answers ${who} with ${status}, not ${expected}`)
  }
}

/** What the server answers; `fetch` would not send the name of another host. */
function statusOf(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/v1/search', method: 'POST', headers }
    const sent = request(options, (response) => resolve(response.resume().statusCode))
    sent.on('error', reject).end('{"query":"x"}')
  })
}
