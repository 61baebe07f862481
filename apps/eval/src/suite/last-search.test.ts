import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { keepLastSearch } from '../__fixtures__/keep-last-search.js'
import { readLastSearch } from './add-query.js'

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
  it('is read from the file beside the database', () => {
    const database = join(temporaryFolder(), 'main.sqlite')
    keepLastSearch(database, search)
    expect(readLastSearch(database)).toEqual(search)
  })

  it('says to search first where there is none', () => {
    const missing = { name: 'EvaluationError', code: 'LAST_SEARCH_MISSING' }
    const failure = failureOf(join(temporaryFolder(), 'main.sqlite'))
    expect(failure).toMatchObject({ ...missing, message: expect.stringMatching(/recallite search/) })
    expect(failureOf(':memory:')).toMatchObject({ ...missing, message: expect.stringMatching(/--db/) })
  })

  it('names the cause where there is one that cannot be read', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'main.sqlite.last-search.json')
    mkdirSync(file)
    const failure = failureOf(join(folder, 'main.sqlite'))
    expect(failure).toMatchObject({ name: 'EvaluationError', code: 'LAST_SEARCH_UNREADABLE' })
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
