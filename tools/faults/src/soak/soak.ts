import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, drawFrom, type Random } from '@recallite/test-kit/random'
import type { Control } from '../program.ts'
import { CaseLog } from '../run-suite.ts'
import { whereServed } from './served.ts'
import { makeHall, withProvider, type Hall, type World } from '../world.ts'
import { addSample, type Row } from './measure.ts'

/**
 * Runs `serve` and `watch` on one memory while notes change, clients send queries, and the embedding provider fails for five
 * seconds per minute. Measures after each step. A row is a minute, or a twelfth of a shorter run.
 */
export async function soak(folder: string, seconds: number, onRow: (row: Row) => void): Promise<Row[]> {
  const hall = await makeHall(folder, { files: 60, sections: 2, seed: 1 })
  const { world, provider } = hall
  const reports = join(folder, 'reports')
  mkdirSync(reports)
  const reporting = `--expose-gc --import=${new URL('./report-heap.js', import.meta.url)}?folder=${reports}`
  // One malloc heap per thread would retain the maximum memory of each thread, which hides leaks.
  const env = { ...world.env, NODE_OPTIONS: reporting, MALLOC_ARENA_MAX: '1' }
  const start = (...args: string[]) => stay(world, args, env)
  const [serve, watch] = [start('serve', '--port', '0'), start('watch')]
  const failing = setInterval(() => provider.fail(Date.now() % 60_000 < 5000), 500)
  const done = { edits: 0, searches: 0, remembers: 0, wrong: 0 }
  const rows: Row[] = []
  try {
    const work = { client: await connect(world), random: createRandom('soak'), done }
    const [begin, every] = [Date.now(), Math.min(60, seconds / 12)]
    for (let end = every; end <= seconds; end += every) {
      const row: Row = { seconds: end, memory: {}, resident: {}, descriptors: {}, log: 0, file: 0, done }
      while (Date.now() - begin < end * 1000) {
        await stepOf(work.random)(hall, work)
        addSample(
          row,
          { serve: serve.child.pid, watch: watch.child.pid },
          { database: world.database, reports },
        )
        await sleep(100)
      }
      rows.push(row)
      onRow(row)
    }
    return rows
  } finally {
    clearInterval(failing)
    await Promise.all([serve, watch].map(({ end }) => end()))
    await provider.close()
  }
}

/** Starts a long-running program without its output. */
function stay(world: World, args: readonly string[], env: World['env']) {
  const child = { pid: 0, kill: (): void => undefined }
  const onStart = (control: Control) => Object.assign(child, control)
  const options = { isKilled: true, timeout: 1e9, onStart, env }
  const ended = world.run(new CaseLog('soak'), [...args, ...withProvider], options)
  return { child, end: () => (child.kill(), ended) }
}

/** Sends JSON to a path of the server, once its address is known. */
async function connect(world: World) {
  const { port, token } = await whereServed(world)
  const accept = 'application/json, text/event-stream'
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept }
  return async (path: string, body: object): Promise<string> => {
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`http://127.0.0.1:${port}${path}`, request)).text()
  }
}

interface Work {
  readonly client: Awaited<ReturnType<typeof connect>>
  readonly random: Random
  readonly done: Record<'edits' | 'searches' | 'remembers' | 'wrong', number>
}

const stepOf = drawFrom<(hall: Hall, work: Work) => Promise<void>>([
  [2, edit],
  [6, search],
  [1, remember],
])

/** Each note cycles through a few versions, so that the memory does not grow. */
async function edit({ world, notes }: Hall, { random, done }: Work): Promise<void> {
  const { path, text } = random.pick(notes)
  writeFileSync(join(world.notesFolder, path), `${text}\nVersion ${random.below(4)} of ${path}.\n`)
  done.edits += 1
}

/** The vectors of the provider are meaningless, and rank other notes before the one with the word. */
async function search({ notes }: Hall, { client, random, done }: Work): Promise<void> {
  const { path, sentinel } = random.pick(notes)
  const answer = await client('/v1/search', { query: sentinel, threshold: 0, limit: 100 })
  done.searches += 1
  if (!answer.includes(path)) done.wrong += 1
}

async function remember(_: Hall, { client, random, done }: Work): Promise<void> {
  const call = (name: string, input: object) =>
    client('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })
  const answer = await call('memory_remember', { content: `The buoy has the number ${random.below(1e9)}.` })
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/u.exec(answer) ?? []
  done.remembers += 1
  if ((await call('memory_forget', { id })).includes('"isError":true')) done.wrong += 1
}
