import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { beirSuite, notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import type { Flags } from '../flags.js'
import { readSuite } from '../suite/read-suite.js'
import { runAdd } from './add.js'

async function add(words: readonly string[], flags: Flags = {}) {
  const { io, written, talked } = recordingIo()
  await runAdd({ words, flags, io })
  return { written: written(), talked: talked() }
}

function queriesOf(folder: string): string {
  return readFileSync(join(folder, 'queries.jsonl'), 'utf8')
}

/** A rejected query must not change the suite. */
async function refusal(folder: string, words: readonly string[], flags: Flags): Promise<unknown> {
  const before = queriesOf(folder)
  const failure: unknown = await add([folder, ...words], flags).catch((error: unknown) => error)
  expect(queriesOf(folder)).toBe(before)
  return failure
}

describe('recallite-eval add', () => {
  it('adds a line to the queries and prints it', async () => {
    const folder = writeFiles(notesSuite)
    const { written, talked } = await add([folder, 'who', 'pays'], {
      expect: ['people/ada.md', 'auth.md:1-3'],
    })
    expect(written).toBe('added-1: who pays → auth.md:1-3, people/ada.md\n')
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

  it('prints JSON, with the given fields of the query', async () => {
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
    expect((await add([folder, 'Mars'], { expect: ['none'] })).written).toMatch(/^added-2: .*no answer/u)
  })

  it('keeps existing lines byte for byte, and adds a missing final line end', async () => {
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

  it('treats a number after a colon as a line number', async () => {
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
  ])('rejects %j that expects %j', async (words, expected, code) => {
    expect(await refusal(writeFiles(notesSuite), words, { expect: expected })).toMatchObject({ code })
  })

  it('rejects a folder without suite.yaml, and an invalid suite', async () => {
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
