/*
 * `pnpm faults all`; `pnpm faults damage --full`; `pnpm faults damage --seed 7 --from 12 --count 1 --verbose`: one case again;
 * `pnpm faults mutations`: whether the suites detect faults of the program.
 * Exit status: 0 passed; 1 data was lost or leaked, there was no remedy, or no fault occurred; 2 invalid arguments.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { tryMutations } from './src/mutations/mutations.ts'
import { builtProgram } from './src/program.ts'
import { hasPassed, renderFailure, renderResults, renderRuns, renderSummary } from './src/report.ts'
import { readRequest, usage } from './src/request.ts'
import { runSuite } from './src/run-suite.ts'

function readArguments() {
  try {
    return readRequest(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exit(2)
  }
}

const { isVerbose, ...request } = readArguments()
if (!existsSync(builtProgram)) {
  process.stderr.write('The program is not built. Run: npx -y pnpm@10.34.9 build\n')
  process.exit(2)
}
const stop = new AbortController()
// Finishes running cases and prints the current counts.
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

/** @param {import('./src/run-suite.ts').Suite} suite */
async function logsOf(suite) {
  const count = request.countOf(suite)
  process.stdout.write(`${suite.name}: ${count} cases from ${request.from}, seed ${request.seed}\n`)
  let tried = 0
  const logs = await runSuite({
    ...request,
    suite,
    count,
    step: request.stepOf(suite),
    signal: stop.signal,
    onCase: (log) => {
      tried += 1
      if (tried % 20 === 0) process.stderr.write(`${tried} cases done\n`)
      if (isVerbose) process.stdout.write(`${renderRuns(log)}\n`)
      if (log.hasFailed) process.stdout.write(`${renderFailure(log)}\n`)
    },
  })
  process.stdout.write(`${renderSummary(logs)}\n`)
  return logs
}

if (request.name === 'mutations') {
  process.exitCode = (await tryMutations(stop.signal)) ? 0 : 1
} else {
  const results = []
  for (const suite of request.suites) {
    if (!stop.signal.aborted) results.push({ name: suite.name, logs: await logsOf(suite) })
  }
  if (results.length > 1)
    process.stdout.write(`all suites:\n${renderSummary(results.flatMap(({ logs }) => logs))}\n`)
  const isWhole = results.length === request.suites.length && !stop.signal.aborted
  if (request.name === 'all' && request.size === 'full' && isWhole)
    writeFileSync(new URL('RESULTS.md', import.meta.url), renderResults(results, request))
  process.exitCode = isWhole && results.every(({ logs }) => hasPassed(logs)) ? 0 : 1
}
