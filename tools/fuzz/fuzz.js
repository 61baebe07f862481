/*
 * `pnpm fuzz`: a million searches; `pnpm fuzz --queries 1 --seed 7 --from 1234` that one again.
 * Exit status: 0 all answers as expected, 1 not all, 2 not understood.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { fuzzInWorkers } from './src/fuzz-in-workers.js'
import { renderFailure, renderProgress } from './src/render.js'

const usage = 'pnpm fuzz [--queries N] [--seed N] [--from N] [--workers N]'

/** @param {string} text */
function wholeNumber(text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}

function request() {
  const { values } = parseArgs({
    options: {
      queries: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      workers: { type: 'string', default: `${availableParallelism()}` },
    },
  })
  return {
    queries: wholeNumber(values.queries),
    seed: wholeNumber(values.seed),
    from: wholeNumber(values.from),
    workers: Math.max(1, wholeNumber(values.workers)),
  }
}

function asked() {
  try {
    return request()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exit(2)
  }
}

const { seed, queries, from, workers } = asked()
const started = performance.now()
const failures = await fuzzInWorkers({
  seed,
  queries,
  from,
  workers,
  onFailure: (failure) => void process.stdout.write(`${renderFailure(seed, failure)}\n`),
  onProgress: (done) => {
    const seconds = (performance.now() - started) / 1000
    process.stderr.write(`${renderProgress({ done, queries, seconds })}\n`)
  },
})
process.stdout.write(`${queries} searches, ${failures} not as expected.\n`)
process.exitCode = failures > 0 ? 1 : 0
