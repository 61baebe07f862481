import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { jsonLines, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { addQuery } from './add-query.js'
import { findSuiteFolder, readSuite } from './read-suite.js'

function newQuery(text: string) {
  return { text, kind: 'added', note: '', expected: ['auth.md'] }
}

function addedIn(folder: string): (readonly [id: string, text: string])[] {
  const { queries } = readSuite(folder)
  return queries.slice(3).map(({ id, text }) => [id, text])
}

/** The lock of a process that adds a query. */
function lockOf(folder: string): string {
  const lock = join(folder, 'queries.jsonl.lock')
  writeFileSync(lock, String(process.pid))
  return lock
}

describe('addQuery', () => {
  it('waits for another process that adds a query, and then adds to its result', async () => {
    const folder = writeFiles(notesSuite)
    const lock = lockOf(folder)
    const theirs = { id: 'added-1', text: 'theirs', kind: '', relevant: [] }
    const adding = addQuery(folder, newQuery('ours'))
    appendFileSync(join(folder, 'queries.jsonl'), jsonLines([theirs]))
    rmSync(lock)
    expect(await adding).toMatchObject({
      suite: 'notes',
      query: { id: 'added-2', text: 'ours' },
    })
    expect(addedIn(folder)).toEqual([
      ['added-1', 'theirs'],
      ['added-2', 'ours'],
    ])
    expect(readdirSync(folder).toSorted()).toEqual(['corpus', 'queries.jsonl', 'suite.yaml'])
  })

  it('rejects a query that another process has just added', async () => {
    const folder = writeFiles(notesSuite)
    const lock = lockOf(folder)
    const adding = addQuery(folder, newQuery('who pays'))
    rmSync(lock)
    await addQuery(folder, newQuery('who pays'))
    await expect(adding).rejects.toMatchObject({ code: 'SUITE_DUPLICATE' })
    expect(addedIn(folder)).toEqual([['added-1', 'who pays']])
    expect(existsSync(lock)).toBe(false)
  })

  it('loses none of many concurrent queries', async () => {
    const folder = writeFiles(notesSuite)
    const texts = Array.from({ length: 12 }, (_, index) => `question ${index}`)
    await Promise.all(texts.map((text) => addQuery(folder, newQuery(text))))
    expect(addedIn(folder).map(([, text]) => text)).toEqual(texts)
  })

  it('has one lock for a file with two paths', async () => {
    const folder = writeFiles(notesSuite)
    const other = writeFiles(notesSuite)
    rmSync(join(other, 'queries.jsonl'))
    symlinkSync(join(folder, 'queries.jsonl'), join(other, 'queries.jsonl'))
    const lock = lockOf(folder)
    const before = readFileSync(join(folder, 'queries.jsonl'), 'utf8')
    const adding = addQuery(other, newQuery('who pays'))
    await setTimeout(100)
    expect(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).toBe(before)
    rmSync(lock)
    await adding
    expect(addedIn(folder).map(([, text]) => text)).toEqual(['who pays'])
  })

  it('creates the queries of a suite without any', async () => {
    const folder = writeFiles(notesSuite)
    rmSync(join(folder, 'queries.jsonl'))
    await addQuery(folder, newQuery('who pays'))
    expect(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).toBe(
      '{"id":"added-1","text":"who pays","kind":"added","relevant":[{"path":"auth.md"}]}\n',
    )
    rmSync(join(folder, 'queries.jsonl'))
    const wrong = { ...newQuery('who pays'), expected: ['no.md'] }
    await expect(addQuery(folder, wrong)).rejects.toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
    expect(existsSync(join(folder, 'queries.jsonl'))).toBe(false)
  })

  it('leaves all other lines byte for byte, and numbers the query after the highest one', async () => {
    const folder = writeFiles(notesSuite)
    const file = join(folder, 'queries.jsonl')
    const line = { text: 'ä', kind: '', relevant: [] }
    const begun = `\uFEFF${jsonLines([{ id: 'added-9', ...line }])}\r\n\n${JSON.stringify({ id: 'added-10', ...line, text: 'b' })}`
    writeFileSync(file, begun)
    await addQuery(folder, newQuery('who pays'))
    const added = '{"id":"added-11","text":"who pays","kind":"added","relevant":[{"path":"auth.md"}]}'
    expect(readFileSync(file, 'utf8')).toBe(`${begun}\n${added}\n`)
  })

  it('writes nothing that the reader would reject', async () => {
    const folder = writeFiles(notesSuite)
    await expect(addQuery(folder, { ...newQuery('who pays'), kind: 'all' })).rejects.toMatchObject({
      code: 'SUITE_MALFORMED',
    })
    expect(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).toBe(notesSuite['queries.jsonl'])
  })

  it('adds nothing to a suite of records', async () => {
    const adding = addQuery(findSuiteFolder('records'), newQuery('lamp'))
    await expect(adding).rejects.toMatchObject({ code: 'SUITE_MALFORMED' })
  })
})
