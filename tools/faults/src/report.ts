import { saidBy } from './program.ts'
import type { CaseLog } from './run-suite.ts'

/** A case that failed: what is wrong, and how to run it again. */
export function renderFailure({ name, lost, leaked, deadEnds, repeat }: CaseLog): string {
  const kinds = Object.entries({ lost, leaked, 'dead end': deadEnds })
  const faults = kinds.flatMap(([kind, found]) => found.map((what) => `  ${kind}: ${what}`))
  return [`FAILED ${name}`, ...faults, `  again: ${repeat}`].join('\n')
}

/** Everything that was run in a case. */
export function renderRuns({ name, outcome, runs }: CaseLog): string {
  const lines = runs.map((run) => `  $ ${run.command}  (${run.milliseconds} ms)\n    ${saidBy(run)}`)
  return [`CASE ${name}: ${outcome}`, ...lines].join('\n')
}

/** The lines at the end; the last is `N tried, N lost, N leaked, N dead ends`, each counted in cases. */
export function renderSummary(logs: readonly CaseLog[]): string {
  const tried = logs.filter(({ isInjected }) => isInjected)
  const skipped = logs.flatMap((log) => (log.skipped === null ? [] : [`skipped: ${log.skipped}`]))
  const missed = logs.length - tried.length - skipped.length
  const casesWith = (kind: 'lost' | 'leaked' | 'deadEnds') =>
    logs.filter((log) => log[kind].length > 0).length
  const lines = [
    counted(tried.map(({ outcome }) => outcome)).join(', '),
    ...counted(skipped),
    missed > 0 ? `${missed} not counted: the fault did not happen` : '',
    `${tried.length} tried, ${casesWith('lost')} lost, ${casesWith('leaked')} leaked, ${casesWith('deadEnds')} dead ends`,
  ]
  return lines.filter(Boolean).join('\n')
}

function counted(items: readonly string[]): string[] {
  const groups = [...Map.groupBy(items, (item) => item)]
  return groups.toSorted(([a], [b]) => a.localeCompare(b)).map(([item, { length }]) => `${length} ${item}`)
}

/** Whether a run shows what it was made for: faults happened, and none had consequences. */
export function hasPassed(logs: readonly CaseLog[]): boolean {
  return logs.some(({ isInjected }) => isInjected) && logs.every(({ hasFailed }) => !hasFailed)
}
