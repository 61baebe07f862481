import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import type { Flags } from '../flags.js'
import { readSuite } from '../suite/read-suite.js'
import { runMakeSuite } from './make-suite.js'

const filler = `${'filling '.repeat(45).trim()}\n`
const notes = {
  'travel/mull.md': `# Mull\n\n## Night ferries\n\nferries ${filler}`,
  'garden.txt': `The tomatoes want more sun than the north wall has.\n\ntomatoes ${filler}`,
  'empty.markdown': '',
  '.hidden/secret.md': `## Hidden harbour\n\nharbour ${filler}`,
  'node_modules/some/README.md': `## Some package\n\npackage ${filler}`,
  'picture.png': 'no text',
}

async function make(folder: string, flags: Flags) {
  const { io, written, talked } = recordingIo()
  await runMakeSuite({ words: [folder], flags, io })
  return { written: written(), talked: talked() }
}

/** Every file of a folder with its content. */
function contentsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    files.toSorted().map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  )
}

describe('recallite-eval make-suite', () => {
  it('writes a readable suite from the texts that an index accepts', async () => {
    const folder = writeFiles(notes, join(writeFiles({ 'Notes/.keep': '' }), 'Notes'))
    const out = join(temporaryFolder(), 'new/suite')
    const { written, talked } = await make(folder, { out })
    const [made, ...said] = written.split('\n')
    expect(made).toBe(
      'Notes-known-items: 2 questions (1 heading, 1 opening sentence, 0 rare terms) about 2 of 3 files',
    )
    expect(said.join(' ')).toMatch(
      /^The questions of Notes-known-items are parts of the notes: .* With 2 questions, no /,
    )
    expect(talked).toBe(`Compare strategies: recallite-eval run ${out}\n`)
    expect(contentsOf(join(out, 'corpus'))).toEqual({
      'empty.markdown': '',
      'garden.txt': `\ntomatoes ${filler}`,
      'travel/mull.md': `# Mull\n\n\nferries ${filler}`,
    })
    const { name, description, questions, queries } = readSuite(out)
    expect([name, questions, description]).toEqual([
      'Notes-known-items',
      'known-item',
      'Questions about 2 of 3 files, each a part of the file that answers it.',
    ])
    expect(queries).toMatchObject([
      {
        id: 'garden.txt#1',
        text: 'The tomatoes want more sun than the north wall has.',
        kind: 'opening sentence',
        grades: new Map([['garden.txt', 1]]),
      },
      {
        id: 'travel/mull.md#1',
        text: 'Night ferries',
        kind: 'heading',
        grades: new Map([['travel/mull.md', 1]]),
      },
    ])
  })

  it('prints JSON, and says which texts are skipped', async () => {
    const folder = writeFiles(notes)
    writeFileSync(join(folder, 'latin.md'), Buffer.from([0x61, 0xe9]))
    const out = join(temporaryFolder(), 'suite')
    const { written, talked } = await make(folder, { out, json: true })
    expect(JSON.parse(written)).toMatchObject({
      suite: `${basename(folder)}-known-items`,
      folder: out,
      files: 3,
      asked: 2,
      questions: 2,
      kinds: { heading: 1, 'opening sentence': 1, 'rare terms': 0 },
      skipped: [{ path: 'latin.md', reason: 'not UTF-8 text' }],
    })
    expect(talked).toBe('Skipped latin.md: not UTF-8 text\n')
    expect(existsSync(join(out, 'corpus/latin.md'))).toBe(false)
  })

  it('rejects an unsuitable folder, and does not change it', async () => {
    const folder = writeFiles(notes)
    const before = contentsOf(folder)
    const taken = { code: 'SUITE_FOLDER_TAKEN' }
    await expect(make(folder, { out: writeFiles({ 'diary.md': 'mine' }) })).rejects.toMatchObject(taken)
    await expect(make(folder, { out: folder })).rejects.toMatchObject(taken)
    await expect(make(folder, { out: join(folder, 'suite') })).rejects.toMatchObject(taken)
    expect(contentsOf(folder)).toEqual(before)
    await expect(make(folder, {})).rejects.toMatchObject({ code: 'USAGE', message: /--out/ })
  })

  it('rejects a folder that is missing or yields no question, and writes nothing', async () => {
    const out = join(temporaryFolder(), 'suite')
    await expect(make('nowhere', { out })).rejects.toMatchObject({
      name: 'EvaluationError',
      code: 'SUITE_NOT_FOUND',
      file: resolve('nowhere'),
    })
    const short = writeFiles({ 'a.md': '## Night ferries' })
    for (const folder of [short, temporaryFolder()]) {
      await expect(make(folder, { out })).rejects.toMatchObject({
        name: 'EvaluationError',
        code: 'SUITE_SOURCE_TOO_SMALL',
        file: folder,
      })
    }
    expect(existsSync(out)).toBe(false)
  })
})

describe.skipIf(!sharedFile('data/gbrain-world/markdown'))('real notes', () => {
  it('mostly have questions, of every kind', async () => {
    const out = join(temporaryFolder(), 'suite')
    const folder = sharedFile('data/gbrain-world/markdown') ?? ''
    const { written } = await make(folder, { out, json: true })
    const made = JSON.parse(written)
    expect(made.asked / made.files).toBeGreaterThan(0.8)
    expect(Math.min(...Object.values<number>(made.kinds))).toBeGreaterThan(20)
    expect(readSuite(out).queries).toHaveLength(made.questions)
  })
})
