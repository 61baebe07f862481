import { countTokens } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import { notedMemory } from './__fixtures__/noted-memory.js'
import { memoryGetTool } from './get-tool.js'
import { memorySearchTool } from './search-tool.js'

const auth = '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n'
const many = Object.fromEntries(
  Array.from({ length: 8 }, (_, n) => [
    `${n}.md`,
    `# Note ${n}\n\nThe zeppelin ${'flies over the sea '.repeat(20)}${n}.\n`,
  ]),
)

async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(() => undefined).catch((error: unknown) => error)
}

describe('memory_search', () => {
  it('A22: returns results for memory_get, and states that recall is mandatory', async () => {
    const { memory } = await notedMemory({ 'decisions/auth.md': auth })
    const tool = memorySearchTool(memory)
    expect(tool.description).toMatch(/mandatory.*prior work, decisions, dates, people, preferences or todos/i)
    const { structured } = await tool.execute({ query: 'JWT_EXPIRY' })
    expect(structured).toMatchObject({
      provider: null,
      model: null,
      citations: true,
      mode: 'keyword',
      omitted: 0,
      stale: false,
    })
    const [result] = structured.results
    expect(result).toMatchObject({
      path: 'decisions/auth.md',
      heading: ['Auth', 'Tokens'],
      snippet: expect.stringContaining('JWT_EXPIRY'),
    })
    const names = 'endLine fusedScore heading kind path root score snippet startLine text weak'
    expect(Object.keys(result ?? {}).toSorted()).toEqual(names.split(' '))
    const { path = '', startLine = 0, endLine = 0 } = result ?? {}
    const read = await memoryGetTool(memory).execute({
      path,
      from: startLine,
      lines: endLine - startLine + 1,
    })
    expect(result?.text).toBe(`${read.structured.text}\n\nSource: decisions/auth.md#${startLine}`)
  })

  it('states the status of a note, and which document it is a copy of', async () => {
    const text = '---\nstatus: archived\n---\nThe zeppelin flies.'
    const { memory } = await notedMemory({
      'a.md': text,
      'a (conflicted copy 2026-03-04).md': `${text} Low.`,
    })
    const { structured, text: rendered } = await memorySearchTool(memory).execute({ query: 'zeppelin' })
    expect(structured.results.map(({ status, copyOf }) => [status, copyOf])).toEqual([
      ['archived', undefined],
      ['archived', 'a.md'],
    ])
    expect(rendered).toMatch(/status="?archived/)
    expect(rendered).toMatch(/copyOf="?a\.md/)
  })

  it('names the root in a path if there are several, or if the path looks like the name of a root', async () => {
    const two = await notedMemory({ 'a.md': 'zeppelin one' }, { 'a.md': 'zeppelin two' })
    const found = await memorySearchTool(two.memory).execute({ query: 'zeppelin' })
    expect(found.structured.results).toHaveLength(2)
    for (const { path, root, text } of found.structured.results) {
      expect(path).toBe(`${root}:a.md`)
      const read = await memoryGetTool(two.memory).execute({ path })
      expect(text).toContain(read.structured.text)
    }
  })

  it.each([
    ['auto', 'direct', true],
    ['auto', 'shared', false],
    ['on', 'shared', true],
    ['off', 'direct', false],
  ] as const)('A24: cites with %s in a %s channel: %s', async (citations, channel, expected) => {
    const { memory } = await notedMemory({ 'a.md': 'one\n\nzeppelin' })
    const { structured, text } = await memorySearchTool(memory, { citations, channel }).execute({
      query: 'zeppelin',
    })
    expect(structured.citations).toBe(expected)
    expect(structured.results[0]?.text.endsWith('Source: a.md#1')).toBe(expected)
    expect(text.includes('Source: a.md#1')).toBe(expected)
  })

  it('keeps whole results within a budget of tokens, and states what does not fit', async () => {
    const { memory } = await notedMemory(many)
    const tool = memorySearchTool(memory)
    const ask = (more: object) => tool.execute({ query: 'zeppelin', maxResults: 8, minScore: 0, ...more })
    const whole = await ask({})
    expect([whole.structured.results.length, whole.structured.omitted]).toEqual([8, 0])
    expect(whole.text).not.toMatch(/left out/)
    for (const maxTokens of [1, 60, 250, 600, 900]) {
      const { structured, text } = await ask({ maxTokens })
      const count = structured.results.length
      expect(structured.omitted).toBe(8 - count)
      expect(structured.results).toEqual(whole.structured.results.slice(0, count))
      expect(text).toContain(`left out to stay within ${maxTokens} tokens`)
      expect(text).toContain(`${8 - count} more result`)
      const isWithin = count === 0 || countTokens(text) <= maxTokens
      expect(isWithin).toBe(true)
    }
    expect((await ask({ maxTokens: 600 })).structured.results.length).toBeGreaterThan(0)
    expect((await ask({ maxTokens: countTokens(whole.text) })).structured.omitted).toBe(0)
  })

  it('never has more than 60,000 tokens, and states what does not fit', async () => {
    const note = Array.from({ length: 20_000 }, (_, line) => `zeppelin ${line} `.repeat(3)).join('\n')
    const { memory } = await indexedMemory({ 'a.md': note }, { chunking: { target: 2_000, overlap: 0 } })
    const ask = { query: 'zeppelin', maxResults: 100, minScore: 0, perDocument: 0, maxTokens: 1_000_000 }
    const { structured, text } = await memorySearchTool(memory).execute(ask)
    expect([structured.results.length > 10, structured.omitted > 10]).toEqual([true, true])
    expect(countTokens(text)).toBeLessThanOrEqual(60_000)
    expect(text).toContain(
      `${structured.omitted} more results were left out to stay within 60000 tokens; ask more specifically`,
    )
  })

  it('reports that nothing answers, and what failed', async () => {
    const { memory } = await notedMemory({ 'a.md': 'zeppelin' })
    const degraded = [{ retriever: 'vector' as const, reason: 'the model is away' }]
    const ask = (query: string, stale: boolean) =>
      memorySearchTool({
        ...memory,
        search: async (...asked) => {
          const report = await memory.search(...asked)
          return { ...report, answer: { ...report.answer, degraded, stale } }
        },
      }).execute({ query })
    const { structured, text } = await ask('submarine', false)
    expect(structured).toMatchObject({ results: [], stale: false, degraded })
    const searched = "Searched: the user's own memory (1 root)."
    expect(structured.searched).toMatchObject({ scope: 'user', project: null })
    expect(text).toBe(
      `Nothing in memory answers this.\n\nIncomplete, vector search: the model is away\n\n${searched}`,
    )
    const early = await ask('submarine', true)
    expect(early.structured).toMatchObject({ results: [], stale: true })
    expect(early.text).toBe(
      `No results yet: the memory is still being indexed. Ask again in a moment.\n\nIncomplete, vector search: the model is away\n\n${searched}`,
    )
    expect((await ask('zeppelin', true)).text).toMatch(
      /zeppelin[^]*\n\nFiles are being checked; this answer may lack their latest changes\.\n\nSearched: [^\n]*$/,
    )
  })

  it.each([
    [{}, /'query' is missing/],
    [{ query: 3 }, /'query' is 3; it must be a string/],
    [{ query: 'x', maxResults: 0 }, /'maxResults' is 0; it must be a whole number from 1 to 100/],
    [
      { query: 'x', phrases: { JWT: 1 } },
      /'phrases' is \{"JWT":1\}; it must be a list of strings, such as \["one", "two"\], or leave it out/,
    ],
    [{ query: 'x', phrases: ['?!'] }, /phrase "\?!" contains no searchable word\. Add words/],
    [{ query: 'x', phrases: Array(21).fill('x') }, /21 phrases .*maximum is 20/],
    [{ query: 'x', phrases: ['x'.repeat(10_001)] }, /10001 characters.*10000/],
    [{ query: 'x', paths: Array(101).fill('a') }, /up to 100 paths/],
    [{ query: 'x', since: 'last week' }, /'last week' is not a date\. Give a day \(2026-02-11\)/],
    [
      { query: 'x', since: '2026-05', until: '2026-04' },
      /'since' \(2026-05\) is after 'until' \(2026-04\)\. Give an earlier since/,
    ],
    [
      { query: 'x', maxTokens: 'all' },
      /'maxTokens' is "all"; it must be a whole number from 1, or leave it out/,
    ],
    [{ query: 'x', maxResult: 3 }, /'maxResult' is not a field.*Did you mean "maxResults"/],
    [{ text: 'x' }, /'query' is missing/],
    [{ query: 'x', maxResults: 5, cursor: '-5' }, /'cursor' is "-5"; give the nextCursor/],
    [{ query: 'x', kind: 'note' }, /'kind' is "note"; .*file.*record/],
    ['x', /must be an object/],
  ])('rejects %j', async (input, message) => {
    const { memory } = await notedMemory({ 'a.md': 'x' })
    const failure = await failureOf(memorySearchTool(memory).execute(input))
    expect(failure).toMatchObject({ code: 'OPTION_INVALID', message: expect.stringMatching(message) })
  })

  it('is narrowed by roots, and lists them', async () => {
    const { memory } = await notedMemory({ 'a.md': 'zeppelin one' }, { 'b.md': 'zeppelin two' })
    const [first, second] = (await memory.listRoots()).map(({ name }) => name)
    const tool = memorySearchTool(memory)
    const all = await tool.execute({ query: 'zeppelin' })
    const one = await tool.execute({ query: 'zeppelin', limit: 1 })
    expect(one.structured.results).toHaveLength(1)
    expect(all.structured.results).toHaveLength(2)
    expect(all.text).toContain(`(2 roots: "${first}", "${second}").`)
    const { structured, text } = await tool.execute({ query: 'zeppelin', roots: [second] })
    expect(structured.results.map(({ root }) => root)).toEqual([second])
    expect(structured.searched.roots).toEqual([second])
    expect(text).toContain("Searched: the user's own memory (1 root).")
    expect(await failureOf(tool.execute({ query: 'zeppelin', roots: ['elsewhere'] }))).toMatchObject({
      code: 'ROOT_UNKNOWN',
      message: `There is no root named elsewhere. The roots are: ${first}, ${second}.`,
    })
    const path = all.structured.results[0]?.path ?? ''
    const [root, name] = path.split(':')
    expect(await failureOf(tool.execute({ query: 'zeppelin', paths: [path] }))).toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining(`Give "${name}" in 'paths' and "${root}" in 'roots'.`),
    })
    expect(
      (await tool.execute({ query: 'zeppelin', paths: [name], roots: [root] })).structured.results,
    ).toHaveLength(1)
  })

  it('is narrowed by paths, dates and phrases, all at once', async () => {
    const note = (text: string, date = '2026-03-04') => `---\ndate: ${date}\n---\n\n# Flight\n\n${text}\n`
    const { memory } = await notedMemory({
      'log/a.md': note('The red zeppelin flies to Oslo.'),
      'log/b.md': note('The zeppelin is red today.'),
      'log/c.md': note('The red zeppelin flies to Rome.', '2026-05-06'),
      'plan/d.md': note('The red zeppelin will fly.'),
    })
    const pathsFor = async (input: object) => {
      const { structured } = await memorySearchTool(memory).execute({
        query: 'where to',
        minScore: 0,
        ...input,
      })
      return structured.results.map(({ path }) => path).toSorted()
    }
    const phrases = ['red zeppelin']
    expect(await pathsFor({ phrases })).toEqual(['log/a.md', 'log/c.md', 'plan/d.md'])
    expect(await pathsFor({ phrases, paths: ['log/**'] })).toEqual(['log/a.md', 'log/c.md'])
    expect(await pathsFor({ phrases, paths: ['log', 'd.md'], until: '2026-03' })).toEqual([
      'log/a.md',
      'plan/d.md',
    ])
    expect(await pathsFor({ phrases, since: '2026-05' })).toEqual(['log/c.md'])
    expect(await pathsFor({ phrases: [...phrases, 'flies to Oslo'] })).toEqual(['log/a.md'])
    expect(await pathsFor({ phrases, since: '', until: null, paths: [], roots: [] })).toHaveLength(3)
  })

  it('reports the fields that narrowed a search without results', async () => {
    const { memory } = await notedMemory({ 'a.md': 'The red zeppelin flies.' })
    const ask = (input: object) => memorySearchTool(memory).execute({ query: 'zeppelin', ...input })
    const { text, structured } = await ask({ phrases: ['zeppelin red'], since: '1y' })
    expect(structured.results).toEqual([])
    expect(text).toMatch(
      /^Nothing in memory answers this within phrases, since\. Omit that to search everything\.\n\n/,
    )
    expect((await ask({ phrases: ['red zeppelin'] })).structured.results).toHaveLength(1)
  })

  it('leaves a blank query to the search, and stops when it is aborted', async () => {
    const { memory } = await notedMemory({ 'a.md': 'x' })
    const tool = memorySearchTool(memory)
    expect(await failureOf(tool.execute({ query: ' ' }))).toMatchObject({ code: 'QUERY_EMPTY' })
    const reason = new DOMException('enough', 'AbortError')
    expect(await failureOf(tool.execute({ query: 'x' }, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  })
})
