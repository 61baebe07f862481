import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from './benchmark-error.js'
import { readMostMemory, reportingMemory } from './most-memory.js'
import { program } from './recallite.js'

/**
 * Runs the built program without a model, and measures the most memory that its process had at once, threads included.
 * @param {import('./workspace.js').Workspace} space
 * @param {readonly string[]} args
 * @param {{ stopAfter?: string }} [options] what the program prints before it is told to end; default: it ends by itself
 * @returns {Promise<{ megabytes: number, stdout: string }>}
 * @throws BenchmarkError `PROCESS_FAILED`
 */
export async function runForMemory(space, args, { stopAfter } = {}) {
  const file = space.freshPath()
  const env = { ...process.env, HOME: space.folder, ...reportingMemory(file) }
  const all = [fileURLToPath(program), ...args, '--provider', 'none', '--json']
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    if (stopAfter !== undefined && stdout.includes(stopAfter)) child.kill('SIGTERM')
  })
  const [exitCode] = await once(child, 'close')
  if (exitCode !== 0) {
    throw new BenchmarkError('PROCESS_FAILED', `recallite ${args.join(' ')} ended with ${exitCode}.`)
  }
  return { megabytes: readMostMemory(file), stdout }
}
