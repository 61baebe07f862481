import { run as runTool } from '@recallite/checks/run-tool'

/**
 * Runs a command to its end and gives what it wrote to stdout.
 * @throws Failure with all that it wrote, where it ends with another status than 0
 */
export async function run(
  command: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const { exitCode, stdout, output } = await runTool(command, { ...options, timeout: longest })
  if (exitCode !== 0) throw new Failure(`${command.join(' ')} ended with ${exitCode}:\n${output}`)
  return stdout
}

/** A step of the rehearsal that did not succeed. */
export class Failure extends Error {}

/** The result of something that takes time, and how many seconds it took. */
export async function timed<Result>(task: () => Promise<Result>) {
  const start = performance.now()
  const result = await task()
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** A command that takes longer, in milliseconds, hangs. */
const longest = 600_000
