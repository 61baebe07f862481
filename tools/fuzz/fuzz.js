/*
 * `pnpm fuzz`: all kinds of hostile input; `pnpm fuzz queries --seed 7`: one kind again.
 * Exit status: 0 all as expected, 1 problems found, 2 invalid arguments.
 */
import { parseArgs } from 'node:util'
import { runKind } from './src/hostile/kind.ts'
import { kinds } from './src/hostile/kinds.ts'

const names = kinds.map(({ name }) => name)
const usage = `pnpm fuzz [KIND] [--count N] [--seed N] [--largest N]; kinds: ${names.join(', ')}`

/** @param {string | undefined} text */
function wholeNumber(text) {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}

function readArguments() {
  try {
    const option = /** @type {const} */ ({ type: 'string' })
    const options = { count: option, seed: option, largest: option }
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const strange = positionals.find((name) => !names.includes(name))
    if (strange !== undefined) throw new TypeError(`There is no kind ${strange}.`)
    const [count, seed = 1, largest] = [values.count, values.seed, values.largest].map(wholeNumber)
    return { chosen: positionals.length > 0 ? positionals : names, count, seed, largest }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exit(2)
  }
}

const { chosen, count, seed, largest } = readArguments()

for (const kind of kinds.filter(({ name }) => chosen.includes(name))) {
  const report = await runKind(kind, { seed, count: count ?? kind.count, largest })
  const { tried, problems, smallest, milliseconds, megabytes } = report
  process.stdout.write(
    `${kind.name}: ${tried} tried, ${problems.length} not as expected; at most ${milliseconds} ms and ${megabytes} MB\n`,
  )
  for (const problem of problems)
    process.stdout.write(`  ${problem}\n  smallest ${JSON.stringify(smallest)}\n`)
  if (problems.length > 0) process.exitCode = 1
}
