import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { suites } from './suite-table.js'

export const usage = `pnpm faults ${suites.map(({ name }) => name).join('|')} [--count N | --full] [--seed N] [--from N] [--workers N] [--verbose] [--keep]`

/** @param {string} text */
function wholeNumber(text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new TypeError(`${text} is not a whole number below a thousand million.`)
}

/**
 * Which cases are asked for.
 * @param {string[]} args
 * @throws TypeError for what is not understood
 */
export function readRequest(args) {
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
  const [asked = '', ...rest] = positionals
  const name = values['single-bits'] ? `${asked} --single-bits` : asked
  const suite = suites.find((each) => each.name === name)
  if (!suite || rest.length > 0) throw new TypeError(`There is no suite “${[name, ...rest].join(' ')}”.`)
  const count =
    values.count === undefined ? (values.full ? suite.full : suite.small) : wholeNumber(values.count)
  return {
    suite,
    count,
    seed: wholeNumber(values.seed),
    from: wholeNumber(values.from),
    step: values.count === undefined && !values.full ? (suite.spread ?? 1) : 1,
    workers: Math.max(1, wholeNumber(values.workers)),
    isVerbose: values.verbose,
    keepsFolder: values.keep,
  }
}
