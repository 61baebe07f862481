import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedFile } from '@recallite/test-kit'
import { findSpace } from './upkeep.js'
import { cliWorkspace, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

const space = (model: string, dimensions = 3, provider = 'openai') => ({
  provider,
  model,
  dimensions,
  promptStyle: 'plain',
})

describe('findSpace', () => {
  it.each(['small', 'openai/small', 'openai/small/3', 'openai/small/3/plain'])('finds by %s', (name) => {
    expect(findSpace(name, [space('large'), space('small')])).toEqual(space('small'))
  })

  it('requires a more specific name if several match', () => {
    const spaces = [space('small', 3), space('small', 8)]
    expect(() => findSpace('small', spaces)).toThrow(
      /Several.*openai\/small\/3\/plain, openai\/small\/8\/plain/,
    )
    expect(findSpace('openai/small/8', spaces)).toEqual(space('small', 8))
  })

  it('lists the spaces if none has this name', () => {
    expect(() => findSpace('x', [space('small')])).toThrow(/Available: openai\/small/)
    expect(() => findSpace('x', [])).toThrow(/Nothing is embedded/)
  })
})

const model = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')

const notes = {
  'car.md': '# Car\n\nThe automobile needs tyres.',
  'passwords.md': 'The gate opens with 4711.',
}

describe('recallite spaces, without spaces', () => {
  it('lists nothing, and says what to do', async () => {
    const { run, runJson } = await indexedWorkspace(notes)
    expect(await runJson('spaces')).toEqual([])
    expect((await run('spaces', 'drop', 'x')).stderr).toMatch(/no space x. Nothing is embedded/)
    expect((await run('spaces', 'drop')).stderr).toMatch(/Missing argument: 'spaces drop NAME'/)
    expect((await run('spaces', 'paint')).exitCode).toBe(2)
  })
})

describe('recallite index --dry-run', () => {
  it('writes and sends nothing, and prints what would be embedded where', async () => {
    const { notes: folder, database, run, runJson } = cliWorkspace(notes)
    const plan = await runJson('index', folder, '--dry-run', '--provider', 'openai')
    expect(schemaErrors('index-plan', plan)).toEqual([])
    expect(plan).toMatchObject({
      added: 2,
      embedding: { host: 'api.openai.com', texts: 1, secretDocuments: [{ path: 'passwords.md' }] },
    })
    expect(existsSync(database)).toBe(false)
    const { stdout } = await run('index', folder, '--dry-run', '--provider', 'openai')
    expect(stdout).toMatch(/1 text of 1 file, about \d+ tokens, .*api\.openai\.com/)
    expect(stdout).toMatch(/would not be sent.*passwords\.md/)
  })
})

describe.skipIf(model === undefined)('recallite spaces, with a local model', () => {
  it('lists the space, and drops it with its bytes', async () => {
    const { notes: folder, spawned: run } = cliWorkspace(notes)
    const runJson = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await run(...args, '--json')).stdout)
    const index = await runJson('index', folder, '--model', model ?? '')
    expect(schemaErrors('index', index)).toEqual([])
    const spaces = await runJson('spaces')
    expect(schemaErrors('spaces', spaces)).toEqual([])
    expect(spaces).toMatchObject([
      { provider: 'local', dimensions: 384, vectors: 2, pending: 0, isFilled: true },
    ])
    expect((await run('spaces')).stdout).toMatch(
      /^local\/all-MiniLM-L6-v2\.q8_0 {2}384 dimensions {2}2 vectors/,
    )
    expect((await run('spaces', 'drop', 'all-MiniLM-L6-v2.q8_0')).stderr).toMatch(/Dropped local\/all-MiniLM/)
    expect(await runJson('spaces')).toEqual([])
  })
})
