/*
 * A long-running program that answers queries, first idle and then while it indexes, and prints how long they took and how
 * long its event loop was blocked. Run by the benchmarks in a separate process:
 * node long-lived.js <database> <folder with some notes> <folder with many notes> <queries as JSON>
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { createMemory } from '@recallite/core'
import { openSqliteStoreInThreads } from '@recallite/store-sqlite/threads'
import { percentile } from '../statistics.ts'

/** Small, so that a few thousand notes are ten thousand chunks. */
const chunking = { target: 64, overlap: 0 }
const idleRounds = 5
/** Milliseconds between two queries: like one user, not a load test. */
const pause = 5
const resolution = 2
const percentileShare = 0.95

const [path = '', some = '', many = '', questionsText = '[]'] = process.argv.slice(2)
const questions: string[] = JSON.parse(questionsText)
const store = await openSqliteStoreInThreads({ path })
const memory = createMemory({ store, chunking, freshness: 'none' })

async function timeOf(question: string) {
  const started = performance.now()
  await memory.search(question, { threshold: 0 })
  const time = performance.now() - started
  await setTimeout(pause)
  return time
}

await memory.index([some])
const idle = []
for (let round = 0; round <= idleRounds; round += 1) {
  for (const question of questions) {
    const time = await timeOf(question)
    // The first round compiles code and warms caches.
    if (round > 0) idle.push(time)
  }
}

const delay = monitorEventLoopDelay({ resolution })
delay.enable()
const done = new AbortController()
const indexing = memory.index([many]).finally(() => done.abort())
const busy = []
for (let index = 0; !done.signal.aborted; index += 1) {
  busy.push(await timeOf(questions[index % questions.length] ?? ''))
}
const { chunks } = await indexing
delay.disable()
await memory.close()

process.stdout.write(
  JSON.stringify({
    chunks,
    questions: busy.length,
    idle: percentile(idle, percentileShare),
    busy: percentile(busy, percentileShare),
    heldUp: Math.max(0, delay.max / 1e6 - resolution),
  }),
)
