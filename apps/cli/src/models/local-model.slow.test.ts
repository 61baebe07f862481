import { copyFileSync, cpSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { SearchAnswer } from '@recallite/core'
import { repositoryRoot, sharedFile } from '@recallite/test-kit'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

/** A model next to the checkout, never in it; without it these tests are skipped. */
const miniLm = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')

// A busy machine may take more than a minute.
vi.setConfig({ testTimeout: 300_000 })

interface Answer {
  readonly mode: string
  readonly model: string | null
  readonly degraded: readonly { readonly retriever: string; readonly reason: string }[]
  readonly results: SearchAnswer['results']
}

/** The example memory, indexed with a copy of the model that a test may damage. */
async function exampleMemory(part: string) {
  const workspace = cliWorkspace({})
  const model = join(workspace.folder, 'model.gguf')
  copyFileSync(miniLm ?? '', model)
  const from = join(repositoryRoot, 'examples/memory')
  cpSync(join(from, part), join(workspace.notes, part), { recursive: true })
  // A model runs in a separate process, which only the built program can start.
  const { spawned: run, spawnedJson: runJson } = workspace
  const indexed = await runJson('index', workspace.notes, '--model', model)
  const search = async (...args: string[]) => (await runJson('search', ...args)) as Answer
  return { ...workspace, run, runJson, model, indexed, search }
}

describe.skipIf(!miniLm)('with a local model (needs all-MiniLM-L6-v2.q8_0.gguf next to the checkout)', () => {
  it('finds text that shares no word with the query, keeps medium cosines, and remembers the model', async () => {
    const { search, indexed, runJson } = await exampleMemory('memory/decisions')
    expect(indexed).toMatchObject({ files: 6 })
    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({
      spaces: [{ provider: 'local', model: 'model', dimensions: 384, pending: 0 }],
      unreadableScripts: ['Han', 'Hiragana', 'Hangul', 'Cyrillic', 'Arabic', 'Devanagari'],
      degraded: [],
    })
    const answer = await search('user login security')
    expect(schemaErrors('search', answer)).toEqual([])
    expect([answer.mode, answer.model, answer.degraded]).toEqual(['hybrid', 'model', []])
    const wordless = answer.results.filter(({ contributions }) =>
      contributions.some(({ source, raw }) => source === 'keyword' && raw === 0),
    )
    expect(wordless.length).toBeGreaterThan(0)
    expect(answer.results.map(({ path }) => path)).toContain('memory/decisions/auth-server-sessions.md')

    // The best chunk has a cosine of 0.43; 0.31 reaches the threshold in any collection.
    const { results: byVectors } = await search('user login security', '--text-weight', '0')
    const cosines = byVectors.map(({ contributions }) => contributions[0]?.raw ?? Number.NaN)
    expect(Math.max(...cosines)).toBeGreaterThan(0.38)
    expect(Math.max(...cosines)).toBeLessThan(0.5)
    // The note in force precedes the one that it supersedes.
    expect(byVectors.slice(0, 2)).toMatchObject([
      { path: 'memory/decisions/auth-signed-tokens.md' },
      { path: 'memory/decisions/auth-server-sessions.md', weak: false, status: 'superseded' },
    ])
  })

  it('uses keyword search, with the reason in one line, if the model file is truncated, noise, or gone', async () => {
    const { search, run, model } = await exampleMemory('memory/reference')
    const harms: [string, () => void][] = [
      ['cut short', () => truncateSync(model, Math.floor(statSync(model).size / 2))],
      ['noise', () => writeFileSync(model, Buffer.alloc(4096, 7))],
      ['gone', () => rmSync(model)],
    ]
    for (const [harm, apply] of harms) {
      apply()
      const answer = await search('E4042')
      expect([harm, answer.mode, answer.results[0]?.path]).toEqual([
        harm,
        'keyword',
        'memory/reference/api-and-configuration.md',
      ])
      expect(answer.degraded).toEqual([
        { retriever: 'vector', reason: expect.stringContaining('model.gguf') },
      ])
      const { stderr, exitCode } = await run('search', 'E4042')
      expect([exitCode, stderr.trim().split('\n').length]).toEqual([0, 1])
    }
  })
})
