import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url))
const program = join(repository, 'apps/cli/dist/bin.js')

/** Whether there is a program to run. */
export function isBuilt() {
  return existsSync(program)
}

/**
 * Runs the built program as `pnpm recallite` does: in the repository's folder, with our input and output.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit status
 */
export function runRecallite(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: repository, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
}
