import { UsageError } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { recallOptionsOf } from '../replay/subject.js'
import type { Strategy } from '../strategy/strategy-table.js'
import type { Suite } from '../suite/suite.js'

/**
 * The strategies that every suite can be asked with: where one is about records, those that can recall; `note` says which
 * are left out.
 * @throws UsageError if none is left
 */
export function forRecords(
  suites: readonly Suite[],
  strategies: readonly Strategy[],
): { readonly strategies: readonly Strategy[]; readonly note?: string } {
  const suite = suites.find(({ corpus }) => corpus.kind === 'records')
  const unable = strategies.filter((strategy) => recallOptionsOf(strategy) === undefined)
  if (!suite || unable.length === 0) return { strategies }
  const names = unable.map(({ name }) => name).join(', ')
  const reason = `${suite.name} is about records, which cannot be recalled as files are searched by: ${names}.`
  if (unable.length === strategies.length) throw new UsageError(`${reason} Name other strategies.`)
  const note = `${reason} They are left out; suites about files can be run apart.`
  return { strategies: strategies.filter((strategy) => !unable.includes(strategy)), note }
}

/** Throws a UsageError if a suite is about records and a flag says what a recall has no option for. */
export function refuseForRecords(
  suites: readonly Suite[],
  { rerank = false, candidates, store }: Pick<Flags, 'rerank' | 'candidates' | 'store'>,
): void {
  const suite = suites.find(({ corpus }) => corpus.kind === 'records')
  if (!suite) return
  if (store !== undefined) {
    throw new UsageError(
      `--store: ${suite.name} is about records, which are kept in files. Leave the suite out, or run it without --store.`,
    )
  }
  const flag = rerank ? '--rerank' : candidates === undefined ? undefined : '--candidates'
  if (flag === undefined) return
  throw new UsageError(
    `${flag}: ${suite.name} is about records, and a recall has no such option. Leave the suite out, or run it without ${flag}.`,
  )
}
