import { spawnSync } from 'node:child_process'

/**
 * Whether strace runs here and may trace; null, or why not.
 * @returns {string | null}
 */
export function straceObstacle() {
  const { status, error, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'strace is not installed'
  return status === 0 ? null : `strace may not trace: ${stderr.trim().split('\n')[0]}`
}

/**
 * A command that has a system call of the command behind it fail or be the last.
 * @param {{ call: string, effect: string, when: string, output: string }} injection `effect` such as `error=ENOSPC` or
 *   `signal=SIGKILL`; `when` as strace reads it, such as `7` or `7+`; `output` a file for the trace
 */
export function withInjection({ call, effect, when, output }) {
  return [
    'strace',
    '-f',
    '-qq',
    '-o',
    output,
    '-e',
    `trace=${call}`,
    '-e',
    `inject=${call}:${effect}:when=${when}`,
  ]
}
