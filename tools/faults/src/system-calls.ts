import { spawnSync } from 'node:child_process'

/** Whether strace runs here and may trace; null, or why not. */
export function straceObstacle(): string | null {
  const { status, error, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'strace is not installed'
  return status === 0 ? null : `strace may not trace: ${stderr.trim().split('\n')[0]}`
}

/**
 * What has a system call of a command fail or be the last.
 * @param injection `effect` such as `error=ENOSPC` or `signal=SIGKILL`; `when` as strace reads it, such as `7` or `7+`
 * @param output a file for the trace, which names the files of the calls
 */
export function withInjection(
  { call, effect, when }: { call: string; effect: string; when: string },
  output: string,
): string[] {
  const trace = ['strace', '-f', '-qq', '-y', '-o', output, '-e', `trace=${call}`]
  return [...trace, '-e', `inject=${call}:${effect}:when=${when}`]
}
