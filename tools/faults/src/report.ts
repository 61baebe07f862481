import { cpus, release, totalmem, type } from 'node:os'
import { saidBy } from './program.ts'
import type { CaseLog } from './run-suite.ts'

/** A failed case: the problems, and how to run it again. */
export function renderFailure({ name, lost, leaked, deadEnds, repeat }: CaseLog): string {
  const kinds = Object.entries({ lost, leaked, 'dead end': deadEnds })
  const faults = kinds.flatMap(([kind, found]) => found.map((what) => `  ${kind}: ${what}`))
  return [`FAILED ${name}`, ...faults, `  again: ${repeat}`].join('\n')
}

/** All commands of a case. */
export function renderRuns({ name, outcome, runs }: CaseLog): string {
  const lines = runs.map((run) => `  $ ${run.command}  (${run.milliseconds} ms)\n    ${saidBy(run)}`)
  return [`CASE ${name}: ${outcome}`, ...lines].join('\n')
}

/** The number of cases per outcome; one may be both lost and leaked. */
function countCases(logs: readonly CaseLog[]) {
  const numberOf = (holds: (log: CaseLog) => boolean) => logs.filter(holds).length
  const [tried, skipped] = [numberOf((log) => log.isInjected), numberOf((log) => log.skipped !== null)]
  return {
    tried,
    lost: numberOf((log) => log.lost.length > 0),
    leaked: numberOf((log) => log.leaked.length > 0),
    deadEnds: numberOf((log) => log.deadEnds.length > 0),
    skipped,
    /** Cases whose fault did not occur. */
    missed: logs.length - tried - skipped,
  }
}

/** The final lines; the last one is `N tried, N lost, N leaked, N dead ends`, counted in cases. */
export function renderSummary(logs: readonly CaseLog[]): string {
  const { tried, lost, leaked, deadEnds, missed } = countCases(logs)
  const lines = [
    counted(logs.filter(({ isInjected }) => isInjected).map(({ outcome }) => outcome)).join(', '),
    ...renderSkipped(logs),
    missed > 0 ? `${missed} not counted: the fault did not happen` : '',
    `${tried} tried, ${lost} lost, ${leaked} leaked, ${deadEnds} dead ends`,
  ]
  return lines.filter(Boolean).join('\n')
}

/** One line per reason for skipped cases. */
function renderSkipped(logs: readonly CaseLog[]): string[] {
  return counted(logs.flatMap((log) => (log.skipped === null ? [] : [`skipped: ${log.skipped}`])))
}

function counted(items: readonly string[]): string[] {
  const groups = [...Map.groupBy(items, (item) => item)]
  return groups.toSorted(([a], [b]) => a.localeCompare(b)).map(([item, { length }]) => `${length} ${item}`)
}

/** Whether a suite is conclusive: faults occurred, and none had consequences. */
export function hasPassed(logs: readonly CaseLog[]): boolean {
  return logs.some(({ isInjected }) => isInjected) && logs.every(({ hasFailed }) => !hasFailed)
}

/** A one-page report about a run of all suites. */
export function renderResults(
  results: readonly { name: string; logs: readonly CaseLog[] }[],
  { commit, seed, workers }: { commit: string; seed: number; workers: number },
): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const minutes = (logs: readonly CaseLog[]) =>
    Math.round(logs.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / workers / 60_000)
  const rows = [...results, { name: 'all', logs: results.flatMap(({ logs }) => logs) }].map(
    ({ name, logs }) => {
      const { tried, lost, leaked, deadEnds, skipped, missed } = countCases(logs)
      return [name, tried, lost, leaked, deadEnds, skipped, missed, minutes(logs)]
    },
  )
  const notes = results.flatMap(({ name, logs }) => [
    ...renderSkipped(logs).map((line) => `- ${name}: ${line}`),
    ...logs.filter(({ hasFailed }) => hasFailed).map((log) => `\n\`\`\`text\n${renderFailure(log)}\n\`\`\``),
  ])
  return [
    '# Results of the suites of faults',
    '',
    'Written by `pnpm faults all --full` at its end; what the columns mean is in [README.md](README.md).',
    '',
    `- Commit ${commit}, seed ${seed}, ${new Date().toISOString().slice(0, 10)}`,
    `- ${processor?.model} × ${cpus().length}, ${memory}, ${type()} ${release()}, Node ${process.version}, ${workers} workers`,
    '',
    '| suite | tried | lost | leaked | dead ends | skipped | no fault happened | minutes |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
}
