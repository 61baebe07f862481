import { join } from 'node:path'
import { runProcess, type LoopbackServer, startServices } from '@recallite/test-kit'
import { expect, vi } from 'vitest'
import { builtCli } from '../../__fixtures__/run-cli.js'
import { startProgram, type Running } from '../../mcp/__fixtures__/served-memory.js'
import { settingsWorkspace } from '../../settings/__fixtures__/settings-workspace.js'
import { residentFiles } from '../resident-files.js'

const notes = {
  'notes/auth.md': '# Auth\n\n## Tokens\n\nSessions end after 900 seconds.\n',
  'notes/cars.md': '# Cars\n\nThe automobile is red and fast.\n',
  'notes/tea.md': '# Tea\n\nGreen tea wants 80 degrees.\n',
}

/** A memory indexed with a simulated model, and the built program in it. */
export async function modelWorkspace() {
  const { server, ollama, asked } = await startServices()
  const workspace = settingsWorkspace()
  const { cwd, home, environment, write } = workspace
  const settings = { provider: 'ollama', providers: { ollama } }
  workspace.set(settings)
  for (const [path, text] of Object.entries(notes)) write(path, text)
  const env = { ...(process.env as Record<string, string>), ...environment() }
  const run = (...args: string[]) => runProcess([builtCli, ...args], { cwd, env })
  const indexed = await workspace.run('index', 'notes')
  if (indexed.exitCode !== 0) throw new Error(indexed.stderr)
  const files = residentFiles(home, join(home, '.recallite/memory/main.sqlite'))
  if (!files) throw new Error('there is no database')
  const start = () => startProgram([builtCli, 'serve', '--port', '0'], { cwd, env })
  const status = () =>
    workspace.runJson<{ resident: { pid: number; unusedBecause: string | null } | null }>('status')
  /** Like `run`, but in this process, which is faster. */
  const runHere = workspace.run
  return { ...workspace, settings, server, asked, env, run, runHere, start, status, files }
}

/** Waits until a program listens. */
export async function serving({ said, ended }: Running): Promise<void> {
  const over = vi.fn<() => void>()
  void ended.then(over)
  await expect
    .poll(() => said.stderr + String(over.mock.calls.length), { timeout: 60_000 })
    .toMatch(/use this process|[1-9]$/)
  expect(said.stderr).toContain('use this process')
}

/** Waits until a program listens and has requested the vector of its first sentence. */
export async function warm(program: Running, server: LoopbackServer): Promise<void> {
  const before = server.requests.length
  await serving(program)
  await expect
    .poll(() => server.requests.length > before && server.underWay() === 0, { timeout: 30_000 })
    .toBe(true)
}
