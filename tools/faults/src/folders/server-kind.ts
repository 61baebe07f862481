import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FaultsError, type CaseLog } from '../run-suite.ts'
import { lay, type Kind, type Scene } from './scene.ts'

/** Who else asks a server on this machine: other users, and pages in a browser. */
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
  const folder = join(world.home, '.recallite', 'serve')
  const port = await portIn(folder)
  const authorization = `Bearer ${readFileSync(join(folder, 'token'), 'utf8').trim()}`
  const asked = [
    ['its user', { authorization }, 200],
    ['somebody without a token', {}, 401],
    ['somebody with another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a page of another host', { authorization, host: `evil.example:${port}` }, 403],
    ['a page of another origin', { authorization, origin: 'http://evil.example' }, 403],
  ] as const
  for (const [who, headers, expected] of asked) {
    const status = await statusOf(port, headers)
    const list = expected === 200 ? log.deadEnds : log.leaked
    if (status !== expected) list.push(`the server answers ${who} with ${status}, not ${expected}`)
  }
}

/** The port at which the server listens, as its file says. */
async function portIn(folder: string): Promise<number> {
  for (let waited = 0; waited < 20_000; waited += 50) {
    const file = existsSync(folder) && readdirSync(folder).find((name) => name.endsWith('.json'))
    if (file) return JSON.parse(readFileSync(join(folder, file), 'utf8')).port
    await sleep(50)
  }
  throw new FaultsError('it does not listen')
}

function statusOf(port: number, headers: Record<string, string>): Promise<number | undefined> {
  const options = { port, host: '127.0.0.1', path: '/v1/search', method: 'POST' }
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...options, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    sent.on('error', reject).end('{"query":"x"}')
  })
}
