import { describe, expect, it } from 'vitest'
import { fakeOpenClaw, someFiles } from './__fixtures__/fake-openclaw.js'

const store = { fts: { tokenizer: 'trigram' } }

describe('openclaw memory', () => {
  it('indexes, searches, and shows the status', async () => {
    const { run, state } = fakeOpenClaw({ files: someFiles, config: { memory: { search: { store } } } })
    expect(await run('memory', 'index')).toMatch(/^main: 2 files, 2 chunks, 0 texts embedded in [\d.]+ s\n$/u)
    expect(await run('memory', 'index', '--force')).toMatch(/^main: 2 files/u)
    expect(await run('memory', 'search', 'deploy key')).toMatch(/^0\.\d+ MEMORY\.md#L1-L4\n  # Memory\n/u)
    expect(await run('recallite', 'search', '--query', 'penguins')).toBe('No matches.\n')
    const json = await run('memory', 'search', 'deploy key', '--json', '--max-results', '1')
    expect(JSON.parse(json)).toMatchObject({ results: [{ path: 'MEMORY.md' }] })
    const status = await run('memory', 'status', '--deep')
    expect(status).toContain(`database: ${state}`)
    expect(status).toContain('ignored: memory.search.store.fts.tokenizer: all scripts are indexed')
  })

  it('covers every agent', async () => {
    const config = { agents: { entries: { ana: {}, ben: {} } } }
    const { run } = fakeOpenClaw({ files: someFiles, config })
    const states = JSON.parse(await run('memory', 'status', '--index', '--json')) as { agentId: string }[]
    expect(states.map(({ agentId }) => agentId)).toEqual(['ana', 'ben'])
    expect(await run('memory', 'index', '--agent', 'ben')).toMatch(/^ben: /u)
  })

  it('replaces the commands of memory-core if OpenClaw loads it as well', async () => {
    const { run } = fakeOpenClaw({ files: someFiles, hasMemoryCore: true })
    expect(await run('memory', 'search', 'deploy key')).toContain('MEMORY.md#L1-L4')
    expect(await run('memory', 'promote')).toBe('')
  })

  it('rejects invalid arguments', async () => {
    const { run } = fakeOpenClaw()
    await expect(run('memory', 'search')).rejects.toThrow('Pass a query')
    await expect(run('memory', 'search', 'a', '--max-results', 'many')).rejects.toThrow(
      'many is not a number',
    )
  })
})
