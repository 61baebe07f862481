import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from './benchmark-error.js'
import { runTimed } from './run-timed.js'

/** The built program. */
export const program = new URL('../../../apps/cli/dist/bin.js', import.meta.url)

/**
 * Runs the built program without a model, as `runProgram` does.
 * @param {import('./workspace.js').Workspace} space
 * @param {readonly string[]} args
 * @param {readonly string[]} [flags] of `node`
 */
export function recallite(space, args, flags) {
  return runProgram(space, [...args, '--provider', 'none'], flags)
}

/**
 * Runs the built program, as a process of its own, and reads its JSON.
 * @param {import('./workspace.js').Workspace} space
 * @param {readonly string[]} args
 * @param {readonly string[]} [flags] of `node`
 * @returns {Promise<{ milliseconds: number, answer: any }>}
 * @throws BenchmarkError `NOT_BUILT`, `PROCESS_FAILED`
 */
export async function runProgram(space, args, flags = []) {
  if (!existsSync(program)) {
    throw new BenchmarkError('NOT_BUILT', 'The program is not built. Build it: pnpm build')
  }
  const all = [...flags, fileURLToPath(program), ...args, '--json']
  const { milliseconds, stdout } = await runTimed(all, { home: space.folder })
  return { milliseconds, answer: JSON.parse(stdout) }
}
