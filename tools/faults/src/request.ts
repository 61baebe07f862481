import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { damage } from './damage/damage.ts'
import { folders } from './folders/folders.ts'
import { kills } from './kills/kills.ts'
import { commit } from './program.ts'
import { postgresKills } from './records/postgres-kills.ts'
import { recordKills } from './records/record-kills.ts'
import { repairs } from './records/repairs.ts'
import type { Suite } from './run-suite.ts'

/** All suites in the order of `all`, with their number of cases. */
const suites: readonly Suite[] = [kills, damage, folders, recordKills, repairs, postgresKills]

export const usage = `pnpm faults all|${suites.map(({ name }) => name).join('|')}|mutations [--count N | --full] [--seed N|commit] [--from N] [--workers N] [--verbose] [--keep]`

const options = {
  count: { type: 'string' },
  full: { type: 'boolean', default: false },
  seed: { type: 'string' },
  from: { type: 'string', default: '0' },
  workers: { type: 'string', default: `${Math.min(2, availableParallelism())}` },
  verbose: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const

/** The requested suites and cases. @throws TypeError for invalid arguments */
export function readRequest(args: string[]) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const name = positionals.join(' ')
  const size = sizeOf(values)
  const tested = commit()
  const seed = seedOf(values.seed ?? (name === 'all' && size === 'full' ? 'commit' : '1'), tested)
  return {
    name,
    suites: suitesOf(name),
    size,
    countOf: (suite: Suite) => (typeof size === 'number' ? size : suite[size]),
    stepOf: (suite: Suite) => (size === 'small' ? suite.spread : 1),
    seed,
    from: wholeNumber(values.from),
    workers: wholeNumber(values.workers),
    commit: tested,
    isVerbose: values.verbose,
    keepsFolder: values.keep,
  }
}

function suitesOf(name: string): readonly Suite[] {
  const chosen = suites.filter((each) => name === 'all' || each.name === name)
  if (chosen.length === 0 && name !== 'mutations') throw new TypeError(`There is no suite “${name}”.`)
  return chosen
}

function sizeOf({ count, full }: { count?: string | undefined; full: boolean }) {
  if (count !== undefined) return wholeNumber(count)
  return full ? 'full' : 'small'
}

/** A new seed, derived from the commit. */
function seedOf(text: string, tested: string): number {
  return wholeNumber(text === 'commit' ? `${parseInt(tested.slice(0, 8), 16) % 1e9}` : text)
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}
