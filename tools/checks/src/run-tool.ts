import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from './repository.js'

/** The result of a command; `output` has both streams. */
export interface ToolResult {
  exitCode: number
  stdout: string
  output: string
}

export function run(
  command: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<ToolResult> {
  const [program = '', ...args] = command
  const settings = { cwd: repositoryRoot, maxBuffer: 2 ** 28, ...options }
  return new Promise((resolve) => {
    execFile(program, args, settings, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      const reason = error?.killed === true ? '\nIt was stopped because it took too long.' : ''
      resolve({ exitCode, stdout, output: `${stdout}${stderr}${reason}` })
    })
  })
}

/** The path of a tool in the workspace's dependencies. */
export const tool = (name: string): string => join(repositoryRoot, 'node_modules', '.bin', name)
