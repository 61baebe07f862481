import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linesOf,
  runCheck,
  startClient,
  startPostgres,
  type ClientProcess,
  type PostgresServer,
} from '@recallite/test-kit'
import { findPrograms, killCount } from './__fixtures__/test-servers.js'
import { openPostgresStore } from './open-store.js'

const programs = findPrograms()
const kills = killCount()
const writers = 8
const readers = 8
const schema = 'killed'
const space = { provider: 'test', model: 'digest', dimensions: 16, promptStyle: 'none' }

const pathOf = (script: string) => fileURLToPath(new URL(`__fixtures__/${script}`, import.meta.url))

function startWriter(url: string, writer: string): Promise<ClientProcess> {
  return startClient(pathOf('write-forever.js'), (output) => {
    const last = output.findLast((line) => line.startsWith('wrote '))
    const next = last === undefined ? 0 : Number(last.split(' ')[1]) + 1
    return [url, schema, writer, String(next)]
  })
}

/** Kills and replaces clients one after the other, and kills the server at intervals. */
async function killAll(clients: readonly ClientProcess[], server: PostgresServer): Promise<number[]> {
  const away: number[] = []
  const killClients = async () => {
    for (let done = 0; done < kills; done += 1) {
      await sleep(Math.random() * 1500)
      const client = clients[done % clients.length]
      if (!client) continue
      await client.kill()
      await client.restart()
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
  const lines = acknowledged.map((line) => line.split(' ').slice(1).join(' '))
  return runCheck(pathOf('check-kept.js'), [url, schema], lines)
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
          startClient(pathOf('read-forever.js'), () => [url, schema, hasVectors ? 'yes' : 'no']),
        ),
      )
      const both = writing.flatMap((client, index) => [client, ...reading.slice(index, index + 1)])
      const away = await killAll(both, server)
      const before = [writing, reading].map((clients) => clients.map(({ output }) => output.length))
      // All of them continue once the server is back.
      await expect
        .poll(() =>
          [writing, reading].every((clients, kind) =>
            clients.every(({ output }, index) => output.length > (before[kind]?.[index] ?? 0) + 3),
          ),
        )
        .toBe(true)
      await Promise.all(both.map((client) => client.kill()))

      const wrote = linesOf(writing, 'wrote')
      const kept = check(url, wrote)
      const figures = {
        kills: { clients: kills + both.length, server: away.length },
        hasVectors,
        acknowledged: wrote.length,
        reads: linesOf(reading, 'read').length,
        nearest: reading.flatMap(({ output }) => output.filter((line) => line === 'nearest')).length,
        again: Object.fromEntries(
          [...new Set(linesOf(both, 'again'))].map((code) => [
            code,
            linesOf(both, 'again').filter((one) => one === code).length,
          ]),
        ),
        maxDowntime: Math.round(Math.max(...away)),
      }
      process.stdout.write(`${JSON.stringify({ ...figures, ...kept })}\n`)
      expect(linesOf(both, 'wrong')).toEqual([])
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
