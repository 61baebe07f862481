import { spawn } from 'node:child_process'
import { BenchmarkError } from './benchmark-error.js'

/**
 * Runs `node` with the given arguments to its end, from the start of the process on.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, home?: string, node?: string, env?: Record<string, string> }} [options] `home` is where the process
 * keeps what is its user's, `node` another Node to run it by, `env` what it gets besides
 * @returns {Promise<{ milliseconds: number, stdout: string }>}
 * @throws BenchmarkError `PROCESS_FAILED`
 */
export function runTimed(args, { cwd, home, node = process.execPath, env: more = {} } = {}) {
  const env = { ...process.env, ...(home === undefined ? {} : { HOME: home }), ...more }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('error', reject)
    child.on('close', (exitCode) => {
      const milliseconds = performance.now() - started
      if (exitCode === 0) resolve({ milliseconds, stdout })
      else
        reject(
          new BenchmarkError('PROCESS_FAILED', `node ${args.join(' ')} ended with ${exitCode}: ${stderr}`),
        )
    })
  })
}
