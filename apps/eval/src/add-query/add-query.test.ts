import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonLines, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readSuite } from '../suite/read-suite.js'
import { addQuery } from './add-query.js'

function newQuery(text: string) {
  return { text, kind: 'added', note: '', expected: ['auth.md'] }
}

function addedIn(folder: string): (readonly [id: string, text: string])[] {
  const { queries } = readSuite(folder)
  return queries.slice(3).map(({ id, text }) => [id, text])
}

/** Another process that is adding, as long as its lock is there. */
function lockOf(folder: string): string {
  const lock = join(folder, 'queries.jsonl.lock')
  writeFileSync(lock, '')
  return lock
}

describe('addQuery', () => {
  it('waits for another process that adds, and goes on from what that one wrote', async () => {
    const folder = writeFiles(notesSuite)
    const lock = lockOf(folder)
    const theirs = { id: 'added-1', text: 'theirs', kind: '', relevant: [] }
    const wait = async () => {
      appendFileSync(join(folder, 'queries.jsonl'), jsonLines([theirs]))
      rmSync(lock)
    }
    expect(await addQuery(folder, newQuery('ours'), { wait })).toMatchObject({
      suite: 'notes',
      query: { id: 'added-2', text: 'ours' },
    })
    expect(addedIn(folder)).toEqual([
      ['added-1', 'theirs'],
      ['added-2', 'ours'],
    ])
    expect(readdirSync(folder).toSorted()).toEqual(['corpus', 'queries.jsonl', 'suite.yaml'])
  })

  it('does not ask what another process has added in the meantime', async () => {
    const folder = writeFiles(notesSuite)
    const lock = lockOf(folder)
    const wait = async () => {
      rmSync(lock)
      await addQuery(folder, newQuery('who pays'))
    }
    await expect(addQuery(folder, newQuery('who pays'), { wait })).rejects.toMatchObject({
      code: 'SUITE_DUPLICATE',
    })
    expect(addedIn(folder)).toEqual([['added-1', 'who pays']])
    expect(existsSync(lock)).toBe(false)
  })

  it('loses nothing of many that come at once', async () => {
    const folder = writeFiles(notesSuite)
    const texts = Array.from({ length: 12 }, (_, index) => `question ${index}`)
    await Promise.all(texts.map((text) => addQuery(folder, newQuery(text))))
    expect(addedIn(folder).map(([, text]) => text)).toEqual(texts)
  })

  it('has one lock for a file that is reached in two ways', async () => {
    const folder = writeFiles(notesSuite)
    const other = writeFiles(notesSuite)
    rmSync(join(other, 'queries.jsonl'))
    symlinkSync(join(folder, 'queries.jsonl'), join(other, 'queries.jsonl'))
    lockOf(folder)
    const before = readFileSync(join(folder, 'queries.jsonl'), 'utf8')
    const adding = addQuery(other, newQuery('who pays'), { wait: async () => undefined })
    await expect(adding).rejects.toMatchObject({ code: 'SUITE_LOCKED' })
    expect(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).toBe(before)
  })

  it('says that the queries are missing, and leaves no lock', async () => {
    const { 'queries.jsonl': _, ...rest } = notesSuite
    const folder = writeFiles(rest)
    await expect(addQuery(folder, newQuery('x'))).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' })
    expect(readdirSync(folder).toSorted()).toEqual(['corpus', 'suite.yaml'])
  })
})
