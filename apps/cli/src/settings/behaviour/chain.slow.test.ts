import { startServices } from '@recallite/test-kit'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsWorkspace } from '../__fixtures__/settings-workspace.js'
import { keyTable, type Plain } from '@recallite/settings'

type Backend = Readonly<Record<string, Plain>>
type Services = Awaited<ReturnType<typeof startServices>>

/** What the first request for vectors was like, after a note was indexed with a chain. */
async function asked(backend: Backend, services: Services, before: readonly Backend[] = []) {
  const workspace = settingsWorkspace()
  Object.assign(workspace.variables, { OPENAI_API_KEY: 'sk-usual', OTHER_KEY: 'sk-other' })
  const { openai, gemini, ollama } = services
  workspace.set({ providers: { openai, gemini, ollama }, chain: [...before, backend] })
  workspace.write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
  await workspace.run('index', join(workspace.cwd, 'notes'))
  return services.asked()[0]
}

/** Of a field: the provider of a backend, a value, and what is asked without it and with it. */
const fieldProofs: Readonly<Record<string, [provider: string, Plain, unset: object, set: object]>> = {
  provider: [
    'ollama',
    'openai',
    { provider: 'ollama', model: 'nomic-embed-text', key: undefined },
    { provider: 'openai', model: 'text-embedding-3-small' },
  ],
  model: ['ollama', 'all-minilm', { model: 'nomic-embed-text' }, { model: 'all-minilm' }],
  dimensions: ['openai', 256, { dimensions: undefined }, { dimensions: 256 }],
  apiKey: ['openai', '${OTHER_KEY}', { key: 'sk-usual' }, { key: 'sk-other' }],
}

describe('a backend of the chain', () => {
  it('has a test for every field it can have', () => {
    const fields = Object.keys(keyTable.chain.schema.item.entries)
    expect(fields.toSorted()).toEqual([...Object.keys(fieldProofs), 'baseUrl', 'documents'].toSorted())
  })

  it.each(Object.entries(fieldProofs))('A10: embeds by its %s', async (field, proof) => {
    const [provider, value, unset, set] = proof
    expect(await asked({ provider }, await startServices())).toMatchObject(unset)
    expect(await asked({ provider, [field]: value }, await startServices())).toMatchObject(set)
  })

  it('embeds after a local one that fails if documents is true', async () => {
    const broken = [{ provider: 'local', model: './none.gguf' }]
    const backend = { provider: 'openai' }
    expect(await asked(backend, await startServices(), broken)).toBeUndefined()
    const after = await asked({ ...backend, documents: true }, await startServices(), broken)
    expect(after).toMatchObject({ provider: 'openai' })
  })

  it('embeds by its baseUrl', async () => {
    const [usual, own] = [await startServices(), await startServices()]
    await asked({ provider: 'openai', baseUrl: own.openai.baseUrl }, usual)
    expect([usual.asked(), own.asked()[0]?.provider]).toEqual([[], 'openai'])
  })

  it('answers in its turn: the second where the first cannot', async () => {
    const [first, second] = [await startServices(), await startServices()]
    const workspace = settingsWorkspace()
    workspace.variables['OPENAI_API_KEY'] = 'sk-test'
    const backends = [
      { provider: 'openai', baseUrl: first.openai.baseUrl },
      { provider: 'ollama', baseUrl: second.ollama.baseUrl },
    ]
    workspace.write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
    for (const chain of [backends.toReversed(), backends]) {
      workspace.set({ chain })
      await workspace.run('index', join(workspace.cwd, 'notes'))
    }
    expect((await workspace.search('sessions')).provider).toBe('openai')
    await first.server.stop()
    const { provider, mode, degraded } = await workspace.search('sessions')
    expect([provider, mode, degraded.map(({ reason }) => reason)]).toEqual([
      'ollama',
      'hybrid',
      [expect.stringContaining('openai')],
    ])
  })
})
