import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type PostgresServer } from '@recallite/test-kit'
import { findPrograms, killCount } from './__fixtures__/test-servers.js'
import { openPostgresStore } from './open-store.js'

const programs = findPrograms()
const kills = killCount()
const writers = 8
const readers = 8
const schema = 'killed'
const space = { provider: 'test', model: 'digest', dimensions: 16, promptStyle: 'none' }

const pathOf = (script: string) => fileURLToPath(new URL(`__fixtures__/${script}`, import.meta.url))

/** The output of one client, over all its processes. */
interface Client {
  readonly script: string
  /** The number of its next process. */
  readonly args: () => string[]
  readonly said: string[]
  child: ChildProcess
}

/** Starts a client's next process, and waits until it has opened the store. */
async function launch({
  script,
  args,
  said,
}: Pick<Client, 'script' | 'args' | 'said'>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [pathOf(script), ...args()], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    said.push(...lines)
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  return child
}

async function start(script: string, argsOf: (said: readonly string[]) => string[]): Promise<Client> {
  const said: string[] = []
  const client = { script, said, args: () => argsOf(said) }
  return { ...client, child: await launch(client) }
}

async function kill({ child }: Pick<Client, 'child'>): Promise<void> {
  // A process that ended by itself has failed.
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** The lines that start with a word, without the word. */
const saidBy = (clients: readonly Client[], word: string): string[] =>
  clients
    .flatMap(({ said }) => said.filter((line) => line.startsWith(`${word} `)))
    .map((line) => line.slice(word.length + 1))

function startWriter(url: string, writer: string): Promise<Client> {
  return start('write-forever.js', (said) => {
    const last = said.findLast((line) => line.startsWith('wrote '))
    const next = last === undefined ? 0 : Number(last.split(' ')[1]) + 1
    return [url, schema, writer, String(next)]
  })
}

/** Kills and replaces clients one after the other, and kills the server at intervals. */
async function killAll(clients: readonly Client[], server: PostgresServer): Promise<number[]> {
  const away: number[] = []
  const killClients = async () => {
    for (let done = 0; done < kills; done += 1) {
      await sleep(Math.random() * 1500)
      const client = clients[done % clients.length]
      if (!client) continue
      await kill(client)
      client.child = await launch(client)
    }
  }
  const killServer = async () => {
    for (let done = 0; done < kills; done += 1) {
      await sleep(500 + Math.random() * 2000)
      const begin = performance.now()
      await server.crash()
      away.push(performance.now() - begin)
    }
  }
  await Promise.all([killClients(), killServer()])
  return away
}

/** Compares the store with the last version of each document that was acknowledged. */
function check(url: string, acknowledged: readonly string[]) {
  const input = acknowledged.map((line) => line.split(' ').slice(1).join(' ')).join('\n')
  const { stdout, status } = spawnSync(process.execPath, [pathOf('check-kept.js'), url, schema], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

describe.skipIf(programs === undefined)('eight processes that write and eight that search', () => {
  let server: PostgresServer
  let hasVectors = false
  beforeAll(async () => {
    server = await startPostgres(programs ?? '', { isDurable: true })
    const store = await openPostgresStore({ url: server.url, schema })
    await store.putRoot({ name: 'notes', path: '/notes' })
    await store.putSpace(space)
    const search = store.findByVector({ space, vector: new Float32Array(space.dimensions).fill(1), limit: 1 })
    hasVectors = await search.then(
      () => true,
      () => false,
    )
    await store.close()
  }, 120_000)
  afterAll(() => server.stop())

  it(
    `lose and duplicate no document, although ${kills} of them and the server ${kills} times are killed`,
    { timeout: 180_000 + kills * 12_000 },
    async () => {
      const { url } = server
      const writing = await Promise.all(
        Array.from({ length: writers }, (_, index) => startWriter(url, `w${index}`)),
      )
      const reading = await Promise.all(
        Array.from({ length: readers }, () =>
          start('read-forever.js', () => [url, schema, hasVectors ? 'yes' : 'no']),
        ),
      )
      const both = writing.flatMap((client, index) => [client, ...reading.slice(index, index + 1)])
      const away = await killAll(both, server)
      const before = [writing, reading].map((clients) => clients.map(({ said }) => said.length))
      // All of them continue once the server is back.
      await expect
        .poll(() =>
          [writing, reading].every((clients, kind) =>
            clients.every(({ said }, index) => said.length > (before[kind]?.[index] ?? 0) + 3),
          ),
        )
        .toBe(true)
      await Promise.all(both.map((client) => kill(client)))

      const wrote = saidBy(writing, 'wrote')
      const kept = check(url, wrote)
      const figures = {
        kills: { clients: kills + both.length, server: away.length },
        hasVectors,
        acknowledged: wrote.length,
        reads: saidBy(reading, 'read').length,
        nearest: reading.flatMap(({ said }) => said.filter((line) => line === 'nearest')).length,
        again: Object.fromEntries(
          [...new Set(saidBy(both, 'again'))].map((code) => [
            code,
            saidBy(both, 'again').filter((one) => one === code).length,
          ]),
        ),
        maxDowntime: Math.round(Math.max(...away)),
      }
      process.stdout.write(`${JSON.stringify({ ...figures, ...kept })}\n`)
      expect(saidBy(both, 'wrong')).toEqual([])
      expect(kept).toMatchObject({
        lost: [],
        doubled: 0,
        broken: [],
        wrongVectors: 0,
        wrongPending: 0,
        extraChunks: 0,
        damages: [],
      })
      // In addition, a killed process may have written one more document.
      expect(kept.unacknowledged).toBeLessThanOrEqual(figures.kills.clients)
      expect(figures.reads).toBeGreaterThan(kills)
      expect(wrote.length).toBeGreaterThan(kills)
      expect(figures.nearest > 0).toBe(hasVectors)
    },
  )
})
