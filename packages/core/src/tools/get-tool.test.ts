import { writeNote } from '../__fixtures__/notes-folder.js'
import { countTokens } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { notedMemory } from './__fixtures__/noted-memory.js'
import { memoryGetTool } from './get-tool.js'
import { memorySearchTool } from './search-tool.js'

const lines = 'one\ntwo\nthree\nfour\n'

describe('memory_get', () => {
  it('A22: reads a document, or lines of it, and states its length', async () => {
    const { memory } = await notedMemory({ 'a.md': lines })
    const get = memoryGetTool(memory)
    const whole = await get.execute({ path: 'a.md' })
    expect(whole.structured).toMatchObject({ path: 'a.md', startLine: 1, endLine: 4, lines: 4 })
    expect((await get.execute({ path: 'a.md', from: 2, lines: 2 })).structured).toMatchObject({
      startLine: 2,
      endLine: 3,
      text: 'two\nthree',
    })
    expect((await get.execute({ path: 'a.md', from: 3, lines: 1000 })).structured).toMatchObject({
      endLine: 4,
    })
    expect((await get.execute({ path: 'a.md', lines: 1 })).structured.text).toBe('one')
  })

  it('returns a page, states how to continue, and returns everything in the end', async () => {
    const written = Array.from(
      { length: 900 },
      (_, n) => `Line ${n}: the zeppelin ${'flies '.repeat(n % 40)}.`,
    )
    const { memory } = await notedMemory({ 'a.md': written.join('\n') })
    const get = memoryGetTool(memory)
    const read: string[] = []
    for (let from: number | null = 1; from !== null;) {
      const { structured, text } = await get.execute({ path: 'a.md', from })
      expect(countTokens(structured.text)).toBeLessThanOrEqual(2_000)
      const next = written[structured.endLine]
      expect(next === undefined || countTokens(`${structured.text}\n${next}`) > 2_000).toBe(true)
      const isSaid = text.endsWith(`Truncated to 2000 tokens. Continue with from: ${structured.nextFrom}.`)
      expect([isSaid, structured.truncated]).toEqual(Array(2).fill(structured.nextFrom !== null))
      read.push(structured.text)
      from = structured.nextFrom
    }
    expect(read.length).toBeGreaterThan(10)
    expect(read.join('\n')).toBe(written.join('\n'))
  })

  it('returns the given lines, or a page of another size', async () => {
    const written = Array.from({ length: 900 }, (_, n) => `Line ${n}: the zeppelin flies over the sea.`)
    const { memory } = await notedMemory({ 'a.md': written.join('\n') })
    const read = async (input: object) =>
      (await memoryGetTool(memory).execute({ path: 'a.md', ...input })).structured
    expect(await read({ lines: 700 })).toMatchObject({ endLine: 700, truncated: false, nextFrom: null })
    expect(await read({ maxTokens: 100_000 })).toMatchObject({ endLine: 900, truncated: false })
    const small = await read({ from: 5, maxTokens: 100 })
    expect(small).toMatchObject({ startLine: 5, truncated: true, nextFrom: small.endLine + 1 })
    expect(countTokens(small.text)).toBeGreaterThan(80)
    expect(await read({ from: 5, lines: 3, maxTokens: 100 })).toMatchObject({ endLine: 7, truncated: false })
    expect(await read({ from: 5, lines: 300, maxTokens: 100 })).toEqual(small)
    expect(await read({ from: null, lines: null, maxTokens: null })).toMatchObject({
      startLine: 1,
      truncated: true,
    })
  })

  it('returns a part of a long line, and states how to read all of it', async () => {
    const { memory } = await notedMemory({ 'a.md': `${'The zeppelin flies. '.repeat(900)}\nlast` })
    const get = memoryGetTool(memory)
    const { structured, text } = await get.execute({ path: 'a.md' })
    expect(structured).toMatchObject({ startLine: 1, endLine: 1, truncated: true, nextFrom: 2 })
    expect(countTokens(structured.text)).toBe(2_000)
    expect(text).toMatch(
      /Line 1 is longer; this is only its beginning\. For all of it: from: 1, lines: 1\. Continue with from: 2\.$/,
    )
    const whole = await get.execute({ path: 'a.md', from: 1, lines: 1 })
    expect(whole.structured.text).toBe('The zeppelin flies. '.repeat(900))
  })

  it('never has more than 60,000 tokens', async () => {
    const { memory } = await notedMemory({ 'a.md': `${'ab cd\n'.repeat(40_000)}${'ä '.repeat(70_000)}` })
    const get = memoryGetTool(memory)
    for (const size of [{ maxTokens: 10_000_000 }, { lines: 39_000 }]) {
      const { structured, text } = await get.execute({ path: 'a.md', ...size })
      expect(structured).toMatchObject({ endLine: 30_000, truncated: true, nextFrom: 30_001 })
      expect(text).toMatch(/Truncated to 60000 tokens\. Continue with from: 30001\.$/)
    }
    const long = await get.execute({ path: 'a.md', from: 40_001, lines: 1 })
    expect(long.structured).toMatchObject({ truncated: true, nextFrom: null })
    expect(long.text).toMatch(/only its beginning\.$/)
  })

  it('shows invisible characters in lines, headings and paths, and accepts such a path', async () => {
    const tags = '\u{e0069}\u{e0067}'
    const escaped = '\\u{e0069}\\u{e0067}'
    const path = `a${tags}\u200b.md`
    const { memory } = await notedMemory({ [path]: `# Zeppelin${tags}\n\nIt flies.${tags} 👩‍👧 می‌خواهم\n` })
    const found = await memorySearchTool(memory).execute({ query: 'zeppelin flies', minScore: -1 })
    const [result] = found.structured.results
    expect(result?.path).toBe(`a${escaped}\\u{200b}.md`)
    const read = await memoryGetTool(memory).execute({ path: result?.path })
    expect(read.structured.text).toContain(`It flies.${escaped} 👩‍👧 می‌خواهم`)
    for (const answer of [found, read]) {
      const all = JSON.stringify(answer).replaceAll('👩‍👧', '').replaceAll('می‌خواهم', '')
      expect(all).toContain('e0067')
      expect(all).not.toMatch(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u)
    }
  })

  it('returns linked notes as data, and only some of many', async () => {
    const many = Array.from({ length: 30 }, (_, number) => [`n${number}.md`, '[[hub]]'] as const)
    const { memory } = await notedMemory({ 'hub.md': '[[a"b]]', 'a"b.md': 'x', ...Object.fromEntries(many) })
    const { structured, text } = await memoryGetTool(memory).execute({ path: 'hub.md' })
    expect([structured.links, structured.backlinks.length]).toEqual([['a"b.md'], 20])
    expect(text).toContain(String.raw`links="a\"b.md" backlinks="n0.md, n1.md, `)
    const alone = await memoryGetTool(memory).execute({ path: 'a"b.md' })
    expect(alone.text).not.toContain(' links=')
  })

  it.each(['3:a.md', '12-13:a.md', 'notes:a.md'])('reads %s only as a path', async (path) => {
    const { memory } = await notedMemory({ [path]: `zeppelin of ${path}`, 'a.md': lines })
    expect((await memoryGetTool(memory).execute({ path })).structured.text).toBe(`zeppelin of ${path}`)
    const found = await memorySearchTool(memory).execute({ query: 'zeppelin' })
    expect(found.structured.results[0]?.path).toBe(path)
  })

  it('finds a document whose path begins like the name of its root', async () => {
    const { memory } = await notedMemory({ 'x.md': 'nothing' })
    const [root] = await memory.listRoots()
    const path = `${root?.name}:y.md`
    writeNote(root?.path ?? '', path, 'zeppelin')
    await memory.index([])
    const found = await memorySearchTool(memory).execute({ query: 'zeppelin' })
    const given = found.structured.results[0]?.path ?? ''
    expect(given).toBe(`${root?.name}:${path}`)
    expect((await memoryGetTool(memory).execute({ path: given })).structured.text).toBe('zeppelin')
  })

  it.each([
    ['../a.md', 'PATH_OUTSIDE_ROOT'],
    ['/etc/passwd', 'PATH_OUTSIDE_ROOT'],
    ['%2e%2e/a.md', 'DOCUMENT_UNKNOWN'],
    ['a.md:3-4', 'DOCUMENT_UNKNOWN'],
    ['', 'DOCUMENT_UNKNOWN'],
  ])('A22: rejects %j', async (path, code) => {
    const { memory } = await notedMemory({ 'a.md': lines })
    await expect(memoryGetTool(memory).execute({ path })).rejects.toMatchObject({ code })
  })

  it.each([
    [{ path: 'a.md', from: 0 }, 'OPTION_INVALID', /'from' is 0; it must be a whole number from 1/],
    [{ path: 'a.md', lines: -1 }, 'OPTION_INVALID', /'lines'/],
    [{ path: 'a.md', maxTokens: 0 }, 'OPTION_INVALID', /'maxTokens' is 0; it must be a whole number from 1/],
    [{ path: 'a.md', line: 3 }, 'OPTION_INVALID', /'line' is not a field.*Did you mean "lines"/],
    [{ from: 1 }, 'OPTION_INVALID', /'path' is missing/],
    [{ path: 'a.md', from: 5 }, 'SPAN_INVALID', /4 lines/],
  ])('rejects %j', async (input, code, message) => {
    const { memory } = await notedMemory({ 'a.md': lines })
    const refused = { code, message: expect.stringMatching(message) }
    await expect(memoryGetTool(memory).execute(input)).rejects.toMatchObject(refused)
  })
})
