import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '@recallite/store-sqlite'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startServices } from '../settings/__fixtures__/played-services.js'
import { hostileFolder, secret } from './__fixtures__/hostile-folder.js'

const isBuilt = existsSync(builtCli)
const database = '.recallite/memory.sqlite'
const shipped = `store: { path: ${database} }\n`
const key = 'sk-CANARY-of-the-user'

type Folder = ReturnType<typeof hostileFolder>

/** A database that came with the folder, in which the user's private folder is a root and its text is indexed. */
async function shipDatabase(folder: Folder): Promise<void> {
  const { exitCode, stderr } = await folder.run('index', folder.privateFolder, 'memory', '--db', database)
  expect([exitCode, stderr]).toEqual([0, ''])
  folder.write('.recallite.yaml', shipped)
}

async function agentIn({ cwd, environment }: Folder): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const env = { ...(process.env as Record<string, string>), ...environment() }
  const transport = { command: process.execPath, args: [builtCli, 'mcp', '--provider', 'none'], cwd, env }
  await client.connect(new StdioClientTransport({ ...transport, stderr: 'pipe' }))
  onTestFinished(() => client.close())
  return client
}

describe.skipIf(!isBuilt)('a database that came with a folder', () => {
  const looks = [
    ['search', 'lighthouse keeper', '--min-score', '0', '--limit', '100'],
    ['search', 'lighthouse', '--root', 'private', '--min-score', '0'],
    ['search', 'lighthouze keepr', '--min-score', '0', '--json'],
    ['get', 'private:secret.md'],
    ['get', 'secret.md'],
    ['status'],
    ['roots', '--json'],
    ['index'],
    ['doctor', '--deep'],
    ['doctor', '--repair'],
  ] as const

  it(
    'shows nothing of the roots that lie outside, by no command, until the folder is trusted',
    { timeout: 120_000 },
    async () => {
      const folder = hostileFolder()
      await shipDatabase(folder)
      const said = await folder.runAll(looks)
      expect(said).toContain('theirs.md')
      expect(said).not.toContain('keeper sleeps')
      expect(said).not.toContain(join(folder.privateFolder, 'secret.md'))
      const outside = await folder.run('index', folder.privateFolder)
      expect([outside.exitCode, outside.stderr]).toEqual([1, expect.stringContaining('recallite trust')])
      expect((await folder.run('trust')).exitCode).toBe(0)
      // What is asked can be answered, so that the silence before was worth something.
      expect(await folder.runAll(looks.slice(0, 1))).toContain(secret)
      expect((await folder.run('trust', '--remove')).exitCode).toBe(0)
      expect(await folder.runAll(looks.slice(0, 5))).not.toContain('keeper sleeps')
      expect(folder.isUntouched()).toBe(true)
    },
  )

  it('serves an agent nothing of them', { timeout: 60_000 }, async () => {
    const folder = hostileFolder()
    await shipDatabase(folder)
    const client = await agentIn(folder)
    const found = await client.callTool({
      name: 'memory_search',
      arguments: { query: 'lighthouse keeper', minScore: 0 },
    })
    expect(JSON.stringify(found)).toContain('painted red')
    const got = await client.callTool({ name: 'memory_get', arguments: { path: 'private:secret.md' } })
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['theirs.md'])
    const read = client.readResource({ uri: 'recallite://private/secret.md' })
    await expect(read).rejects.toThrow(/no such root/u)
    expect(JSON.stringify([found, got])).not.toContain('keeper sleeps')
  })

  it('leads to no file by the paths of its documents', { timeout: 60_000 }, async () => {
    const folder = hostileFolder()
    const store = await openSqliteStore({ path: join(folder.cwd, database) })
    await store.addRoot({ name: 'work', path: folder.cwd })
    symlinkSync(folder.privateFolder, join(folder.cwd, 'link'))
    await store.addRoot({ name: 'linked', path: join(folder.cwd, 'link') })
    const marks = { title: 't', metadata: {}, contentHash: 'h', recipe: 'r', stamp: '1', readAt: 1 }
    const paths = [
      '../private/secret.md',
      folder.privateFile,
      'link/secret.md',
      'memory/../../private/secret.md',
    ]
    for (const path of paths) await store.replaceDocument({ root: 'work', path, ...marks }, [])
    await store.replaceDocument({ root: 'linked', path: 'secret.md', ...marks }, [])
    await store.close()
    folder.write('.recallite.yaml', shipped)
    for (const place of [...paths.map((path) => `work:${path}`), 'linked:secret.md']) {
      const { exitCode, stdout, stderr } = await folder.run('get', place)
      expect([place, exitCode, stdout, stderr]).toEqual([
        place,
        2,
        '',
        expect.stringContaining('PATH_OUTSIDE_ROOT'),
      ])
    }
  })

  it('has no service asked and no model loaded that only its spaces name', { timeout: 120_000 }, async () => {
    const { server, openai, asked } = await startServices()
    const folder = hostileFolder()
    folder.variables['OPENAI_API_KEY'] = key
    folder.set({ providers: { openai: { ...openai, dimensions: 8 } } })
    await folder.run('index', 'memory', '--db', database, '--provider', 'openai')
    const path = join(folder.cwd, database)
    const store = await openSqliteStore({ path })
    const model = folder.write('evil.gguf', 'GGUF but no model')
    const local = { provider: 'local', model: 'evil', dimensions: 2, promptStyle: 'none' }
    await store.addSpace(local, { source: `local:${model}` })
    const [text] = await store.pendingTexts(local, { limit: 1 })
    await store.putVectors(local, [{ key: text?.key ?? '', vector: new Float32Array([1, 0]) }])
    await store.close()
    folder.write('.recallite.yaml', shipped)
    const before = asked().length
    expect(before).toBeGreaterThan(0)
    // The user has a key of the one service, and chose another.
    folder.set({ provider: 'ollama', providers: { ollama: { baseUrl: 'http://127.0.0.1:9' }, openai } })
    const said = await folder.runAll([['search', 'lighthouse'], ['status'], ['doctor', '--offline']])
    expect(said).not.toContain('evil.gguf')
    expect(server.requests).toHaveLength(before)
    expect((await folder.run('trust')).exitCode).toBe(0)
    expect(await folder.runAll([['search', 'lighthouse', '--json']])).toContain('evil')
  })
})

describe.skipIf(!isBuilt)('a settings file that came with a folder', () => {
  it.each([
    [
      'an address',
      (url: string) => `providers: { openai: { baseUrl: ${url}/v1, dimensions: 8 } }\nprovider: openai\n`,
    ],
    [
      'an address in a chain',
      (url: string) => `chain: [{ provider: openai, baseUrl: ${url}/v1, dimensions: 8 }]\n`,
    ],
    [
      'an address of Gemini',
      (url: string) => `providers: { gemini: { baseUrl: ${url}, dimensions: 8 } }\nprovider: gemini\n`,
    ],
    [
      'an address for an agent',
      (url: string) =>
        `agents: { main: { provider: openai, providers: { openai: { baseUrl: ${url}/v1 } } } }\n`,
    ],
  ])('gives no key to %s, until the folder is trusted', { timeout: 120_000 }, async (_, file) => {
    const { server, asked } = await startServices()
    const folder = hostileFolder()
    folder.variables['OPENAI_API_KEY'] = key
    folder.variables['GEMINI_API_KEY'] = key
    folder.write('.recallite.yaml', file(server.url))
    for (const command of [['search', 'lighthouse'], ['index', 'memory'], ['status'], ['config']]) {
      const { exitCode, stderr } = await folder.run(...command)
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/SETTINGS_REFUSED/)])
      expect(stderr).toContain(`recallite trust ${folder.cwd}`)
    }
    await folder.run('doctor')
    expect(server.requests).toEqual([])
    expect((await folder.run('trust')).exitCode).toBe(0)
    await folder.run('index', 'memory')
    expect(asked().map((request) => request.key)).toContain(key)
  })

  it.each([
    ['a path', 'model: ./evil.gguf\nprovider: local\n', 'evil.gguf'],
    ['a folder of models', 'models: { path: shipped }\nmodel: evil\nprovider: local\n', 'shipped/evil.gguf'],
    ['a path in a chain', 'chain: [{ provider: local, model: ./evil.gguf }]\n', 'evil.gguf'],
    ['a folder for onnx', 'provider: onnx\nmodel: ./net\n', 'net/model.onnx'],
  ])(
    'has no model loaded that it names by %s, until the folder is trusted',
    { timeout: 60_000 },
    async (_, file, model) => {
      const folder = hostileFolder()
      folder.write(model, 'GGUF but no model')
      folder.write('.recallite.yaml', file)
      const { exitCode, stderr } = await folder.run('index', 'memory')
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`recallite trust ${folder.cwd}`)])
      expect((await folder.run('trust')).exitCode).toBe(0)
      const trusted = await folder.run('index', 'memory')
      expect(trusted.stderr).not.toContain('SETTINGS_REFUSED')
      expect(trusted.stderr).toContain('not all have vectors')
    },
  )

  it.each([
    ['the usual model', 'embeddinggemma-300M-Q8_0', 'provider: local\n'],
    ['the usual model, as a file', 'embeddinggemma-300M-Q8_0.gguf', 'provider: local\n'],
    ['a name', 'evil', 'provider: local\nmodel: evil\n'],
    ['the name of a file', 'evil.gguf', 'provider: local\nmodel: evil.gguf\n'],
    ['a name with an owner', 'org/evil', 'provider: onnx\nmodel: org/evil\n'],
  ])('takes no file of the folder for %s', { timeout: 60_000 }, async (_, model, file) => {
    const folder = hostileFolder()
    folder.write(model.startsWith('org') ? `${model}/model.onnx` : model, 'GGUF but no model')
    folder.write('.recallite.yaml', file)
    const { stderr } = await folder.run('index', 'memory')
    expect(stderr).toMatch(/there is no model|needs a model/iu)
  })

  it(
    'takes no file of the folder for a model that the user named in another place',
    { timeout: 60_000 },
    async () => {
      const folder = hostileFolder()
      folder.write('mine.gguf', 'GGUF but no model')
      folder.set({ provider: 'local', model: 'mine.gguf' })
      expect((await folder.run('index', 'memory')).stderr).toMatch(/there is no model mine\.gguf/iu)
      const typed = await folder.run('index', 'memory', '--model', 'mine.gguf')
      expect(typed.stderr).not.toMatch(/there is no model/iu)
    },
  )

  it('is not read through a link out of the folder, so that no message shows what stands elsewhere', async () => {
    const folder = hostileFolder()
    const elsewhere = join(folder.home, 'private/notes.yaml')
    writeFileSync(elsewhere, 'password-of-mine: 1\n')
    symlinkSync(elsewhere, join(folder.cwd, '.recallite.yaml'))
    const said = await folder.runAll([['search', 'x'], ['config'], ['doctor'], ['trust']])
    expect(said).toContain('is a link out of its folder')
    expect(said).not.toContain('password-of-mine')
    expect(await folder.runAll([['config', '--config', elsewhere]])).toContain('password-of-mine')
  })
})

describe.skipIf(!isBuilt)('a link that came with a folder', () => {
  const commands = [
    ['index', 'memory'],
    ['search', 'lighthouse', '--min-score', '0'],
    ['backup', 'copy.sqlite'],
    ['doctor', '--repair'],
  ] as const
  const endings = ['', '-wal', '-shm', '-journal', '.lock', '.lock-holder', '.last-search.json']

  it.each(endings.map((ending) => [`${database}${ending}`]))(
    'at %s has no other file read or written',
    { timeout: 120_000 },
    async (place) => {
      const folder = hostileFolder()
      folder.write('.recallite.yaml', shipped)
      mkdirSync(dirname(join(folder.cwd, place)), { recursive: true })
      symlinkSync(folder.privateFile, join(folder.cwd, place))
      const said = await folder.runAll(commands)
      expect(folder.isUntouched()).toBe(true)
      expect(said).not.toContain(secret)
      expect(said).not.toMatch(/\n {4}at /u)
      const isReplaced = place.endsWith('.lock-holder') || place.endsWith('.last-search.json')
      expect(said).toMatch(isReplaced ? /theirs\.md/u : /STORE_LINK|SETTINGS_REFUSED/u)
    },
  )

  it(
    'in the place of the folder of the database has nothing made elsewhere',
    { timeout: 60_000 },
    async () => {
      const folder = hostileFolder()
      folder.write('.recallite.yaml', shipped)
      symlinkSync(folder.privateFolder, join(folder.cwd, '.recallite'))
      expect(
        await folder.runAll([
          ['index', 'memory'],
          ['search', 'x'],
        ]),
      ).toContain('SETTINGS_REFUSED')
      expect(existsSync(join(folder.privateFolder, 'memory.sqlite'))).toBe(false)
    },
  )

  it.each(['memory', 'MEMORY.md'])(
    'at %s is refused, in one line that says what to do',
    { timeout: 120_000 },
    async (name) => {
      const folder = hostileFolder()
      const there = join(folder.cwd, 'inner')
      mkdirSync(there)
      writeFileSync(join(there, '.recallite.yaml'), '')
      const target = name === 'memory' ? folder.privateFolder : folder.privateFile
      symlinkSync(target, join(there, name))
      const line = `${join(there, name)} is left out: it is a link out of its folder, to ${target}. If you want that indexed, name it: recallite index ${target}\n`
      const inside = ['--config', join(there, '.recallite.yaml')]
      for (const command of [
        ['search', 'lighthouse keeper', '--min-score', '0'],
        ['search', 'keeper', '--json'],
      ]) {
        const { stdout, stderr } = await folder.run(...command, ...inside)
        expect(stderr.split(line)).toHaveLength(2)
        expect(stdout).not.toContain(secret)
      }
      expect(
        await folder.runAll([
          ['status', ...inside],
          ['doctor', ...inside],
        ]),
      ).toContain('it is a link out of its folder')
      expect(
        await folder.runAll([
          ['roots', ...inside, '--json'],
          ['get', 'secret.md', ...inside],
        ]),
      ).not.toContain(secret)
      expect(lstatSync(join(there, name)).isSymbolicLink()).toBe(true)
      expect(readFileSync(folder.privateFile, 'utf8')).toContain(secret)
    },
  )
})
