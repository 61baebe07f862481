import { spawnSync } from 'node:child_process'

/** Why strace cannot trace here. Null if it can. */
export function straceObstacle(): string | null {
  const { status, error, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'strace is not installed'
  return status === 0 ? null : `strace may not trace: ${stderr.trim().split('\n')[0]}`
}

/**
 * Makes a system call of a command fail, or its last one.
 * @param injection `effect` such as `error=ENOSPC` or `signal=SIGKILL`; `when` in strace's format, such as `7` or `7+`
 * @param output a file for the trace, with the files of the calls
 */
export function withInjection(
  { call, effect, when }: { call: string; effect: string; when: string },
  output: string,
): string[] {
  const trace = ['strace', '-f', '-qq', '-y', '-o', output, '-e', `trace=${call}`]
  return [...trace, '-e', `inject=${call}:${effect}:when=${when}`]
}
