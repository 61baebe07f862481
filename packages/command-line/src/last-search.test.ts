import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { keepLastSearch, readLastSearch } from './last-search.js'

const place = { root: 'notes', path: 'people/ada.md' }
const search = { query: '会議 "when"', results: [place] }

function failureOf(database: string): unknown {
  try {
    return readLastSearch(database)
  } catch (error) {
    return error
  }
}

describe('the last search', () => {
  it('is kept beside the database, for its owner alone, and read again', () => {
    const database = join(temporaryFolder(), 'main.sqlite')
    keepLastSearch(database, search)
    expect(readLastSearch(database)).toEqual(search)
    const file = `${database}.last-search.json`
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, ...search })
  })

  it('is one: the next takes its place, also where the file could be read by others', () => {
    const folder = temporaryFolder()
    const database = join(folder, 'main.sqlite')
    writeFileSync(`${database}.last-search.json`, 'older', { mode: 0o644 })
    keepLastSearch(database, search)
    keepLastSearch(database, { ...search, results: [] })
    expect(readLastSearch(database).results).toEqual([])
    expect(readdirSync(folder)).toEqual(['main.sqlite.last-search.json'])
    expect(statSync(`${database}.last-search.json`).mode & 0o777).toBe(0o600)
  })

  it('holds no more of the results than where they are', () => {
    const database = join(temporaryFolder(), 'main.sqlite')
    const result = { ...place, startLine: 3, text: 'secret', score: 1 }
    keepLastSearch(database, { ...search, results: [result] })
    expect(readLastSearch(database)).toEqual(search)
    expect(readFileSync(`${database}.last-search.json`, 'utf8')).not.toMatch(/secret|startLine/u)
  })

  it('is not kept where it cannot be, without a word', () => {
    const folder = temporaryFolder()
    keepLastSearch(join(folder, 'missing/main.sqlite'), search)
    mkdirSync(join(folder, 'main.sqlite.last-search.json'))
    keepLastSearch(join(folder, 'main.sqlite'), search)
    keepLastSearch(':memory:', search)
    expect(readdirSync(folder)).toEqual(['main.sqlite.last-search.json'])
  })

  it('says to search first where there is none', () => {
    const missing = { name: 'LastSearchError', code: 'LAST_SEARCH_MISSING' }
    const failure = failureOf(join(temporaryFolder(), 'main.sqlite'))
    expect(failure).toMatchObject({ ...missing, message: expect.stringMatching(/recallite search/) })
    expect(failureOf(':memory:')).toMatchObject({ ...missing, message: expect.stringMatching(/--db/) })
  })

  it('names the cause where there is one that cannot be read', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'main.sqlite.last-search.json')
    mkdirSync(file)
    const failure = failureOf(join(folder, 'main.sqlite'))
    expect(failure).toMatchObject({ name: 'LastSearchError', code: 'LAST_SEARCH_UNREADABLE' })
    expect(failure).toMatchObject({ message: expect.stringContaining(file) })
    expect(failure).toMatchObject({ message: expect.stringMatching(/EISDIR/u), cause: { code: 'EISDIR' } })
  })

  it.each([
    '',
    'null',
    '{"version": 2, "query": "x", "results": []}',
    '{"version": 1, "results": []}',
    '{"version": 1, "query": "x", "results": {}}',
    '{"version": 1, "query": "x", "results": [{"path": "a.md"}]}',
  ])('says to search again where the file holds %j', (text) => {
    const database = join(temporaryFolder(), 'main.sqlite')
    writeFileSync(`${database}.last-search.json`, text)
    expect(failureOf(database)).toMatchObject({ code: 'LAST_SEARCH_MALFORMED' })
  })
})
