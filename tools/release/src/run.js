import { run as runTool } from '@recallite/checks/run-tool'

/**
 * Runs a command to its end and gives what it wrote to stdout.
 * @param {readonly string[]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 * @throws Failure with all that it wrote, where it ends with another status than 0
 */
export async function run(command, options) {
  const { exitCode, stdout, output } = await runTool(command, { ...options, timeout: longest })
  if (exitCode !== 0) throw new Failure(`${command.join(' ')} ended with ${exitCode}:\n${output}`)
  return stdout
}

/** A step of the rehearsal that did not succeed. */
export class Failure extends Error {}

/**
 * The result of something that takes time, and how many seconds it took.
 * @template Result
 * @param {() => Promise<Result>} task
 */
export async function timed(task) {
  const start = performance.now()
  const result = await task()
  return { result, seconds: (performance.now() - start) / 1000 }
}

/** A command that takes longer, in milliseconds, hangs. */
const longest = 600_000
