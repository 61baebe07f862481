import { onTestFinished, describe, expect, it } from 'vitest'
import { fakeOpenClaw, someFiles } from './__fixtures__/fake-openclaw.js'

async function managerOf(openclaw: ReturnType<typeof fakeOpenClaw>, purpose = 'default') {
  const { capability, config: cfg } = openclaw
  if (!capability) throw new TypeError('The plugin registered no memory.')
  onTestFinished(() => capability.runtime.closeAllMemorySearchManagers())
  const { manager, error } = await capability.runtime.getMemorySearchManager({
    cfg,
    agentId: 'main',
    purpose,
  })
  if (!manager) throw new TypeError(error)
  return manager
}

describe('the manager of an agent', () => {
  it('searches, reads, and reports its status', async () => {
    const openclaw = fakeOpenClaw({ files: someFiles })
    const manager = await managerOf(openclaw, 'cli')
    await manager.sync()
    const [hit] = await manager.search('PostgreSQL row locks', { maxResults: 3, lexicalOnly: true })
    expect(hit).toMatchObject({ path: 'memory/2026-09-01.md', source: 'memory', startLine: 1 })
    expect(await manager.search(' ')).toEqual([])
    expect(await manager.readFile({ relPath: 'memory/2026-09-01.md' })).toMatchObject({ status: 'ok' })
    expect(manager.status()).toMatchObject({
      backend: 'builtin',
      files: 2,
      workspaceDir: openclaw.workspace,
      sources: ['memory'],
      sourceCounts: [{ source: 'memory', files: 2 }],
      custom: { engine: 'recallite' },
    })
    expect(await manager.probeVectorAvailability()).toBe(true)
    expect(await manager.probeEmbeddingAvailability()).toMatchObject({ ok: false })
  })

  it('reopens the memory when the settings change, and reports why it cannot', async () => {
    const openclaw = fakeOpenClaw({ files: someFiles })
    const { capability } = openclaw
    await managerOf(openclaw, 'cli')
    const wrong = { memory: { search: { query: { minScore: 7 } } } }
    const { manager, error } =
      (await capability?.runtime.getMemorySearchManager({ cfg: wrong, agentId: 'main' })) ?? {}
    expect(manager).toBeNull()
    expect(error).toContain('query.minScore')
  })

  it('does not exist if memory is disabled, or for an invalid agent', async () => {
    const { capability } = fakeOpenClaw()
    const off = { memory: { search: { enabled: false } } }
    expect(await capability?.runtime.getMemorySearchManager({ cfg: off, agentId: 'main' })).toEqual({
      manager: null,
    })
    const wrong = await capability?.runtime.getMemorySearchManager({
      cfg: {},
      agentId: '../x',
      purpose: 'cli',
    })
    expect(wrong).toMatchObject({ manager: null, error: 'There is no agent ../x.' })
  })
})
