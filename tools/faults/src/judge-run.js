/** A line of a stack trace, as Node prints one. */
const stackLine = /^\s+at (?:.+ \()?(?:file:\/\/|node:|\/)\S+:\d+:\d+\)?$/m

/**
 * What is wrong with the way in which a process ended: it hung, crashed, showed its insides, or failed without a word.
 * @param {import('./program.js').Run} run
 * @returns {string[]}
 */
export function faultsOfRun(run) {
  const all = `${run.stdout}\n${run.stderr}`
  const faults = []
  if (run.isTimedOut) faults.push('did not end in time')
  else if (run.signal !== null) faults.push(`was ended by ${run.signal}`)
  else if ((run.exitCode ?? 0) > 128 && run.exitCode !== 130) faults.push(`ended with ${run.exitCode}`)
  if (stackLine.test(all)) faults.push('printed a stack trace')
  if (run.exitCode !== 0 && run.exitCode !== null && all.trim() === '') faults.push('failed without a word')
  return faults.map((fault) => `${run.command}: ${fault}`)
}

/**
 * What the program printed as JSON; undefined where it is none.
 * @param {import('./program.js').Run} run
 * @returns {any}
 */
export function jsonOf(run) {
  try {
    return JSON.parse(run.stdout)
  } catch {
    return undefined
  }
}

/**
 * The first lines of what a process said.
 * @param {import('./program.js').Run} run
 */
export function saidBy(run) {
  const text = [run.stderr, run.stdout]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' | ')
  return `exit ${run.exitCode ?? run.signal}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}
