import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ProcessResult } from '@recallite/test-kit'

/** Where hosts are installed, outside of the repository, and left for the next run. */
const folder = process.env['RECALLITE_TEST_HOSTS'] ?? join(homedir(), '.cache', 'recallite-test-hosts')

const minutes = 60_000

/** Installs a host from npm, unless it is installed. Returns its program, or why there is none. */
export async function installHost(packageName: string, command: string): Promise<{ program: string } | { reason: string }> {
  const prefix = join(folder, command)
  const program = join(prefix, 'node_modules', '.bin', command)
  if (existsSync(program)) return { program }
  mkdirSync(prefix, { recursive: true })
  const words = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error', packageName]
  const { exitCode, stderr } = await runProgram('npm', words, { cwd: prefix, env: {} })
  return exitCode === 0 && existsSync(program) ? { program } : { reason: `npm cannot install ${packageName}: ${stderr.slice(-300)}` }
}

/** Runs a program without input to its end; it is killed after five minutes. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ProcessResult> {
  // The variables of pnpm and of the test runner change what npm and hosts do.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_|XDG_|CLAUDE|ANTHROPIC|OPENAI|CODEX|GEMINI)/iu.test(name))
  return new Promise((resolve) => {
    const options = { cwd, env: { ...Object.fromEntries(inherited), ...env }, timeout: 5 * minutes, killSignal: 'SIGKILL' as const }
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    child.on('error', (error) => resolve({ exitCode: null, stdout: '', stderr: error.message }))
    child.on('close', (exitCode) => resolve({ exitCode, ...output }))
  })
}
