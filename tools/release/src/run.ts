import { run as runTool } from '@recallite/checks/run-tool'

/** Runs a command and returns its stdout. @throws Failure with its whole output unless it exits with 0 */
export async function run(
  command: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const { exitCode, stdout, output } = await runTool(command, { ...options, timeout })
  if (exitCode !== 0) throw new Failure(`${command.join(' ')} ended with ${exitCode}:\n${output}`)
  return stdout
}

/** A step of the rehearsal failed. */
export class Failure extends Error {}

/** The result of an operation, and its duration in seconds. */
export async function timed<Result>(task: () => Promise<Result>) {
  const start = performance.now()
  const result = await task()
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** In milliseconds. A command that takes longer hangs. */
const timeout = 600_000
