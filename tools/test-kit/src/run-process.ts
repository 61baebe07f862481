import { spawn } from 'node:child_process'

/** The result of a process. `exitCode` is null if a signal ended it. */
export interface ProcessResult {
  exitCode: number | null
  stdout: string
  stderr: string
}

/** Runs `node` with the given arguments to its end. */
export function runProcess(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, ...output }))
    child.stdin.end(options.input ?? '')
  })
}
