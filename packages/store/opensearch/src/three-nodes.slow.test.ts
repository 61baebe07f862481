import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { casesOf, linesOf, runCheck, startClient, type ClientProcess } from '@recallite/test-kit'
import { findOpenSearch, type OpenSearchServer } from '@recallite/test-kit/opensearch-server'
import {
  casesOfChange,
  clusterOfGroup,
  figuresFile,
  killCount,
  openNew,
} from './__fixtures__/test-cluster.js'
import { openOpenSearchStore } from './open-store.js'

const missing =
  killCount() > 0 ? await findOpenSearch() : ' (not for each change; set RECALLITE_OPENSEARCH_KILLS)'
const parameters = '&shards=3&replicas=1'
const maxKills = 200
const clients = 4
const minReads = casesOf(5000, 100)
const space = { provider: 'test', model: 'digest', dimensions: 16, promptStyle: 'none' }

const pathOf = (script: string) => fileURLToPath(new URL(`__fixtures__/${script}`, import.meta.url))

describe.skipIf(missing !== undefined)(`three nodes${missing ?? ''}`, () => {
  const cluster = clusterOfGroup({ nodes: 3 })
  // One node runs the other cases for each change.
  const cases = casesOfChange(storeConformance(() => openNew(cluster(), parameters))).filter(
    (_, index) => index % casesOf(1, 12) === 5 % casesOf(1, 12),
  )
  it.each(cases)('meet the contract: $name', async ({ run }) => {
    expect(await run()).toBeUndefined()
  })

  describe('while four clients write and four search', () => {
    const earlier = readFigures()
    const kills = Math.min(killCount(), maxKills - (earlier['kills'] ?? 0))
    const urlOf = () => `${cluster().url}/?prefix=killed${parameters}`
    beforeAll(async () => {
      const store = await openOpenSearchStore({ url: urlOf() })
      await store.putRoot({ name: 'notes', path: '/notes' })
      await store.putSpace(space)
      await store.close()
    }, 120_000)

    it(
      `lose and mix no document, although nodes, clients and all nodes are killed ${kills} times`,
      { timeout: 300_000 + kills * 30_000 },
      async () => {
        const numbers = Array.from({ length: clients }, (_, index) => index)
        const writing = await Promise.all(numbers.map((index) => startWriter(urlOf(), `w${index}`)))
        const reading = await Promise.all(
          numbers.map(() => startClient(pathOf('read-forever.js'), () => [urlOf()])),
        )
        const everyone = numbers.flatMap((index) => [writing, reading].flatMap((list) => list[index] ?? []))
        const killed = await killInTurn(cluster(), everyone, kills)
        await continued(writing, reading)
        await Promise.all(everyone.map((client) => client.kill()))

        const wrote = linesOf(writing, 'wrote')
        const kept = checkKept(urlOf(), writing)
        const failed = linesOf(reading, 'failed').map(readFailure)
        const sums = {
          kills,
          nodeKills: killed.nodes,
          clientKills: killed.clients,
          clusterKills: killed.clusters,
          acknowledged: wrote.length,
          reads: linesOf(reading, 'read').length,
          partial: linesOf(reading, 'partial').length,
          failedSearches: failed.length,
          failedWrites: linesOf(writing, 'failed').length,
        }
        process.stdout.write(`${JSON.stringify({ ...addFigures(earlier, sums), ...kept })}\n`)
        expect.soft(linesOf(everyone, 'wrong')).toEqual([])
        expect
          .soft(kept)
          .toMatchObject({ lost: [], broken: [], wrongVectors: [], extraChunks: 0, damages: [] })
        expect
          .soft(failed.filter((failure) => !killed.gaps.some((gap) => overlaps(failure, gap))))
          .toEqual([])
        expect.soft(wrote.length).toBeGreaterThan(kills)
      },
    )
  })
})

function startWriter(url: string, writer: string): Promise<ClientProcess> {
  return startClient(pathOf('write-forever.js'), (output) => {
    const last = output.findLast((line) => line.startsWith('writes '))
    return [url, writer, last === undefined ? '0' : String(Number(last.split(' ')[1]) + 1)]
  })
}

/** A time in milliseconds since the epoch. */
interface Interval {
  readonly from: number
  readonly to: number
}

const overlaps = (one: Interval, other: Interval) => one.from <= other.to && other.from <= one.to

/** Kills a node, a client, a node, a client, and all nodes, and again; starts each again. */
async function killInTurn(server: OpenSearchServer, everyone: readonly ClientProcess[], kills: number) {
  const done = { nodes: 0, clients: 0, clusters: 0 }
  /** When a shard may have had no copy. */
  const gaps: Interval[] = []
  for (let number = 0; number < kills; number += 1) {
    await sleep(500 + Math.random() * 2000)
    const from = Date.now()
    if (number % 5 === 4 || number === kills - 1) {
      done.clusters += 1
      await server.killAll()
      await server.restart()
      gaps.push({ from, to: Date.now() })
    } else if (number % 2 === 0) {
      done.nodes += 1
      await killNode(server, done.nodes % 3)
    } else {
      const client = everyone[done.clients % everyone.length]
      done.clients += 1
      await client?.kill()
      await client?.restart()
    }
  }
  return { ...done, gaps }
}

/** Kills a node after all shards have two copies, so that each shard keeps one. */
async function killNode(server: OpenSearchServer, node: number): Promise<void> {
  await server.request('/_cluster/health?wait_for_status=green&timeout=50s')
  await server.kill(node)
  await sleep(Math.random() * 3000)
  await server.restart(node)
}

/** Waits until all clients go on and have read enough. */
async function continued(
  writing: readonly ClientProcess[],
  reading: readonly ClientProcess[],
): Promise<void> {
  const countOf = (client: ClientProcess) =>
    linesOf([client], 'wrote').length + linesOf([client], 'read').length
  const all = [...writing, ...reading]
  const before = all.map(countOf)
  const goesOn = () => all.every((client, index) => countOf(client) > (before[index] ?? 0) + 3)
  await expect
    .poll(() => goesOn() && linesOf(reading, 'read').length >= minReads, { timeout: 240_000, interval: 200 })
    .toBe(true)
}

function readFailure(line: string) {
  const [from, to, ...rest] = line.split(' ')
  return { from: Number(from), to: Number(to), error: rest.join(' ') }
}

/** Compares the store with the last version of each document that was acknowledged. */
function checkKept(url: string, writing: readonly ClientProcess[]) {
  const lines = writing.flatMap(({ output }) => output.filter((line) => /^(?:writes|wrote) /u.test(line)))
  return runCheck(pathOf('check-kept.js'), [url], lines)
}

function readFigures(): Readonly<Record<string, number>> {
  const file = figuresFile()
  return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Adds the figures of this run to those of earlier runs, and writes the sums. */
function addFigures(earlier: Readonly<Record<string, number>>, figures: Readonly<Record<string, number>>) {
  const sums = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value + (earlier[name] ?? 0)]),
  )
  const file = figuresFile()
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(sums)}\n`)
  return sums
}
