/*
 * `pnpm fuzz`: every kind of hostile input; `pnpm fuzz queries --seed 7` one of them again.
 * Exit status: 0 all as expected, 1 not all, 2 not understood.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './src/fuzz.ts'
import { runKind } from './src/hostile/kind.ts'
import { kinds } from './src/hostile/kinds.ts'

const names = ['searches', ...kinds.map(({ name }) => name)]
const usage = `pnpm fuzz [KIND] [--count N] [--seed N] [--largest N] [--from N]; kinds: ${names.join(', ')}`
const usualSearches = 100_000

/** @param {string | undefined} text */
function wholeNumber(text) {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string' },
        seed: { type: 'string' },
        from: { type: 'string' },
        largest: { type: 'string' },
      },
    })
    const strange = positionals.find((name) => !names.includes(name))
    if (strange !== undefined) throw new TypeError(`There is no kind ${strange}.`)
    const [count, seed = 1, from = 0, largest] = [values.count, values.seed, values.from, values.largest].map(
      wholeNumber,
    )
    return { wanted: positionals.length > 0 ? positionals : names, count, seed, from, largest }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exit(2)
  }
}

const { wanted, count, seed, from, largest } = asked()

async function search() {
  const started = performance.now()
  const queries = count ?? usualSearches
  const failures = await fuzz({
    seed,
    queries,
    from,
    // What is wrong with a search, and how to make it again.
    onFailure: ({ number, wanted: one, problems }) =>
      process.stdout.write(`Search ${number} of seed ${seed}: ${problems.join('; ')}
  as asked  ${JSON.stringify(one)}
  again     pnpm fuzz searches --count 1 --seed ${seed} --from ${number}\n`),
    onProgress: (done) => {
      const perSecond = done / ((performance.now() - started) / 1000)
      process.stderr.write(`${done} of ${queries}, ${perSecond.toFixed(0)} a second\n`)
    },
  })
  process.stdout.write(`${queries} searches, ${failures.length} not as expected.\n`)
  return failures.length > 0
}

/** @param {import('./src/hostile/kind.ts').Kind} kind */
async function run(kind) {
  const report = await runKind(kind, { seed, count: count ?? kind.count, largest })
  const { tried, problems, smallest, milliseconds, megabytes } = report
  process.stdout.write(
    `${kind.name}: ${tried} tried, ${problems.length} not as expected; at most ${milliseconds} ms and ${megabytes} MB\n`,
  )
  for (const problem of problems)
    process.stdout.write(`  ${problem}\n  smallest ${JSON.stringify(smallest)}\n`)
  return problems.length > 0
}

for (const name of wanted) {
  const kind = kinds.find((each) => each.name === name)
  if (await (kind ? run(kind) : search())) process.exitCode = 1
}
