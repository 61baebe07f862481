import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess, startServices } from '@recallite/test-kit'
import { expect, onTestFinished } from 'vitest'
import { builtCli } from '../../__fixtures__/run-cli.js'
import { listeningAt, startProgram } from '../../mcp/__fixtures__/served-memory.js'
import { proveSettings } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

interface Resident {
  readonly resident: { readonly pid: number; readonly idle: number | null } | null
}

/** A memory indexed with a played model, and the built program to work with it: only that can start another one. */
async function builtProgram(workspace: SettingsWorkspace) {
  const { cwd, environment, write } = workspace
  const env = environment()
  const run = (...args: string[]) => runProcess([builtCli, ...args], { cwd, env })
  write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
  await workspace.run('index', 'notes')
  const resident = async () => (await workspace.runJson<Resident>('status')).resident
  onTestFinished(async () => void (await run('serve', '--stop')))
  return { run, resident, env }
}

/** The program that a search starts; null if it starts none. */
async function startedBySearch(workspace: SettingsWorkspace) {
  const { run, resident } = await builtProgram(workspace)
  await run('search', 'sessions')
  const folder = join(workspace.home, '.recallite')
  if (!readdirSync(folder).includes('serve')) return null
  let program: Resident['resident'] = null
  await expect.poll(async () => (program = await resident()), { timeout: 60_000 }).not.toBeNull()
  return { idle: (program as Resident['resident'])?.idle }
}

async function playedModel() {
  const { ollama } = await startServices()
  return { provider: 'ollama', providers: { ollama } } as const
}

proveSettings('serve', {
  'serve.use': async (workspace) => ({
    given: { provider: 'none' },
    value: false,
    async observe() {
      const { run, env } = await builtProgram(workspace)
      await listeningAt(
        startProgram([builtCli, 'serve', '--port', '0'], {
          cwd: workspace.cwd,
          env: { ...process.env, ...env } as Record<string, string>,
        }),
      )
      return (await run('search', 'sessions', '--explain')).stderr.includes(
        'Answered by the resident program',
      )
    },
    unset: true,
    set: false,
  }),
  'serve.onDemand': async (workspace) => ({
    given: await playedModel(),
    value: true,
    observe: () => startedBySearch(workspace),
    unset: null,
    set: { idle: 900_000 },
  }),
  'serve.idle': async (workspace) => ({
    given: { ...(await playedModel()), serve: { onDemand: true } },
    value: '1m',
    observe: () => startedBySearch(workspace),
    unset: { idle: 900_000 },
    set: { idle: 60_000 },
  }),
})
