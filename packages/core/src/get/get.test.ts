import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'
import { parseLocation } from './get.js'

const code = (name: string) => expect.objectContaining({ code: name })

describe('get', () => {
  it('returns a document, a line, a span of lines and a span of columns', async () => {
    const { memory } = await indexedMemory({ 'a.md': '# A\r\n\r\nfirst line\r\nsecond line\r\n' })
    expect((await memory.get('a.md')).text).toBe('# A\n\nfirst line\nsecond line')
    expect((await memory.get('a.md:3')).text).toBe('first line')
    expect((await memory.get('a.md:3-4')).text).toBe('first line\nsecond line')
    expect((await memory.get('a.md:3:7-4:6')).text).toBe('line\nsecond')
  })

  it('returns exactly the text of every chunk, even if a line was cut', async () => {
    const sentence = (n: number) =>
      `Sentence number ${n} tells of the harbour 港口 and the lighthouse keeper. `
    const longLine = Array.from({ length: 120 }, (_, n) => sentence(n)).join('')
    const folder = notesFolder({
      'long.md': `# Long\n\n${longLine}\n\n- a\n- b\n`,
      'code.ts': 'const a = 1\n'.repeat(400),
    })
    const { memory } = await testMemory()
    await memory.index([folder])
    const { answer } = await memory.search('harbour lighthouse keeper const', { limit: 100, threshold: 0 })
    expect(answer.results.length).toBeGreaterThan(5)
    expect(answer.results.some(({ startColumn }) => startColumn !== null)).toBe(true)
    for (const { root, path, startLine, endLine, startColumn, endColumn, text } of answer.results) {
      const from = startColumn === null ? startLine : `${startLine}:${startColumn}`
      const to = endColumn === null ? endLine : `${endLine}:${endColumn}`
      expect((await memory.get(`${root}:${path}:${from}-${to}`)).text).toBe(text)
    }
  })

  it('distinguishes two roots with the same file names', async () => {
    const first = notesFolder({ 'x/same.md': 'from the first' })
    const second = notesFolder({ 'x/same.md': 'from the second' })
    const { memory } = await testMemory()
    await memory.index([join(first, 'x'), join(second, 'x')])
    await expect(memory.get('same.md')).rejects.toThrow(code('DOCUMENT_AMBIGUOUS'))
    expect((await memory.get('x:same.md')).text).toBe('from the first')
    expect((await memory.get('x-2:same.md')).text).toBe('from the second')
  })

  it.each([
    '../outside.md',
    '/etc/passwd',
    'a/../../outside.md',
    '~/x.md',
    'C:\\x.md',
    '..\\x.md',
    'r:../x.md',
    'a\0.md',
  ])('rejects %j', async (path) => {
    const { memory } = await indexedMemory({ 'a.md': 'inside' })
    await expect(memory.get(path)).rejects.toThrow(code('PATH_OUTSIDE_ROOT'))
  })

  it('does not follow links out of the root, whether the file or a folder above it became one', async () => {
    const outside = notesFolder({ 'secret.md': 'secret', 'a.md': 'secret too' })
    const { memory, folder } = await indexedMemory({ 'secret.md': 'public', 'sub/a.md': 'public too' })
    rmSync(join(folder, 'secret.md'))
    symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'))
    renameSync(join(folder, 'sub'), join(folder, 'old'))
    symlinkSync(outside, join(folder, 'sub'))
    await expect(memory.get('secret.md')).rejects.toThrow(code('PATH_OUTSIDE_ROOT'))
    await expect(memory.get('sub/a.md')).rejects.toThrow(code('PATH_OUTSIDE_ROOT'))
  })

  it('explains unknown documents, lines out of range and deleted files', async () => {
    const { memory, folder } = await indexedMemory({ 'a.md': 'one\ntwo' })
    await expect(memory.get('b.md')).rejects.toThrow(code('DOCUMENT_UNKNOWN'))
    await expect(memory.get('a.md:9')).rejects.toThrow(code('SPAN_INVALID'))
    await expect(memory.get({ path: 'a.md', from: 2, lines: 0 })).rejects.toThrow(code('SPAN_INVALID'))
    await expect(memory.get('a.md:1:999')).rejects.toThrow(code('SPAN_INVALID'))
    expect((await memory.get('a.md:2-99')).endLine).toBe(2)
    rmSync(join(folder, 'a.md'))
    await expect(memory.get('a.md')).rejects.toThrow(code('DOCUMENT_UNREADABLE'))
    mkdirSync(join(folder, 'a.md'))
    await expect(memory.get('a.md')).rejects.toThrow(code('DOCUMENT_UNREADABLE'))
  })

  it('accepts names that only look like a path out of the root', async () => {
    const names = ['~top.md', 'C:\\win.md', 'a\\..\\b.md', 'x:~y.md', '2026:1.md']
    const { memory } = await indexedMemory(Object.fromEntries(names.map((name) => [name, `I am ${name}`])))
    const [root] = await memory.listRoots()
    for (const name of names)
      expect((await memory.get(`${root?.name}:${name}:1-1`)).text).toBe(`I am ${name}`)
  })

  it('reads the file as it is now', async () => {
    const { memory, folder } = await indexedMemory({ 'a.md': 'before' })
    writeNote(folder, 'a.md', 'after')
    expect((await memory.get('a.md')).text).toBe('after')
    writeFileSync(join(folder, 'a.md'), Buffer.from([0xff, 0xfe, 0x00]))
    await expect(memory.get('a.md')).rejects.toThrow(code('DOCUMENT_UNREADABLE'))
  })
})

const whole = { startLine: null, endLine: null, startColumn: null, endColumn: null }

describe('parseLocation', () => {
  it.each([
    ['notes/a.md', { path: 'notes/a.md', ...whole }],
    ['root:notes/a.md', { path: 'root:notes/a.md', ...whole }],
    ['a.md:12', { path: 'a.md', startLine: 12, endLine: 12, startColumn: null, endColumn: null }],
    ['a.md:12-34', { path: 'a.md', startLine: 12, endLine: 34, startColumn: null, endColumn: null }],
    ['r:a.md:12:5-14:80', { path: 'r:a.md', startLine: 12, endLine: 14, startColumn: 5, endColumn: 80 }],
    ['a.md:7:3-7:9', { path: 'a.md', startLine: 7, endLine: 7, startColumn: 3, endColumn: 9 }],
    [
      '2026-01-02.md:3',
      { path: '2026-01-02.md', startLine: 3, endLine: 3, startColumn: null, endColumn: null },
    ],
  ])('reads %s', (text, location) => {
    expect(parseLocation(text)).toEqual(location)
  })

  it.each(['a.md:0', 'a.md:5-4', 'a.md:3:0', 'a.md:3:9-3:2'])('rejects %s, which is not a span', (text) => {
    expect(() => parseLocation(text)).toThrow(expect.objectContaining({ code: 'SPAN_INVALID' }))
  })

  it('reads back every span as it is written', () => {
    const position = fc.integer({ min: 1, max: 9999 })
    fc.assert(
      fc.property(position, fc.nat(50), position, position, (startLine, more, startColumn, endColumn) => {
        const endLine = startLine + more + 1
        const text = `r:x/y.md:${startLine}:${startColumn}-${endLine}:${endColumn}`
        expect(parseLocation(text)).toEqual({ path: 'r:x/y.md', startLine, endLine, startColumn, endColumn })
      }),
    )
  })
})

const files = {
  'notes/a.md': '# A\n\nthe first harbour\n',
  'notes/sub/b.md': '# B\n\nthe second harbour\n',
  'notes/[draft].md': 'a draft\n',
  'other/notes/a.md': 'another\n',
}

async function indexed() {
  const folder = notesFolder(files)
  const { memory } = await testMemory()
  await memory.index([join(folder, 'notes'), join(folder, 'other')])
  const getAll = async (places: readonly string[], from: string | undefined = folder) =>
    (await memory.getAll(places, { folder: from })).map(({ root, path, text }) => [`${root}:${path}`, text])
  return { folder, memory, getAll }
}

describe('getAll', () => {
  it('reads all passages, in the given order', async () => {
    const { getAll } = await indexed()
    expect(await getAll(['notes:sub/b.md:3', 'notes:a.md:1'])).toEqual([
      ['notes:sub/b.md', 'the second harbour'],
      ['notes:a.md', '# A'],
    ])
  })

  it('accepts paths as a search prints them: from the folder, or absolute, with a line', async () => {
    const { folder, getAll } = await indexed()
    // It is also the path of a document of the other root.
    expect(await getAll(['notes/a.md:3'])).toEqual([['notes:a.md', 'the first harbour']])
    expect(await getAll(['./notes/a.md:3'])).toEqual([['notes:a.md', 'the first harbour']])
    expect(await getAll([`${join(folder, 'notes/sub/b.md')}:3`])).toEqual([
      ['notes:sub/b.md', 'the second harbour'],
    ])
    expect(await getAll(['b.md:3'], join(folder, 'notes/sub'))).toEqual([
      ['notes:sub/b.md', 'the second harbour'],
    ])
    expect(await getAll(['../other/notes/a.md'], join(folder, 'notes'))).toEqual([
      ['other:notes/a.md', 'another'],
    ])
    expect(await getAll(['notes/a.md'], '/')).toEqual([['other:notes/a.md', 'another']])
  })

  it('accepts globs, of the index and from the folder, and names that only look like globs', async () => {
    const { getAll } = await indexed()
    const names = async (...args: Parameters<typeof getAll>) => (await getAll(...args)).map(([name]) => name)
    expect(await names(['notes/**/*.md'])).toEqual(['notes:[draft].md', 'notes:a.md', 'notes:sub/b.md'])
    expect(await names(['notes:sub/*'])).toEqual(['notes:sub/b.md'])
    expect(await names(['a.*'], '/')).toEqual(['notes:a.md', 'other:notes/a.md'])
    expect(await getAll(['[draft].md'])).toEqual([['notes:[draft].md', 'a draft']])
    await expect(getAll(['*.txt'])).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  })

  it('accepts the ids of results', async () => {
    const { memory, getAll } = await indexed()
    const { answer } = await memory.search('second harbour')
    const [result] = answer.results
    expect(await getAll([result?.id ?? ''])).toEqual([['notes:sub/b.md', result?.text]])
    await expect(getAll(['0123456789abcdef0123'])).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  })

  it('suggests similar paths, and reads nothing that is not indexed', async () => {
    const { folder, getAll } = await indexed()
    await expect(getAll(['notes/sbu/b.md'])).rejects.toThrow('Did you mean notes:sub/b.md')
    await expect(getAll([join(folder, 'notes/../secret.md')])).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_ROOT',
    })
    await expect(getAll(['../../etc/passwd'])).rejects.toMatchObject({ code: 'PATH_OUTSIDE_ROOT' })
  })
})
