import { join } from 'node:path'
import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../../__fixtures__/test-memory.js'

const twins =
  'To open the harbour gate, turn the left key twice, wait for the green lamp above the door, and then lift the handle slowly.'

const notes = {
  'gate.md': `# Gate\n\n${twins}`,
  'gate-copy.md': `# Gate\n\n${twins}`,
  'log.md': ['one', 'two', 'three']
    .map((name) => `# ${name}\n\nThe harbour in ${name}: ${`${name} boats, `.repeat(90)}\n`)
    .join('\n'),
  'fees.md': '# Fees\n\nHarbour fees are paid in spring.',
  'moon.md': '# Moon\n\nThe moon is far away.',
  'private/diary.md': 'The harbour was quiet.',
  '.recalliteignore': 'private/\n',
  '.hidden/note.md': 'The harbour again.',
  'empty.md': '',
  'broken.md': new Uint8Array([0xff, 0xfe, 0x00, 0x41, 0x00]),
}

async function indexed(options: Parameters<typeof testMemory>[0] = {}) {
  const { memory, folder } = await indexedMemory(notes, options)
  return { memory, folder }
}

describe('why', () => {
  it('agrees with the search about every document and its position', async () => {
    const { memory } = await indexed({ openModel: async () => createConceptModel().model })
    const [root] = await memory.listRoots()
    for (const options of [
      {},
      { limit: 1 },
      { perDocument: 1, limit: 3 },
      { threshold: 0.99 },
      { paths: ['fees.md'] },
    ]) {
      const { results } = (await memory.search('harbour gate fees', options)).answer
      for (const { path } of await memory.listDocuments(root?.name ?? '')) {
        const report = await memory.why('harbour gate fees', path, options)
        const position = results.findIndex((result) => result.path === path) + 1
        expect([path, report.isShown, report.advice === null]).toEqual([path, position > 0, position > 0])
        expect(report.isShown ? report.chunk?.position : 0).toBe(position)
        expect(report.verdict).toMatch(position > 0 ? /^Shown: / : /^Not shown: /)
      }
    }
  })

  it('reports the terms that a chunk contains and lacks, its ranks and its scores', async () => {
    const { memory } = await indexed()
    const { chunk, search } = await memory.why('harbour zeppelin fees', 'fees.md', { correctSpelling: false })
    expect(chunk).toMatchObject({
      terms: { matched: ['harbour', 'fee'], missing: ['zeppelin'] },
      retrievers: [
        { name: 'keyword', state: 'ok', rank: 1 },
        { name: 'vector', state: 'off', rank: null, score: null },
      ],
      fused: { rank: 1 },
      position: 1,
    })
    expect(search?.stages.map(({ stage }) => stage)).toEqual([
      'parse',
      'retrieve',
      'complete',
      'fuse',
      'diversify',
      'threshold',
    ])
  })

  it('reports how the time in the query moved a document', async () => {
    const { memory } = await indexed({ now: () => Date.now() + 86_400_000 })
    const { chunk } = await memory.why('harbour fees of yesterday', 'fees.md')
    expect(chunk?.adjustment).toMatchObject({ ageDays: 1, timeFactor: 3 })
    const off = await memory.why('harbour fees of yesterday', 'fees.md', { time: false })
    expect(off.chunk?.adjustment).toBeNull()
  })

  it('reports how recency moved a document', async () => {
    const { memory } = await indexed()
    const { chunk } = await memory.why('harbour', 'fees.md', { recency: 30 })
    expect(chunk?.adjustment).toMatchObject({ from: expect.any(Number), ageDays: expect.any(Number) })
  })
})

describe('a document that is not shown', () => {
  it('is beyond the limit, with the limit that shows it', async () => {
    const { memory } = await indexed()
    const { verdict, advice, chunk } = await memory.why('harbour fees', 'log.md', { limit: 1, threshold: 0 })
    expect(verdict).toBe(`Not shown: it is result ${chunk?.position}, and 1 are shown.`)
    expect(advice).toBe(`show more: --limit ${chunk?.position}`)
    const limit = chunk?.position ?? 0
    expect((await memory.why('harbour fees', 'log.md', { limit, threshold: 0 })).isShown).toBe(true)
    const fused = { thresholdOn: 'fused', threshold: 0.99 } as const
    const held = await memory.why('harbour fees', 'log.md', { limit: 1, ...fused })
    expect([held.verdict, held.advice]).toEqual([
      expect.stringContaining('held back'),
      `show it: --threshold 0 --limit ${limit}`,
    ])
  })

  it('repeats another one', async () => {
    const { memory } = await indexed()
    const { results } = (await memory.search('harbour gate')).answer
    const best = results.find(({ path }) => path.startsWith('gate'))?.path
    const hidden = best === 'gate.md' ? 'gate-copy.md' : 'gate.md'
    const { verdict, advice, chunk } = await memory.why('harbour gate', hidden)
    expect(verdict).toMatch(new RegExp(`repeats .*:${best}, lines 1–3, and is listed among its duplicates`))
    expect([advice, chunk?.omission?.kind]).toEqual(['--keep-duplicates shows both', 'merged'])
  })

  it('contains none of the words, and has no vector', async () => {
    const { memory } = await indexed()
    const { verdict, chunk } = await memory.why('harbour', 'moon.md')
    expect(verdict).toBe("Not shown: it contains none of the query's words.")
    expect(chunk).toMatchObject({ fused: null, terms: { missing: ['harbour'] } })
    expect(chunk?.retrievers.map(({ name, rank }) => [name, rank])).toEqual([
      ['keyword', null],
      ['vector', null],
    ])
  })

  it('is excluded by filters of the options or the query', async () => {
    const { memory } = await indexed()
    for (const [query, options] of [
      ['harbour', { paths: ['log.md'] }],
      ['harbour path:log.md', {}],
    ] as const) {
      const { verdict, chunk } = await memory.why(query, 'fees.md', options)
      expect([verdict, chunk?.passesFilters]).toEqual([
        'Not shown: the filters of this search exclude it.',
        false,
      ])
    }
  })

  it('lacks a required word', async () => {
    const { memory } = await indexed()
    const { verdict, chunk } = await memory.why('harbour AND lamp', 'fees.md')
    expect([verdict, chunk?.hasRequiredWords]).toEqual([
      expect.stringContaining('lacks a word that the query requires'),
      false,
    ])
  })

  it('would be a result if the search had not abstained', async () => {
    const { memory } = await indexed()
    const query = 'zeppelin airship hangar mooring harbour'
    const { verdict, advice, search } = await memory.why(query, 'fees.md', { correctSpelling: false })
    expect(search).toMatchObject({ abstained: true })
    expect(verdict).toContain('the search abstained')
    expect(advice).toMatch(/--threshold 0/)
    expect((await memory.why(query, 'fees.md', { correctSpelling: false, threshold: 0 })).isShown).toBe(true)
  })
})

describe('a file that is not indexed', () => {
  it.each([
    ['private/diary.md', /ignore file/],
    ['.hidden/note.md', /\.hidden is ignored/],
    ['broken.md', /binary|UTF-8/],
  ])('%s is reported with the reason', async (path, reason) => {
    const { memory } = await indexed()
    const report = await memory.why('harbour', path)
    expect(report).toMatchObject({ isIndexed: false, isShown: false, path, chunk: null, search: null })
    expect(report.verdict).toMatch(reason)
    expect(report.advice).not.toBeNull()
  })

  it('is a link, or is outside the roots; an absolute path may name an indexed one', async () => {
    const { memory, folder } = await indexed()
    expect(await memory.why('harbour fees', join(folder, 'fees.md'))).toMatchObject({ isShown: true })
    symlinkSync(join(folder, 'fees.md'), join(folder, 'link.md'))
    expect((await memory.why('harbour', 'link.md')).verdict).toContain('symbolic link')
    const other = join(notesFolder({ 'far.md': 'The harbour.' }), 'far.md')
    expect(await memory.why('harbour', other)).toMatchObject({
      root: null,
      verdict: expect.stringContaining('outside the indexed folders'),
      advice: expect.stringContaining('recallite index'),
    })
  })

  it('does not exist: similar paths are suggested; a path in several roots needs the root', async () => {
    const { memory } = await indexed()
    await expect(memory.why('harbour', 'fee.md')).rejects.toMatchObject({
      code: 'DOCUMENT_UNKNOWN',
      message: expect.stringMatching(/Did you mean .*:fees\.md/),
    })
    await memory.index([notesFolder({ 'fees.md': 'Other harbour fees.' })])
    await expect(memory.why('harbour', 'fees.md')).rejects.toMatchObject({ code: 'DOCUMENT_AMBIGUOUS' })
  })
})
