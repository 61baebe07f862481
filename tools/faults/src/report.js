import { saidBy } from './judge-run.js'

/** @typedef {import('./case-log.js').CaseLog} CaseLog */

/**
 * A case that failed: what is wrong, and how to run it again.
 * @param {CaseLog} log
 */
export function renderFailure(log) {
  const faults = [
    ...log.lost.map((what) => `  lost: ${what}`),
    ...log.leaked.map((what) => `  leaked: ${what}`),
    ...log.deadEnds.map((what) => `  dead end: ${what}`),
  ]
  return [`FAILED ${log.name}`, ...faults, `  again: ${log.repeat}`].join('\n')
}

/**
 * Everything that was run in a case.
 * @param {CaseLog} log
 */
export function renderRuns(log) {
  const runs = log.runs.map((run) => `  $ ${run.command}  (${run.milliseconds} ms)\n    ${saidBy(run)}`)
  return [`CASE ${log.name}: ${log.outcome}`, ...runs].join('\n')
}

/** @param {Iterable<string>} items */
function counted(items) {
  const groups = [...Map.groupBy(items, (item) => item)]
  return groups.toSorted(([a], [b]) => a.localeCompare(b)).map(([item, { length }]) => `${length} ${item}`)
}

/**
 * The lines at the end; the last is `N tried, N lost, N leaked, N dead ends`, each counted in cases.
 * @param {readonly CaseLog[]} logs
 */
export function renderSummary(logs) {
  const tried = logs.filter(({ isInjected }) => isInjected)
  const lines = [counted(tried.map(({ outcome }) => outcome)).join(', ')]
  const skipped = logs.filter(({ skipped: reason }) => reason !== null)
  lines.push(...counted(skipped.map(({ skipped: reason }) => `skipped: ${reason}`)))
  const missed = logs.length - tried.length - skipped.length
  if (missed > 0) lines.push(`${missed} not counted: the fault did not happen`)
  lines.push(...figureLines(tried))
  /** @param {'lost' | 'leaked' | 'deadEnds'} kind */
  const casesWith = (kind) => logs.filter((log) => log[kind].length > 0).length
  lines.push(
    `${tried.length} tried, ${casesWith('lost')} lost, ${casesWith('leaked')} leaked, ${casesWith('deadEnds')} dead ends`,
  )
  return lines.filter(Boolean).join('\n')
}

/** @param {readonly CaseLog[]} logs */
function figureLines(logs) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const { figures } of logs) {
    for (const [name, amount] of figures) sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  return [...sums].map(([name, sum]) => `${sum} ${name}`)
}

/**
 * Whether a run shows what it was made for: faults happened, and none had consequences.
 * @param {readonly CaseLog[]} logs
 */
export function hasPassed(logs) {
  return logs.some(({ isInjected }) => isInjected) && logs.every(({ hasFailed }) => !hasFailed)
}
