import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider } from '../embedding/__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'

const sentinel = 'Xylophonequarry'
/** Beginnings of the original, folded and stemmed word; the index may store only the rest of a word. */
const traces = [sentinel, 'xylophonequarr', 'lophonequarr']

const secret = `---
tags: [${sentinel}tag]
---

# ${sentinel} title

The ${sentinel} opens at ${sentinel}s.
`

function notes(count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  return Object.fromEntries(
    numbers.map((each) => [`n${each}.md`, `# Note ${each}\n\nHarbour light ${each}.\n`]),
  )
}

function tracesIn(database: string): string[] {
  const files = ['', '-wal', '-shm']
    .map((ending) => `${database}${ending}`)
    .filter((file) => existsSync(file))
  const bytes = files.map((file) => readFileSync(file, 'latin1')).join('')
  return traces.filter((trace) => bytes.includes(trace))
}

async function indexedWorkspace(count: number) {
  const { server, requests } = await playProvider('openai')
  const files = { ...notes(count), [`${sentinel}.md`]: secret }
  const workspace = providerWorkspace(files, variablesFor('openai', server.url))
  await workspace.run('index', workspace.notes, '--provider', 'openai')
  expect(tracesIn(workspace.database)).not.toEqual([])
  const remove = () => rmSync(join(workspace.notes, `${sentinel}.md`))
  return { ...workspace, requests, remove }
}

describe('a deleted note', () => {
  it('is in no file of the database after `recallite optimise`', async () => {
    const { remove, run, runJson, database } = await indexedWorkspace(20)
    await run('optimise', '--sql')
    expect(readFileSync(database, 'latin1')).toContain('CREATE VIRTUAL TABLE chunks_fts')
    remove()
    await run('index', '--provider', 'openai')
    expect(tracesIn(database)).not.toEqual([])
    const optimised = await runJson('optimise')
    expect(schemaErrors('optimise', optimised)).toEqual([])
    expect(optimised).toMatchObject({ removedVectors: 0, postponed: null })
    expect(tracesIn(database)).toEqual([])
    const found = (await run('search', 'harbour', '--provider', 'none', '--threshold', '0')).stdout
    expect(found).toContain('Harbour light')
  })

  it('is gone after `recallite index` if many files were deleted', async () => {
    const { remove, run, database } = await indexedWorkspace(3)
    remove()
    await run('index', '--provider', 'openai')
    expect(tracesIn(database)).toEqual([])
  })

  it('leaves its vectors for a while, in case it comes back, and they are counted', async () => {
    const { remove, run, runJson, write, requests, database } = await indexedWorkspace(20)
    remove()
    await run('index', '--provider', 'openai')
    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({ spaces: [{ pending: 0, unusedVectors: 1 }] })
    const shown = (await run('status')).stdout.replace(/\s+/gu, ' ')
    expect(shown).toContain(' vectors, 0 pending, 1 from deleted texts')
    expect(schemaErrors('spaces', await runJson('spaces'))).toEqual([])
    const before = requests.length
    write(`${sentinel}.md`, secret)
    await run('index', '--provider', 'openai')
    expect(requests.slice(before).flat().join(' ')).not.toContain(sentinel)
    expect(await runJson('status')).toMatchObject({ spaces: [{ pending: 0, unusedVectors: 0 }] })
    remove()
    await run('index', '--provider', 'openai')
    const { stdout } = await run('optimise', '--drop-unused')
    expect(stdout).toMatch(/^Optimised: 1 vector of deleted texts removed, [\d.]+ MB freed/)
    expect(await runJson('status')).toMatchObject({ spaces: [{ unusedVectors: 0 }] })
    expect(tracesIn(database)).toEqual([])
  })
})
