import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { runHere } from '../__fixtures__/run-here.js'
import {
  connectHttp,
  headersIn,
  listeningAt,
  startAgent,
  startProgram,
} from '../mcp/__fixtures__/served-memory.js'

const files = {
  'client-a/MEMORY.md': '# Client A\n\nThe zephyranthes contract of Ada ends in May.\n',
  'client-a/memory/people.md': '# People\n\nAda signs the contract.\n',
  'client-a/src/main.ts': 'export {}\n',
  'client-b/memory/deal.md': '# Client B\n\nThe quixotical contract of Bob ends in June.\n',
  'notes/plan.md': '# Plan\n\nThe marmalade contract is mine.\n',
  'elsewhere/readme.txt': 'nothing\n',
}

/** Paths of memories other than that of client A. */
const otherPlaces = ['memory/deal.md', 'client-b:memory/deal.md', 'notes:plan.md']

const marks = { a: 'zephyranthes', b: 'quixotical', own: 'marmalade' }

/** A user with two projects and an indexed folder of notes. */
async function twoProjects() {
  const home = realpathSync(temporaryFolder())
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const env = { HOME: home, NO_COLOR: '1', FORCE_COLOR: '', RECALLITE_PROVIDER: 'none' }
  const run = (folder: string, ...args: string[]) => runHere(args, { cwd: join(home, folder), env })
  const search = async (folder: string, ...args: string[]) =>
    JSON.parse((await run(folder, 'search', 'contract', '--threshold', '0', '--json', ...args)).stdout)
  expect((await run('elsewhere', 'index', join(home, 'notes'))).exitCode).toBe(0)
  return { home, env, run, search }
}

/** The memories that a text mentions. */
function told(output: unknown): string[] {
  const text = JSON.stringify(output)
  return Object.entries(marks).flatMap(([name, mark]) => (text.includes(mark) ? [name] : []))
}

describe('two projects of one user', () => {
  it('A1: each search uses its own project, and says so', async () => {
    const { home, run, search } = await twoProjects()
    const [a, b] = [await search('client-a'), await search('client-b')]
    expect([told(a), told(b)]).toEqual([['a'], ['b']])
    const ofA = { scope: 'project', project: join(home, 'client-a'), roots: ['client-a'], kinds: ['file'] }
    expect(a.searched).toEqual(ofA)
    // Also once both exist.
    expect(told(await search('client-a'))).toEqual(['a'])
    expect(told(await search('client-a/src'))).toEqual(['a'])
    const { stdout } = await run('client-b', 'search', 'contract', '--explain')
    expect(stdout.replaceAll(/\n {2}/gu, ' ')).toMatch(
      /^Searched the memory of the project .*client-b \(client-b\)\n/,
    )
    const { stderr } = await run('client-b', 'search', 'zeppelin')
    expect(stderr).toMatch(/^Nothing found in the memory of the project .*client-b \(client-b\)\. /)
    const databases = readdirSync(join(home, '.recallite/memory/projects'))
    expect(databases.map((name) => name.replace(/-[0-9a-f]{12}$/, '')).toSorted()).toEqual([
      'client-a',
      'client-b',
    ])
  })

  it("the user's own memory answers outside of projects, and inside only with a flag", async () => {
    const { search, run } = await twoProjects()
    await search('client-a')
    const own = await search('elsewhere')
    expect(told(own)).toEqual(['own'])
    expect(own.searched).toEqual({ scope: 'user', project: null, roots: ['notes'], kinds: ['file'] })
    expect(told(await search('client-a', '--scope', 'user'))).toEqual(['own'])
    expect(told(await search('client-a'))).toEqual(['a'])
    const { stderr } = await run('client-b', 'search', 'marmalade')
    expect(stderr).toContain('--scope user searches your own memory')
  })

  it("folders that are indexed inside a project join the user's memory, or with a flag the project's", async () => {
    const { home, search, run } = await twoProjects()
    writeFileSync(join(home, 'elsewhere/more.md'), 'Another marmalade contract.\n')
    const indexed = await run('client-a', 'index', join(home, 'elsewhere'))
    expect(indexed.stderr).toContain('These folders are now in your own memory, ')
    expect(told(await search('client-a'))).toEqual(['a'])
    expect((await search('elsewhere')).searched.roots).toEqual(['elsewhere', 'notes'])
    const shared = await run('client-b', 'index', join(home, 'notes'), '--scope', 'project')
    expect(shared.stderr).toBe('')
    expect(told(await search('client-b'))).toEqual(['b', 'own'])
  })

  it('status, roots, get and spelling correction do not see the other project', async () => {
    const { home, run, search } = await twoProjects()
    await search('client-a')
    await search('client-b')
    const status = JSON.parse((await run('client-a', 'status', '--json')).stdout)
    expect(status).toMatchObject({ scope: 'project', project: join(home, 'client-a'), files: 2 })
    expect((await run('client-a', 'roots')).stdout).toBe(`client-a  ${join(home, 'client-a')}\n`)
    for (const place of otherPlaces) {
      const { exitCode, stdout } = await run('client-a', 'get', place)
      expect([exitCode, stdout]).toEqual([1, ''])
    }
    expect((await run('client-b', 'get', 'memory/deal.md')).stdout).toContain(marks.b)
    const misspelled = await run('client-a', 'search', 'quixoticall', '--json')
    expect(JSON.parse(misspelled.stdout)).toMatchObject({ corrections: [], results: [] })
    const corrected = await run('client-b', 'search', 'quixoticall', '--json')
    expect(JSON.parse(corrected.stdout).corrections).toHaveLength(1)
  })

  it('a server serves the memory of its start, over stdio and HTTP', async () => {
    const { home, env, search } = await twoProjects()
    await search('client-b')
    const environment = { ...(process.env as Record<string, string>), ...env }
    const cwd = join(home, 'client-a')
    const stdio = await startAgent({ cwd, env })
    const http = startProgram([builtCli, 'serve', '--port', '0'], { cwd, env: environment })
    const overHttp = await connectHttp({ url: await listeningAt(http), headers: headersIn(home) })
    for (const client of [stdio, overHttp.client]) {
      const query = { query: 'contract', minScore: 0 }
      const found = await client.callTool({ name: 'memory_search', arguments: query })
      expect(told(found)).toEqual(['a'])
      expect(found.structuredContent).toMatchObject({ searched: { project: cwd, roots: ['client-a'] } })
      expect(JSON.stringify(found.content)).toContain('Searched: the memory of the project')
      for (const path of [...otherPlaces, '../client-b/memory/deal.md']) {
        const got = await client.callTool({ name: 'memory_get', arguments: { path } })
        expect([got.isError, told(got)]).toEqual([true, []])
      }
      const { resources } = await client.listResources()
      expect(resources.map(({ name }) => name).toSorted()).toEqual(['MEMORY.md', 'memory/people.md'])
      for (const { uri } of resources) {
        const other = uri.replaceAll('client-a', 'client-b').replace(/[^/]*\.md$/, 'deal.md')
        await expect(client.readResource({ uri: other })).rejects.toThrow(/no such|no document/iu)
      }
    }
  })
})

describe('a long-running program', () => {
  it('waits for the memory of its folder if the user has none, and never adds it to the user’s memory', async () => {
    const home = realpathSync(temporaryFolder())
    const folder = join(home, 'fresh')
    mkdirSync(folder)
    const client = await startAgent({ cwd: folder, env: { HOME: home, RECALLITE_PROVIDER: 'none' } })
    const ask = () =>
      client.callTool({ name: 'memory_search', arguments: { query: 'zeppelin', minScore: 0 } })
    expect((await ask()).structuredContent).toMatchObject({ results: [], searched: { project: folder } })
    writeFileSync(join(folder, 'MEMORY.md'), 'The zeppelin lands at noon.\n')
    await expect.poll(async () => JSON.stringify(await ask())).toContain('lands at noon')
    expect(readdirSync(join(home, '.recallite/memory'))).toEqual(['projects'])
  })
})
