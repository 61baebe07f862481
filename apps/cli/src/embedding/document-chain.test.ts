import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startBatchService } from './__fixtures__/batch-service.js'
import { linkAt, noteCount, notesAndDatabase, wordOf, writeNotes } from './__fixtures__/faulty-memory.js'
import { playProvider, refuse, type Fault } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'

const always =
  (status: number): Fault =>
  (ask) =>
    refuse(ask, status)

const isNote = (text: string) => text.includes('writes down what the tide')

describe('a chain whose first provider answers 500', () => {
  it('A10: embeds documents with the next one in a separate space; the first catches up when it works again, and no text is embedded twice', async () => {
    const openai = await playProvider('openai', { isFromTheFirst: true, fault: always(500) })
    const gemini = await playProvider('gemini')
    const place = notesAndDatabase()
    writeNotes(place.notes, 0, noteCount - 2)
    const chain = () => [
      linkAt(openai.server.url, { provider: 'openai', apiKey: 'sk-1' }),
      {
        ...linkAt(gemini.server.url, { provider: 'gemini', apiKey: 'gem' }),
        isUsersFallback: true,
      },
    ]
    const { memory } = await place.open(...chain())
    expect(await memory.index([place.notes])).toMatchObject({
      embedded: noteCount - 2,
      embedFailure: null,
      fallback: {
        to: 'gemini/gemini-embedding-001',
        reason: expect.stringMatching(/^openai\/text-embedding-3-small: .*500/),
      },
    })
    const during = (await memory.search(wordOf(3))).answer
    expect([during.mode, during.model, during.results[0]?.path]).toEqual([
      'hybrid',
      'gemini-embedding-001',
      `${wordOf(3)}.md`,
    ])
    writeNotes(place.notes, noteCount - 2, noteCount)
    expect(await memory.index([])).toMatchObject({ embedded: 2, embedFailure: null })
    await memory.close()

    openai.heal()
    const again = await place.open(...chain())
    expect(await again.memory.index([])).toMatchObject({ embedded: noteCount, fallback: null })
    expect((await again.memory.search(wordOf(3))).answer).toMatchObject({
      model: 'text-embedding-3-small',
      degraded: [],
    })
    for (const { requests } of [openai, gemini]) {
      const sent = requests.flat().filter(isNote)
      expect([sent.length, new Set(sent).size]).toEqual([noteCount, noteCount])
    }
    const { spaces } = await again.store.status()
    expect(spaces.map(({ vectors, pending }) => [vectors, pending])).toEqual([
      [noteCount, 0],
      [noteCount, 0],
    ])
  })
})

describe('recallite index', () => {
  const notes = { 'harbour.md': '# Harbour\n\nThe harbour is deep.\n' }

  /** OpenAI, whose key is refused, and Gemini, which works. */
  async function outage(settings: { user?: string; workspace?: string }) {
    const openai = await playProvider('openai', { isFromTheFirst: true, fault: always(401) })
    const gemini = await playProvider('gemini')
    const variables = {
      ...variablesFor('openai', openai.server.url),
      ...variablesFor('gemini', gemini.server.url),
    }
    const workspace = providerWorkspace(notes, variables)
    const { folder } = workspace
    mkdirSync(join(folder, '.recallite'), { recursive: true })
    if (settings.user !== undefined) writeFileSync(join(folder, '.recallite', 'config.yaml'), settings.user)
    if (settings.workspace !== undefined)
      writeFileSync(join(workspace.notes, '.recallite.yaml'), settings.workspace)
    const config =
      settings.workspace === undefined ? [] : ['--config', join(workspace.notes, '.recallite.yaml')]
    return { ...workspace, openai, gemini, index: ['index', workspace.notes, ...config] }
  }

  const chain = 'chain: [{ provider: openai }, { provider: gemini }]\n'

  it.each([
    ['a chain', chain],
    ['a fallback', 'provider: openai\nfallback: gemini\n'],
    ['a fallback of auto', 'fallback: gemini\n'],
  ])('uses the next provider of the user file in %s, says so, and succeeds', async (_, user) => {
    const { run, index, gemini, openai } = await outage({ user })
    const { stderr, exitCode } = await run(...index)
    expect(stderr).toMatch(
      /gemini\/gemini-embedding-001 is used instead of the first choice: openai\/text-embedding-3-small/,
    )
    expect(exitCode).toBe(0)
    expect(gemini.requests.flat().some((text) => text.includes('harbour'))).toBe(true)
    openai.heal()
    const after = await run(...index)
    expect([after.exitCode, after.stderr]).toEqual([0, expect.not.stringContaining('instead of')])
    expect(after.stdout).toContain('1 text embedded')
  })

  it.each([
    ['auto finds a second key', {}],
    ['a workspace file names a chain', { workspace: chain }],
    ['a workspace file names a fallback', { workspace: 'provider: openai\nfallback: gemini\n' }],
  ])('uses no other provider if %s', async (_, settings) => {
    const { run, index, gemini } = await outage(settings)
    expect((await run(...index)).stderr).toContain('not all have vectors')
    expect(gemini.server.requests).toEqual([])
  })

  const missing = './missing.gguf'
  const embedding = `embedding:
  primary: { type: local_gguf, model_path: ${missing}, dimensions: 768 }
  fallback_1: { type: openai, model: text-embedding-3-small, dimensions: 1536, api_key: "\${OPENAI_API_KEY}" }
  fallback_2: { type: gemini, model: gemini-embedding-001, dimensions: 768, api_key: "\${GEMINI_API_KEY}" }
`

  it.each([
    [
      'a chain',
      `chain: [{ provider: local, model: ${missing} }, { provider: openai }, { provider: gemini }]\n`,
    ],
    ['a fallback', `provider: local\nmodel: ${missing}\nfallback: gemini\n`],
    ['the names of OpenClaw', embedding],
  ])(
    'A10: sends documents and queries to the next provider of your own settings after a local model: %s',
    async (_, user) => {
      const { runJson, run, index, gemini } = await outage({ user })
      expect(await runJson(...index)).toMatchObject({
        embedded: 1,
        fallback: { to: 'gemini/gemini-embedding-001' },
      })
      expect(await runJson('search', 'harbour')).toMatchObject({ model: 'gemini-embedding-001' })
      const { stdout } = await run('status')
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
        /texts go to if it fails: .*\(gemini\/gemini-embedding-001\)/u,
      )
      const asked = gemini.server.requests.length
      expect(await runJson(...index)).toMatchObject({ embedded: 0 })
      expect(gemini.server.requests.length - asked).toBeLessThanOrEqual(1)
    },
  )

  it('says which providers were passed over after a local model, and how to allow them', async () => {
    const workspace = 'chain: [{ provider: local, model: missing }, { provider: gemini }]\n'
    const { run, index, gemini } = await outage({ workspace })
    expect((await run(...index)).stderr).toMatch(
      /there is no model missing\..*; gemini\/gemini-embedding-001: not used, .* unless your own settings name it/iu,
    )
    expect(gemini.server.requests).toEqual([])
  })

  it('A10: submits batch jobs to the next provider of the chain', async () => {
    const openai = await playProvider('openai', { isFromTheFirst: true, fault: always(401) })
    const service = await startBatchService('gemini')
    service.finish()
    const { run, notes: folder } = providerWorkspace(notes, {
      ...variablesFor('openai', openai.server.url),
      ...variablesFor('gemini', service.url),
      RECALLITE_CHAIN: '[{"provider":"openai"},{"provider":"gemini"}]',
    })
    const { stderr, exitCode } = await run('index', folder, '--batch')
    expect([stderr, exitCode]).toEqual([expect.stringContaining('instead of'), 0])
    expect(service.jobs.map((texts) => texts.length)).toEqual([1])
    expect((await run('index', '--batch')).exitCode).toBe(0)
    expect(service.jobs).toHaveLength(1)
  })
})

describe('recallite search --model with a missing model', () => {
  it('uses keyword search, says so, and has the same exit status as index', async () => {
    const played = await playProvider('openai')
    const files = { 'harbour.md': '# Harbour\n\nThe harbour is deep.\n' }
    const { run, notes } = providerWorkspace(files, variablesFor('openai', played.server.url))
    await run('index', notes, '--provider', 'openai')
    const before = played.server.requests.length
    const { stdout, stderr, exitCode } = await run('search', 'harbour', '--model', 'nomodel')
    expect([stdout, stderr]).toEqual([
      expect.stringContaining('harbour.md'),
      'vector: local/nomodel: there is no model nomodel\n',
    ])
    expect(exitCode).toBe((await run('index', '--model', 'nomodel')).exitCode)
    expect([exitCode, played.server.requests.length]).toEqual([5, before])
  })
})
