import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { onTestFinished } from 'vitest'
import { memoryOptions } from '../../open/open-memory.js'
import { proveSettings, type MakeProof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'
import { readSettings } from '@recallite/settings'

/** Whether each answer is one that was remembered. A program that asks once could not show it, so one memory is asked. */
async function remembers(queries: readonly string[], { write, cwd, environment }: SettingsWorkspace) {
  write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
  const { settings } = await readSettings({ cwd, variables: environment() })
  const store = await openSqliteStore({ path: ':memory:' })
  const memory = createMemory({ store, ...memoryOptions(settings) })
  onTestFinished(() => memory.close())
  await memory.index([`${cwd}/notes`])
  const seen = new Set<unknown>()
  const remembered: boolean[] = []
  for (const query of queries) {
    const { results } = (await memory.search(query)).answer
    remembered.push(seen.has(results))
    seen.add(results)
  }
  return remembered
}

const enabled: MakeProof = (workspace) => ({
  value: false,
  observe: () => remembers(['sessions', 'sessions'], workspace),
  unset: [false, true],
  set: [false, false],
})

const maxEntries: MakeProof = (workspace) => ({
  value: 1,
  observe: () => remembers(['sessions', 'seconds', 'sessions'], workspace),
  unset: [false, false, true],
  set: [false, false, false],
})

proveSettings('cache', { 'cache.enabled': enabled, 'cache.maxEntries': maxEntries })
