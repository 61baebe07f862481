import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import manifest from '../openclaw.plugin.json' with { type: 'json' }
import { fakeOpenClaw, someFiles } from './__fixtures__/fake-openclaw.js'

describe('the plugin', () => {
  it('opens nothing while it registers', () => {
    const { tools, state, capability } = fakeOpenClaw({ files: someFiles })
    expect([...tools.keys()]).toEqual(['memory_search', 'memory_get'])
    expect(capability).toBeDefined()
    expect(existsSync(state)).toBe(false)
  })

  it('declares what it registers, and leaves dreaming off, so that its tools keep their names', () => {
    const both = [fakeOpenClaw(), fakeOpenClaw({ pluginConfig: { mode: 'tools' } })]
    const names = both.flatMap(({ tools }) => [...tools.keys()])
    expect(manifest.contracts.tools).toEqual(names)
    expect(manifest.kind).toBe('memory')
    expect(manifest.configSchema.properties.dreaming.default).toEqual({ enabled: false })
  })

  it('A22: answers memory_search with the fields of OpenClaw', async () => {
    const openclaw = fakeOpenClaw({ files: someFiles })
    const answer = await openclaw.call('memory_search', { query: 'who keeps the deploy key' })
    expect(answer).toMatchObject({ provider: 'none', citations: 'auto', mode: 'keyword' })
    expect(answer.results?.[0]).toMatchObject({
      path: 'MEMORY.md',
      startLine: 1,
      endLine: 4,
      source: 'memory',
      citation: 'MEMORY.md#L1-L4',
      snippet: expect.stringMatching(/violet-42[^]*Source: MEMORY\.md#L1-L4$/u),
    })
    expect(existsSync(join(openclaw.state, 'recallite/main.sqlite'))).toBe(true)
  })

  it('names no source in shared channels, and abstains if nothing matches', async () => {
    const { call } = fakeOpenClaw({ files: someFiles })
    const context = { oneShotCliRun: true, sessionKey: 'agent:main:slack:channel:c1' }
    const { results } = await call('memory_search', { query: 'deploy key' }, context)
    expect(results?.[0]?.['snippet']).not.toContain('Source:')
    const none = await call('memory_search', { query: 'breeding habits of penguins' })
    expect(none.results).toEqual([])
  })

  it('limits a search, and says which corpora are unavailable', async () => {
    const { call } = fakeOpenClaw({ files: someFiles })
    const query = 'deploy key of PostgreSQL billing'
    expect((await call('memory_search', { query, maxResults: 1 })).results).toHaveLength(1)
    expect(await call('memory_search', { query, corpus: 'wiki' })).toMatchObject({
      disabled: true,
      results: [],
    })
    const sessions = await call('memory_search', { query, corpus: 'sessions' })
    expect(sessions['error']).toContain('not enabled')
    expect((await call('memory_search', { query, corpus: 'memory', minScore: 0 })).results).toHaveLength(2)
  })

  it('returns an error message instead of failing', async () => {
    const { call } = fakeOpenClaw({ config: { memory: { search: { query: { maxResults: -1 } } } } })
    const answer = await call('memory_search', { query: 'deploy' })
    expect(answer).toMatchObject({ unavailable: true, error: expect.stringContaining('query.maxResults') })
  })

  it('reads lines, also of a new file', async () => {
    const { call, write } = fakeOpenClaw({ files: someFiles })
    const lines = await call('memory_get', { path: 'MEMORY.md', from: 3, lines: 1 })
    expect(lines).toEqual({
      status: 'ok',
      path: 'MEMORY.md',
      text: '- The deploy key is violet-42, kept by Ana.',
      from: 3,
      lines: 1,
      truncated: true,
      nextFrom: 4,
    })
    write('memory/new.md', `${'long line\n'.repeat(2000)}`)
    const long = await call('memory_get', { path: 'memory/new.md', lines: 2000 })
    expect(long).toMatchObject({ status: 'ok', truncated: true, lines: 1200 })
  })

  it('does not find a deleted file', async () => {
    const { call, workspace } = fakeOpenClaw({ files: someFiles })
    await call('memory_search', { query: 'deploy key' })
    rmSync(join(workspace, 'MEMORY.md'))
    expect(await call('memory_get', { path: 'MEMORY.md' })).toMatchObject({ status: 'not_found' })
  })

  it('reads nothing outside of the memory', async () => {
    const { call, write, workspace } = fakeOpenClaw({ files: someFiles })
    write('notes/private.md', 'not indexed')
    const secret = join(temporaryFolder(), 'secret.md')
    writeFileSync(secret, 'a secret')
    for (const path of ['notes/private.md', '../secret.md', secret, 'none.md', join(workspace, '..')]) {
      expect(await call('memory_get', { path })).toEqual({ status: 'not_found', path, text: '' })
    }
  })

  it('gives an agent no tools if memory is disabled', () => {
    const { tools, config } = fakeOpenClaw({ config: { memory: { search: { enabled: false } } } })
    expect([...tools.values()].map((create) => create({ config, agentId: 'main' }))).toEqual([null, null])
  })

  it('leaves memory_search and memory_get to memory-core in tools mode', async () => {
    const openclaw = fakeOpenClaw({ files: someFiles, pluginConfig: { mode: 'tools' } })
    // Without a runtime, OpenClaw omits MEMORY.md from the prompt.
    expect(Object.keys(openclaw.capability ?? {})).toEqual(['runtime'])
    const { results } = await openclaw.call('recallite_search', { query: 'deploy key' })
    expect(results?.[0]).toMatchObject({ path: 'MEMORY.md' })
  })
})
