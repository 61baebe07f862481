import { spawnSync } from 'node:child_process'

/** Whether strace runs here and may trace; null, or why not. */
export function straceObstacle(): string | null {
  const { status, error, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'strace is not installed'
  return status === 0 ? null : `strace may not trace: ${stderr.trim().split('\n')[0]}`
}

/** What runs a command and writes its system calls of a kind, and the paths of their files, into a file. */
export function withTrace(call: string, output: string): string[] {
  return ['strace', '-f', '-qq', '-y', '-o', output, '-e', `trace=${call}`]
}

/**
 * What has a system call of a command fail or be the last.
 * @param injection `effect` such as `error=ENOSPC` or `signal=SIGKILL`; `when` as strace reads it, such as `7` or `7+`
 * @param output a file for the trace
 */
export function withInjection(
  { call, effect, when }: { call: string; effect: string; when: string },
  output: string,
): string[] {
  return [...withTrace(call, output), '-e', `inject=${call}:${effect}:when=${when}`]
}
