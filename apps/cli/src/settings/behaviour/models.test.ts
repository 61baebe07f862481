import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createMemory, backendFor, type EmbeddingBackend } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { memoryOptions } from '../../open/open-memory.js'
import { proveSettings } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'
import { readSettings } from '@recallite/settings'

/** A model whose vectors say nothing, and how often it was let go of. */
function createIdleModel() {
  let freed = 0
  const model: EmbeddingModel = {
    identity: { provider: 'test', model: 'idle', dimensions: 2, promptStyle: 'plain' },
    maxBatchItems: 8,
    maxBatchTokens: 8000,
    embed: async ({ texts }) => texts.map((text) => Float32Array.of(1, text.length)),
    dispose: async () => void (freed += 1),
  }
  const link: EmbeddingBackend = { ...backendFor(model), isInHand: false, open: async () => model }
  return { link, freed: () => freed }
}

/** How often a program that lives long lets go of its model while nobody asks. No other could show it. */
async function lettingGo({ cwd, environment, write }: SettingsWorkspace): Promise<number> {
  write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
  const { settings } = await readSettings({ cwd, variables: environment() })
  const { link, freed } = createIdleModel()
  const store = await openSqliteStore({ path: ':memory:' })
  const memory = createMemory({ store, models: [link], ...memoryOptions(settings, { livesLong: true }) })
  await memory.index([join(cwd, 'notes')])
  await setTimeout(1000)
  const count = freed()
  await memory.close()
  return count
}

proveSettings('models', {
  'models.path': ({ home, write, run, runJson }) => ({
    given: { provider: 'local', model: 'mine' },
    value: '~/elsewhere',
    shown: join(home, 'elsewhere'),
    async observe() {
      write(join(home, '.recallite/models/theirs.gguf'), 'GGUF')
      write(join(home, 'elsewhere/mine.gguf'), 'GGUF')
      write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
      const { models } = await runJson<{ models: { name: string }[] }>('models')
      const { stderr } = await run('index', 'notes')
      return [models.map(({ name }) => name), stderr.includes('There is no model mine')]
    },
    unset: [['theirs'], true],
    set: [['mine'], false],
  }),
  'models.idle': (workspace) => ({
    value: '200ms',
    observe: () => lettingGo(workspace),
    unset: 0,
    set: 1,
  }),
})
