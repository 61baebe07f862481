/*
 * `pnpm check`: all checks of the repository in order, one line each; `pnpm check lint types`: only those.
 * A failed step prints its output, and the others still run.
 */
import { runStep } from './run-step.js'
import steps from './steps.json' with { type: 'json' }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}. Choose from: ${steps.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const chosen = names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))
const failed = []
for (const step of chosen) {
  const { passed, looked, seconds, output, details } = runStep(step)
  const sight =
    looked < step.atLeast
      ? `${looked} ${step.unit}, at least ${step.atLeast} expected`
      : `${looked} ${step.unit}`
  console.log(
    `${step.name.padEnd(12)}${passed ? 'ok    ' : 'failed'}${seconds.toFixed(1).padStart(7)} s  ${sight}`,
  )
  if (passed) for (const line of details) console.log(`  ${line}`)
  else console.log(output.trimEnd().replaceAll(/^/gm, '  | '))
  if (!passed) failed.push(step.name)
}

console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
