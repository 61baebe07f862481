import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { damage, singleBits } from './damage/damage.ts'
import { folders } from './folders/folders.ts'
import { kills } from './kills/kills.ts'
import { postgresKills } from './records/postgres-kills.ts'
import { recordDamage } from './records/record-damage.ts'
import { recordDisks } from './records/record-disks.ts'
import { recordKills } from './records/record-kills.ts'
import { writes } from './writes/writes.ts'

/** Every suite by the words that ask for it. */
const suites = [
  kills,
  damage,
  singleBits,
  writes,
  folders,
  recordKills,
  recordDamage,
  recordDisks,
  postgresKills,
]

export const usage = `pnpm faults ${suites.map(({ name }) => name).join('|')} [--count N | --full] [--seed N] [--from N] [--workers N] [--verbose] [--keep]`

/**
 * Which cases are asked for.
 * @throws TypeError for what is not understood
 */
export function readRequest(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      count: { type: 'string' },
      full: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      workers: { type: 'string', default: `${Math.min(2, availableParallelism())}` },
      verbose: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      'single-bits': { type: 'boolean', default: false },
    },
  })
  const name = [...positionals, ...(values['single-bits'] ? ['--single-bits'] : [])].join(' ')
  const suite = suites.find((each) => each.name === name)
  if (!suite) throw new TypeError(`There is no suite “${name}”.`)
  const { count, full } = values
  return {
    suite,
    count: count === undefined ? suite[full ? 'full' : 'small'] : wholeNumber(count),
    seed: wholeNumber(values.seed),
    from: wholeNumber(values.from),
    step: count === undefined && !full ? suite.spread : 1,
    workers: wholeNumber(values.workers),
    isVerbose: values.verbose,
    keepsFolder: values.keep,
  }
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}
