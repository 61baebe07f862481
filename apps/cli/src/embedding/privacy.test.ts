import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { playProvider } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'
import { hasSecret, secrets } from './__fixtures__/secrets.js'

const notesOfTwo = {
  'harbour.md': '# Harbour\n\nThe harbour is deep.\n',
  'mountain.md': '# Mountain\n\nThe mountain is high.\n',
}

/** Notes, and a simulated OpenAI whose key is in the environment. */
async function tempted(files: Readonly<Record<string, string>> = notesOfTwo) {
  const played = await playProvider('openai')
  const workspace = providerWorkspace(files, variablesFor('openai', played.server.url))
  return { ...workspace, played, host: new URL(played.server.url).host }
}

describe('recallite index --dry-run', () => {
  it('counts only pending texts, and does not change the index', async () => {
    const { run, runJson, notes, write, played } = await tempted()
    await run('index', notes, '--provider', 'openai')
    const before = played.server.requests.length
    write('valley.md', '# Valley\n\nThe valley is wide.\n')
    expect(await runJson('index', '--provider', 'openai', '--dry-run')).toMatchObject({
      added: 1,
      embedding: { files: 1, texts: 1 },
    })
    expect(await runJson('status')).toMatchObject({ files: 2, spaces: [{ vectors: 2, pending: 0 }] })
    expect(played.server.requests).toHaveLength(before)
  })
})

describe('an upload', () => {
  it('is announced before its first document, with host and amount, but not without an upload', async () => {
    const { run, runJson, notes, write, played, host } = await tempted()
    /** Texts and requests that the provider has seen since the last look. */
    let seen = 0
    const sent = () => {
      const fresh = played.server.requests.slice(seen)
      seen += fresh.length
      const texts = fresh.flatMap(({ body }) => (JSON.parse(body) as { input: string[] }).input)
      return { texts: texts.length, requests: fresh.length }
    }
    const first = await run('index', notes, '--provider', 'openai')
    sent()
    expect(first.stderr).toMatch(
      new RegExp(`^Sending 2 texts of 2 files, about \\d+,?\\d* tokens, to ${host} `),
    )
    expect(first.stdout).toContain('2 texts embedded in 1 request,')
    expect((await run('index', notes, '--provider', 'openai')).stderr).toBe('')
    expect(sent()).toEqual({ texts: 0, requests: 0 })
    write('valley.md', '# Valley\n\nThe valley is wide.\n')
    const report = await runJson('index', '--provider', 'openai')
    expect(report).toMatchObject({ embedded: 1, embedRequests: 1 })
    expect(sent()).toEqual({ texts: 2, requests: 2 })
  })

  it('is announced for each new provider', async () => {
    const { start, notes } = await tempted()
    const gemini = await playProvider('gemini')
    await start(['index', notes, '--provider', 'openai'])
    const { stderr } = await start(
      ['index', notes, '--provider', 'gemini'],
      variablesFor('gemini', gemini.server.url),
    )
    expect(stderr).toContain(`to ${new URL(gemini.server.url).host} for embedding with gemini/`)
  })

  it('omits texts that look like secrets, says so, and finds them by keyword search', async () => {
    const { run, runJson, notes, played } = await tempted({
      ...notesOfTwo,
      'access.md': '# Access\n\nThe token is ghp_0123456789abcdefghijABCDEFGHIJ456789.\n',
      'credentials.md': '# Credentials\n\nThe gardener keeps them under the stone.\n',
      'server.md': '# Server\n\npassword: x7Kq9mP2vL4tR8wZ3nB6\n',
      'key.md': '# Key\n\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n',
    })
    const { stderr } = await run('index', notes, '--provider', 'openai')
    expect(stderr).toContain('Sending 2 texts of 2 files, about ')
    const secret = ['access.md', 'credentials.md', 'server.md', 'key.md']
    for (const name of secret) expect(stderr).toMatch(new RegExp(`not sent.*:${name}`))
    const bodies = played.server.requests.map(({ body }) => body).join('\n')
    expect(bodies).not.toMatch(/ghp_|gardener|x7Kq9|b3Blb/)
    const { results } = (await runJson('search', 'gardener')) as { results: { path: string }[] }
    expect(results[0]?.path).toBe('credentials.md')
  })
})

describe('a secret', () => {
  it('is sent to no provider by any command, as a document or as a query', async () => {
    const files = secrets.map((secret, number) => [
      `n${number}.md`,
      `# Note ${number}\n\nKeep ${secret} safe.\n`,
    ])
    const { run, notes, folder, played } = await tempted({ ...notesOfTwo, ...Object.fromEntries(files) })
    const by = ['--provider', 'openai']
    await run('index', notes, ...by)
    await run('remember', 'The harbour is open until nine.', ...by)
    const importFile = join(folder, 'records.jsonl')
    writeFileSync(
      importFile,
      secrets.map((secret) => JSON.stringify({ content: `Imported ${secret}` })).join('\n'),
    )
    await run('import', importFile, ...by)
    for (const secret of secrets) {
      const runs = [
        await run('remember', `Remember ${secret}`, ...by),
        await run(
          'remember',
          'The valley is wide.',
          '--summary',
          `About ${secret}`,
          '--allow-duplicate',
          ...by,
        ),
        await run('recall', `find ${secret}`, ...by),
        await run('search', `find ${secret}`, ...by),
        await run('search', `harbour ${secret}`, '--json', ...by),
        await run('why', `find ${secret}`, 'harbour.md', ...by),
      ]
      expect(runs.map(({ exitCode }) => exitCode)).toEqual(runs.map(() => 0))
    }
    const sent = played.server.requests.map(({ body }) => body)
    expect(sent.length).toBeGreaterThan(3)
    expect(sent.filter(hasSecret)).toEqual([])
    const found = await run('search', secrets[0] ?? '', ...by)
    expect(found.stdout).toContain('n0.md')
    expect(found.stderr).toContain('not asked, because the query looks like a secret')
  }, 120_000)
})

describe('texts stay on this machine', () => {
  const brokenModel = (folder: string): string => {
    const models = join(folder, '.recallite', 'models')
    mkdirSync(models, { recursive: true })
    const file = join(models, 'embeddinggemma-300M-Q8_0.gguf')
    writeFileSync(file, 'GGUF, but broken')
    return file
  }

  it('with --provider local, with any keys and any failure of the model', async () => {
    const { run, notes, folder, played } = await tempted()
    const none = await run('index', notes, '--provider', 'local')
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      expect.stringContaining('--provider local needs a model'),
    ])
    const model = brokenModel(folder)
    const broken = await run('index', notes, '--provider', 'local', '--model', model)
    expect(broken.stderr).toContain('not all have vectors')
    const search = await run('search', 'harbour', '--provider', 'local', '--model', model)
    expect([search.exitCode, search.stdout.includes('harbour.md')]).toEqual([0, true])
    expect(played.server.requests).toEqual([])
  })

  it('with auto, if a local model exists but is broken', async () => {
    const { run, notes, folder, played } = await tempted()
    brokenModel(folder)
    const { stderr } = await run('index', notes)
    expect(stderr).toContain('embeddinggemma')
    await run('search', 'harbour')
    expect(played.server.requests).toEqual([])
  })

  it('with --offline, for indexing and for searching; both say why', async () => {
    const { run, runJson, notes, write, played } = await tempted()
    const first = await run('index', notes, '--offline')
    expect(first.exitCode).toBe(0)
    expect(played.server.requests).toEqual([])
    await run('index', '--provider', 'openai')
    const before = played.server.requests.length
    write('valley.md', '# Valley\n\nThe valley is wide.\n')
    await run('index', '--offline')
    await run('index', '--offline', '--provider', 'openai')
    expect(await runJson('search', 'valley', '--offline', '--provider', 'openai')).toMatchObject({
      mode: 'keyword',
      degraded: [{ retriever: 'vector', reason: expect.stringContaining('offline') as string }],
    })
    expect(played.server.requests).toHaveLength(before)
  })
})
