import { startServices } from '@recallite/test-kit'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startAgent } from '../mcp/__fixtures__/served-memory.js'
import { openSqliteStore } from '@recallite/store-sqlite'
import { builtCli } from '../__fixtures__/run-cli.js'
import { database, hostileFolder, namesDatabase, secret } from './__fixtures__/hostile-folder.js'

const isBuilt = existsSync(builtCli)
const key = 'sk-CANARY-of-the-user'

type Folder = ReturnType<typeof hostileFolder>

/** A database that came with the folder and has the user's private folder as a root, with its text indexed. */
async function shipDatabase(folder: Folder): Promise<void> {
  mkdirSync(dirname(join(folder.cwd, database)), { recursive: true })
  const { exitCode, stderr } = await folder.run('index', folder.privateFolder, 'memory', '--db', database)
  if (exitCode !== 0) throw new Error(stderr)
  folder.write('.recallite.yaml', namesDatabase)
}

describe.skipIf(!isBuilt)('a database that came with a folder', () => {
  const looks = [
    ['search', 'lighthouse keeper', '--threshold', '0', '--limit', '100'],
    ['search', 'lighthouse', '--root', 'private', '--threshold', '0'],
    ['search', 'lighthouze keepr', '--threshold', '0', '--json'],
    ['get', 'private:secret.md'],
    ['get', 'secret.md'],
    ['status'],
    ['roots', '--json'],
    ['index'],
    ['doctor', '--deep'],
    ['doctor', '--repair'],
  ] as const

  it('shows nothing of roots outside the folder in any command, until the folder is trusted', async () => {
    const folder = hostileFolder()
    await shipDatabase(folder)
    const said = await folder.runAll(looks)
    expect(said).toContain('theirs.md')
    expect(said).not.toContain('keeper sleeps')
    expect(said).not.toContain(join(folder.privateFolder, 'secret.md'))
    const outside = await folder.run('index', folder.privateFolder, '--scope', 'project')
    expect([outside.exitCode, outside.stderr]).toEqual([1, expect.stringContaining('recallite trust')])
    expect((await folder.run('trust')).exitCode).toBe(0)
    // The same query finds it now, so the silence before proves something.
    expect(await folder.runAll(looks.slice(0, 1))).toContain(secret)
    expect((await folder.run('trust', '--remove')).exitCode).toBe(0)
    expect(await folder.runAll(looks.slice(0, 5))).not.toContain('keeper sleeps')
    expect(folder.isUntouched()).toBe(true)
  })

  it('serves an agent nothing of these roots', async () => {
    const folder = hostileFolder()
    await shipDatabase(folder)
    const { cwd, environment } = folder
    const client = await startAgent({ cwd, env: environment() }, '--provider', 'none')
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

  it('reaches no file through the paths of its documents', async () => {
    const folder = hostileFolder()
    const store = await openSqliteStore({ path: join(folder.cwd, database) })
    await store.putRoot({ name: 'work', path: folder.cwd })
    symlinkSync(folder.privateFolder, join(folder.cwd, 'link'))
    await store.putRoot({ name: 'linked', path: join(folder.cwd, 'link') })
    const marks = { title: 't', metadata: {}, contentHash: 'h', fingerprint: 'r', stamp: '1', readAt: 1 }
    const paths = [
      '../private/secret.md',
      folder.privateFile,
      'link/secret.md',
      'memory/../../private/secret.md',
    ]
    for (const path of paths)
      await store.writeDocuments({ put: [{ document: { root: 'work', path, ...marks }, chunks: [] }] })
    await store.writeDocuments({
      put: [{ document: { root: 'linked', path: 'secret.md', ...marks }, chunks: [] }],
    })
    await store.close()
    folder.write('.recallite.yaml', namesDatabase)
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

  it('makes the program use no service and load no model that only its spaces name', async () => {
    const { server, openai, asked } = await startServices()
    const folder = hostileFolder()
    folder.variables['OPENAI_API_KEY'] = key
    folder.set({ providers: { openai: { ...openai, dimensions: 8 } } })
    mkdirSync(dirname(join(folder.cwd, database)), { recursive: true })
    await folder.run('index', 'memory', '--db', database, '--provider', 'openai')
    const path = join(folder.cwd, database)
    const store = await openSqliteStore({ path })
    const model = folder.write('evil.gguf', 'GGUF but no model')
    const local = { provider: 'local', model: 'evil', dimensions: 2, promptStyle: 'none' }
    await store.putSpace(local, { source: `local:${model}` })
    const [text] = await store.pendingTexts(local, { limit: 1 })
    await store.putVectors(local, [{ key: text?.key ?? '', vector: new Float32Array([1, 0]) }])
    await store.close()
    folder.write('.recallite.yaml', namesDatabase)
    const before = asked().length
    expect(before).toBeGreaterThan(0)
    // The user has a key for one service and chose another one.
    folder.set({ provider: 'ollama', providers: { ollama: { baseUrl: 'http://127.0.0.1:9' }, openai } })
    const said = await folder.runAll([['search', 'lighthouse'], ['status'], ['doctor', '--offline']])
    expect(said).not.toContain('evil.gguf')
    expect(server.requests).toHaveLength(before)
    expect((await folder.run('trust')).exitCode).toBe(0)
    expect(await folder.runAll([['search', 'lighthouse', '--json']])).toContain('evil')
  })
})
