import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { keepLastSearch } from '../__fixtures__/keep-last-search.js'
import { beirSuite, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import type { Flags } from '../flags.js'
import { readSuite } from '../suite/read-suite.js'
import { runAdd } from './add.js'

async function add(words: readonly string[], flags: Flags = {}) {
  const { io, written, talked } = recordingIo()
  const exitCode = await runAdd({ words, flags, io })
  return { exitCode, written: written(), talked: talked() }
}

function queriesOf(folder: string): string {
  return readFileSync(join(folder, 'queries.jsonl'), 'utf8')
}

/** What is refused must leave the suite as it was. */
async function refusal(folder: string, words: readonly string[], flags: Flags): Promise<unknown> {
  const before = queriesOf(folder)
  const failure: unknown = await add([folder, ...words], flags).catch((error: unknown) => error)
  expect(queriesOf(folder)).toBe(before)
  return failure
}

/** A database that was searched in. */
function searched(paths: readonly string[]): string {
  const database = join(temporaryFolder(), 'main.sqlite')
  const results = paths.map((path) => ({ root: 'mine', path }))
  keepLastSearch(database, { query: 'who pays', results })
  return database
}

describe('recallite-eval add', () => {
  it('adds a line to the queries, and says which', async () => {
    const folder = writeFiles(notesSuite)
    const { exitCode, written, talked } = await add([folder, 'who', 'pays'], {
      expect: ['people/ada.md', 'auth.md:1-3'],
    })
    expect([exitCode, written]).toEqual([0, 'added-1: who pays → auth.md:1-3, people/ada.md\n'])
    expect(talked).toBe('')
    const line =
      '{"id":"added-1","text":"who pays","kind":"added","relevant":[{"path":"auth.md","lines":[1,3]},{"path":"people/ada.md"}]}\n'
    expect(queriesOf(folder)).toBe(`${notesSuite['queries.jsonl']}${line}`)
    expect(readSuite(folder).queries.at(-1)).toMatchObject({
      id: 'added-1',
      grades: new Map([
        ['people/ada.md', 1],
        ['auth.md', 1],
      ]),
      passages: [{ document: 'auth.md', lines: [1, 3] }],
    })
  })

  it('prints JSON, with what was said about the query', async () => {
    const folder = writeFiles(notesSuite)
    const flags = { expect: ['none'], kind: 'absent', note: 'never noted', json: true }
    const { written } = await add([folder, 'phases of Mars'], flags)
    expect(JSON.parse(written)).toEqual({
      suite: 'notes',
      folder,
      id: 'added-1',
      text: 'phases of Mars',
      kind: 'absent',
      relevant: [],
      note: 'never noted',
    })
    expect((await add([folder, 'Mars'], { expect: ['none'] })).written).toMatch(/^added-2: .*nothing/u)
  })

  it('leaves what was there as it is, byte for byte, and ends its last line', async () => {
    const folder = writeFiles(notesSuite)
    const file = join(folder, 'queries.jsonl')
    const odd = `\uFEFF\r\n${String(notesSuite['queries.jsonl']).replaceAll('\n', '\r\n')}  {"id": "q",  "text": "x", "kind": "", "relevant": []}`
    writeFileSync(file, odd)
    chmodSync(file, 0o640)
    await add([folder, 'who pays'], { expect: ['auth.md'] })
    expect(queriesOf(folder).startsWith(`${odd}\n{"id":"added-1"`)).toBe(true)
    expect(queriesOf(folder).endsWith('}\n')).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder).toSorted()).toEqual(['corpus', 'queries.jsonl', 'suite.yaml'])
  })

  it('takes a number behind a colon for a line: no file with such an ending is indexed', async () => {
    const folder = writeFiles({ ...notesSuite, 'corpus/auth.md:3': 'a\n' })
    await add([folder, 'a'], { expect: ['auth.md:3'] })
    expect(readSuite(folder).queries.at(-1)?.passages).toEqual([{ document: 'auth.md', lines: [3, 3] }])
  })

  it.each([
    [['when  do sessions end '], ['auth.md'], 'SUITE_DUPLICATE'],
    [['x'], ['nowhere.md'], 'SUITE_UNKNOWN_ID'],
    [['x'], ['../suite.yaml'], 'SUITE_UNKNOWN_ID'],
    [['x'], ['auth.md', 'auth.md'], 'SUITE_DUPLICATE'],
    [['x'], ['auth.md:40'], 'SUITE_PASSAGE_NOT_FOUND'],
    [['x'], ['auth.md:3-1'], 'SUITE_MALFORMED'],
    [['x'], ['none', 'auth.md'], 'USAGE'],
    [['x'], [], 'USAGE'],
    [[' '], ['auth.md'], 'USAGE'],
    [[], ['auth.md'], 'USAGE'],
  ])('refuses %j that expects %j', async (words, expected, code) => {
    expect(await refusal(writeFiles(notesSuite), words, { expect: expected })).toMatchObject({ code })
  })

  it('refuses what is no suite in our layout, and a suite that does not read', async () => {
    const flags = { expect: ['auth.md'] }
    await expect(add(['nowhere', 'x'], flags)).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' })
    const beir = await refusal(writeFiles(beirSuite), ['x'], flags)
    expect(beir).toMatchObject({
      code: 'SUITE_NOT_FOUND',
      message: expect.stringMatching(/suite\.yaml.*import/),
    })
    const broken = writeFiles({ ...notesSuite, 'queries.jsonl': '{"id": ' })
    expect(await refusal(broken, ['x'], flags)).toMatchObject({ code: 'SUITE_MALFORMED' })
    await expect(add([], flags)).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describe('recallite-eval add --from-last-search', () => {
  it.each([
    [undefined, ['people/ada.md']],
    [['2'], ['garden.md']],
    [
      ['1', '2'],
      ['people/ada.md', 'garden.md'],
    ],
    [['auth.md'], ['auth.md']],
    [['none'], []],
  ])('expects for %j', async (expected, paths) => {
    const folder = writeFiles(notesSuite)
    const db = searched(['people/ada.md', 'garden.md'])
    await add([folder], { fromLastSearch: true, db, ...(expected && { expect: expected }) })
    const added = readSuite(folder).queries.at(-1)
    expect([added?.text, [...(added?.grades.keys() ?? [])]]).toEqual(['who pays', paths])
  })

  it('says in which folder the file was found: the suite may be about another that has one like it', async () => {
    const db = searched(['people/ada.md', 'garden.md'])
    const flags = { fromLastSearch: true, db, expect: ['2', 'auth.md'] }
    const { written, talked } = await add([writeFiles(notesSuite)], flags)
    expect(written).toBe('added-1: who pays → garden.md, auth.md\n')
    expect(talked).toBe(
      "The last search found mine:garden.md; the suite's garden.md is taken to be the same file.\n",
    )
  })

  it('takes a file that was found at its word, whatever its name looks like', async () => {
    const folder = writeFiles({ ...notesSuite, 'corpus/log:12': 'a\n', 'corpus/log.md': 'a\n'.repeat(12) })
    for (const path of ['log:12', 'log.md:12']) {
      const flags = { fromLastSearch: true, db: searched([path]) }
      expect(await refusal(folder, [], flags)).toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
    }
  })

  it('finds the search of an agent in the home folder', async () => {
    const folder = writeFiles(notesSuite)
    const flags = { fromLastSearch: true, agent: 'nobody-searches-here' }
    const missing = {
      code: 'LAST_SEARCH_MISSING',
      message: expect.stringMatching(/memory.nobody-searches-here\.sqlite/),
    }
    expect(await refusal(folder, [], flags)).toMatchObject(missing)
    expect(await refusal(folder, [], { ...flags, agent: '../x' })).toMatchObject({ code: 'USAGE' })
  })

  it('refuses places that the search does not have, files that the corpus does not have, and a query beside', async () => {
    const folder = writeFiles(notesSuite)
    const flags = { fromLastSearch: true, db: searched(['people/ada.md', 'nowhere.md']) }
    for (const place of ['0', '3']) {
      expect(await refusal(folder, [], { ...flags, expect: [place] })).toMatchObject({
        code: 'USAGE',
        message: expect.stringMatching(/1 to 2/),
      })
    }
    expect(await refusal(folder, [], { ...flags, db: searched([]) })).toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/found nothing/),
    })
    expect(await refusal(folder, [], { ...flags, expect: ['2'] })).toMatchObject({
      code: 'SUITE_UNKNOWN_ID',
      message: expect.stringMatching(/found mine:nowhere\.md, and .*corpus has no file nowhere\.md/),
    })
    expect(await refusal(folder, ['x'], flags)).toMatchObject({ code: 'USAGE' })
    expect(existsSync(join(folder, 'queries.jsonl'))).toBe(true)
  })
})
