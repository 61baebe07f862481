import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { keepLastSearch } from './last-search.js'

const files = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'people/ada.md': '# Ada\n\nAda looks after sessions.\n',
}

interface SearchJson {
  readonly results: readonly { readonly root: string; readonly path: string }[]
}

function readLastSearch(database: string): SearchJson & { readonly version: number; readonly query: string } {
  return JSON.parse(readFileSync(`${database}.last-search.json`, 'utf8'))
}

async function indexed() {
  const workspace = cliWorkspace(files)
  await workspace.run('index', workspace.notes, '--provider', 'none')
  return { ...workspace, kept: `${workspace.database}.last-search.json` }
}

describe('a search', () => {
  it('is kept beside the database for its owner, with the places of its results', async () => {
    const { runJson, database, kept } = await indexed()
    const { results } = (await runJson(
      'search',
      'sessions',
      'end',
      '--provider',
      'none',
      '--threshold',
      '0',
    )) as SearchJson
    const last = readLastSearch(database)
    expect(last.query).toBe('sessions end')
    expect(last.results).toHaveLength(2)
    expect(results).toMatchObject(last.results)
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(readFileSync(kept, 'utf8')).not.toContain('900')
  })

  it('that finds nothing is kept too, one that is refused is not', async () => {
    const { run, database, kept } = await indexed()
    await run('search', 'sessions', '--provider', 'none')
    await run('search', '   ', '--provider', 'none')
    expect(readLastSearch(database).query).toBe('sessions')
    await run('search', 'zzzznothing', '--provider', 'none')
    expect(readLastSearch(database)).toMatchObject({ query: 'zzzznothing', results: [] })
    rmSync(kept)
    await run('status')
    expect(existsSync(kept)).toBe(false)
  })

  it('is answered as ever where it cannot be kept', async () => {
    const { run, kept } = await indexed()
    const before = await run('search', 'sessions', '--json', '--provider', 'none')
    rmSync(kept)
    mkdirSync(kept)
    const after = await run('search', 'sessions', '--json', '--provider', 'none')
    expect([after.exitCode, after.stderr]).toEqual([0, before.stderr])
    expect(JSON.parse(after.stdout).results).toEqual(JSON.parse(before.stdout).results)
  })
})

describe('keepLastSearch', () => {
  const place = { root: 'notes', path: 'people/ada.md' }
  const search = { query: '会議 "when"', results: [place] }

  it('holds no more of the results than where they are', () => {
    const database = join(temporaryFolder(), 'main.sqlite')
    const result = { ...place, startLine: 3, text: 'secret', score: 1 }
    keepLastSearch(database, { ...search, results: [result] })
    expect(readLastSearch(database)).toEqual({ version: 1, ...search })
  })
})
