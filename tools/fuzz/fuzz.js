/*
 * `pnpm fuzz`: a million searches; `pnpm fuzz --queries 1 --seed 7 --from 1234` that one again.
 * Exit status: 0 all answers as expected, 1 not all, 2 not understood.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './src/fuzz.ts'

const usage = 'pnpm fuzz [--queries N] [--seed N] [--from N]'

/** @param {string} text */
function wholeNumber(text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}

function asked() {
  try {
    const { values } = parseArgs({
      options: {
        queries: { type: 'string', default: '1000000' },
        seed: { type: 'string', default: '1' },
        from: { type: 'string', default: '0' },
      },
    })
    const { queries, seed, from } = values
    return { queries: wholeNumber(queries), seed: wholeNumber(seed), from: wholeNumber(from) }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exit(2)
  }
}

const { seed, queries, from } = asked()
const started = performance.now()
const failures = await fuzz({
  seed,
  queries,
  from,
  // What is wrong with a search, what of it fails alone, and how to make it again.
  onFailure: ({ number, wanted, smallest, problems }) =>
    process.stdout.write(`Search ${number} of seed ${seed}: ${problems.join('; ')}
  smallest  ${JSON.stringify(smallest)}
  as asked  ${JSON.stringify(wanted)}
  again     pnpm fuzz --queries 1 --seed ${seed} --from ${number}\n`),
  onProgress: (done) => {
    const perSecond = done / ((performance.now() - started) / 1000)
    process.stderr.write(`${done} of ${queries}, ${perSecond.toFixed(0)} a second\n`)
  },
})
process.stdout.write(`${queries} searches, ${failures.length} not as expected.\n`)
process.exitCode = failures.length > 0 ? 1 : 0
