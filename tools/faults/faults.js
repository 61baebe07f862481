/*
 * `pnpm faults damage --full`; `pnpm faults damage --seed 7 --from 12 --count 1 --verbose` one case again.
 * Exit status: 0 nothing lost, leaked or without a way back; 1 something was, or no fault happened; 2 not understood.
 */
import { existsSync } from 'node:fs'
import { readRequest, usage } from './src/request.ts'
import { builtProgram } from './src/program.ts'
import { hasPassed, renderFailure, renderRuns, renderSummary } from './src/report.ts'
import { runSuite } from './src/run-suite.ts'

function asked() {
  try {
    return readRequest(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exit(2)
  }
}

const { isVerbose, ...request } = asked()
if (!existsSync(builtProgram)) {
  process.stderr.write('The program is not built: run `npx -y pnpm@10.34.9 build` first.\n')
  process.exit(2)
}
process.stdout.write(
  `${request.suite.name}: ${request.count} cases from ${request.from}, seed ${request.seed}\n`,
)
let done = 0
const stop = new AbortController()
// The cases under way end, and what was counted so far is printed.
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
const logs = await runSuite({
  ...request,
  signal: stop.signal,
  onCase: (log) => {
    done += 1
    if (done % 20 === 0) process.stderr.write(`${done} cases done\n`)
    if (isVerbose) process.stdout.write(`${renderRuns(log)}\n`)
    if (log.hasFailed) process.stdout.write(`${renderFailure(log)}\n`)
  },
})
process.stdout.write(`${renderSummary(logs)}\n`)
process.exitCode = hasPassed(logs) ? 0 : 1
