import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'

const files = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'people/ada.md': '# Ada\n\nAda looks after sessions.\n',
}

const words = ['--provider', 'none']

async function indexed() {
  const workspace = await indexedWorkspace(files)
  const kept = `${workspace.database}.last-search.json`
  return { ...workspace, kept, lastSearch: () => JSON.parse(readFileSync(kept, 'utf8')) }
}

describe('a search', () => {
  it('is kept beside the database for its owner, with the places of its results', async () => {
    const { run, kept, lastSearch } = await indexed()
    await run('search', 'sessions end', '--threshold', '0', ...words)
    const results = ['auth.md', 'people/ada.md'].map((path) => ({ root: 'notes', path }))
    expect(lastSearch()).toEqual({ version: 1, query: 'sessions end', results })
    expect(statSync(kept).mode & 0o777).toBe(0o600)
  })

  it('that finds nothing is kept too, one that is refused is not', async () => {
    const { run, kept, lastSearch } = await indexed()
    await run('search', 'sessions', ...words)
    await run('search', '   ', ...words)
    expect(lastSearch().query).toBe('sessions')
    await run('search', 'zzzznothing', ...words)
    expect(lastSearch()).toMatchObject({ query: 'zzzznothing', results: [] })
    rmSync(kept)
    await run('status')
    expect(existsSync(kept)).toBe(false)
  })

  it('is answered as ever where it cannot be kept', async () => {
    const { run, kept } = await indexed()
    const before = await run('search', 'sessions', '--json', ...words)
    rmSync(kept)
    mkdirSync(kept)
    const after = await run('search', 'sessions', '--json', ...words)
    expect([after.exitCode, after.stderr]).toEqual([0, before.stderr])
    expect(JSON.parse(after.stdout).results).toEqual(JSON.parse(before.stdout).results)
  })
})
