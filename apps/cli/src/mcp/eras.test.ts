import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectHere } from './__fixtures__/client-here.js'
import { createServer } from './create-server.js'

const notes = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [
    `log/${n}.md`,
    `---\nstatus: ${n % 2 === 0 ? 'open' : 'done'}\n---\n# Flight ${n}\n\nThe red zeppelin flies to harbour ${n}.\n`,
  ]),
)

type Call = readonly [tool: string, input: Record<string, unknown>, answer: RegExp]

const flights = { query: 'zeppelin harbour', minScore: 0 }
const found = (count: number) =>
  new RegExp(`^(?:[^]*<memory-\\w+ path="log/){${count}}(?![^]*<memory-\\w+ path)`, 'u')

/** What clients send, beyond what the schemas say. */
const oddCalls: readonly Call[] = [
  ['memory_search', flights, found(10)],
  ['memory_search', { ...flights, maxResults: '5' }, found(5)],
  ['memory_search', { ...flights, maxResults: ' 5 ' }, found(5)],
  ['memory_search', { ...flights, limit: 4 }, found(4)],
  ['memory_search', { ...flights, limit: '4' }, found(4)],
  ['memory_search', { ...flights, maxResults: 5, cursor: '5' }, found(5)],
  ['memory_search', { ...flights, maxResults: 5, cursor: '10' }, found(2)],
  ['memory_search', { ...flights, maxResults: 5, cursor: 10 }, /OPTION_INVALID: .*'cursor' is 10/],
  [
    'memory_search',
    { ...flights, cursor: 'next' },
    /OPTION_INVALID: .*'cursor' is "next"; give the nextCursor/,
  ],
  ['memory_search', { ...flights, cursor: null }, found(10)],
  ['memory_search', { ...flights, paths: '["log/3.md","log/4.md"]' }, found(2)],
  ['memory_search', { ...flights, paths: 'log/3.md' }, found(1)],
  ['memory_search', { ...flights, paths: '' }, found(10)],
  ['memory_search', { ...flights, paths: [] }, found(10)],
  ['memory_search', { ...flights, paths: [3] }, /OPTION_INVALID: .*'paths'/],
  ['memory_search', { ...flights, phrases: 'harbour 7' }, found(1)],
  ['memory_search', { ...flights, roots: '["notes"]', kind: 'file' }, found(10)],
  ['memory_search', { ...flights, roots: 'elsewhere' }, /ROOT_UNKNOWN: .*notes/],
  ['memory_search', { ...flights, filter: { status: 'open' } }, found(6)],
  ['memory_search', { ...flights, filter: '{"status":"open"}' }, found(6)],
  ['memory_search', { ...flights, filter: 'null' }, found(10)],
  ['memory_search', { ...flights, filter: 'status=open' }, /OPTION_INVALID: .*'filter' is "status=open"/],
  ['memory_search', { ...flights, filter: '[1]' }, /OPTION_INVALID: .*'filter' is \[1\]/],
  ['memory_search', { ...flights, minScore: '0' }, found(10)],
  ['memory_search', { ...flights, minScore: 'low' }, /OPTION_INVALID: .*'minScore' is "low"/],
  ['memory_search', { ...flights, perDocument: '0', maxTokens: '100000' }, found(10)],
  ['memory_search', { ...flights, toolCallId: 'call_1', sessionId: 's', action: 'search' }, found(10)],
  ['memory_search', { ...flights, path: 'log/3.md' }, /'path' is not a field.*Did you mean "paths"\?/],
  ['memory_search', { ...flights, Paths: ['log/3.md'] }, /'Paths' is not a field.*Did you mean "paths"\?/],
  [
    'memory_search',
    { ...flights, max_results: 3 },
    /'max_results' is not a field.*Did you mean "maxResults"\?/,
  ],
  ['memory_search', { ...flights, root: ['notes'], roots: ['notes'] }, found(10)],
  ['memory_search', { qurey: 'zeppelin' }, /'qurey' is not a field.*Did you mean "query"\?/],
  ['memory_search', { question: 'zeppelin' }, /'query' is missing/],
  ['memory_search', { query: 7 }, /OPTION_INVALID: .*'query' is 7/],
  ['memory_search', { query: '["zeppelin"]', minScore: 0 }, /<memory-/],
  ['memory_search', {}, /'query' is missing/],
  ['memory_search', { ...flights, kind: 'note' }, /OPTION_INVALID: .*file, record/],
  ['memory_get', { path: 'log/3.md', from: '4', lines: '1' }, /Flight 3/],
  ['memory_get', { path: 'log/3.md', from: 4, lines: null }, /harbour 3/],
  ['memory_get', { paht: 'log/3.md' }, /'paht' is not a field.*Did you mean "path"\?/],
  ['memory_recall', { query: 'heron', tags: 'bird', minScore: '0' }, /The heron limps/],
  ['memory_recall', { query: 'heron', filter: '{"a":{"$gt":1}}', minScore: 0 }, /The heron limps/],
  ['memory_recall', { query: 'heron', includeSuperseded: 'True', minScore: 0 }, /The heron limps/],
  ['memory_recall', { query: 'heron', includeSuperseded: 'yes' }, /OPTION_INVALID: .*true or false/],
  ['memory_session', { action: 'list', cursor: '' }, /There are no sessions/],
]

type Caller = (name: string, input: Record<string, unknown>) => Promise<string>

/** A client of each version of the library, of one memory with a record. */
async function twoClients(): Promise<readonly Caller[]> {
  const { call, tools, policy, memory } = await connectHere(notes)
  await call('memory_remember', { content: 'The heron limps.', tags: '["bird"]', context: '{"a":2}' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  serveStdio(() => createServer({ tools, policy, memory }), { transport: here })
  const former = new FormerClient({ name: 'test', version: '1' })
  await former.connect(there)
  onTestFinished(() => former.close())
  return [
    async (name, input) => (await call(name, input)).text,
    async (name, input) => {
      const { content } = await former.callTool({ name, arguments: input })
      return (content as { text: string }[])[0]?.text ?? ''
    },
  ]
}

/** The marker of notes is random, and ages pass. */
const withoutChance = (text: string) => text.replaceAll(/memory-[a-p]{16,}/gu, 'memory-mark')

describe('both eras of the protocol', () => {
  it('give equal answers, also to input that is not as the schemas say', async () => {
    const [current, former] = await twoClients()
    for (const [name, input, answer] of oddCalls) {
      const text = (await current?.(name, input)) ?? ''
      expect([JSON.stringify(input), text]).toEqual([JSON.stringify(input), expect.stringMatching(answer)])
      expect(withoutChance((await former?.(name, input)) ?? '')).toBe(withoutChance(text))
    }
  })

  it('list the same tools with keywords that Gemini and OpenAI accept, within 9,000 characters', async () => {
    const lists = []
    for (const mode of ['auto', 'legacy'] as const) {
      const { client, policy } = await connectHere(notes, {}, mode)
      expect(client.getInstructions()).toBe(policy)
      const { tools } = await client.listTools()
      expect(JSON.stringify(tools).length + policy.length).toBeLessThanOrEqual(9000)
      lists.push(tools)
    }
    expect(lists[0]).toEqual(lists[1])
    for (const { name, inputSchema } of lists[0] ?? [])
      expect([name, ...badParts(inputSchema)]).toEqual([name])
  })

  it('page through all results without repeats', async () => {
    const { call } = await connectHere(notes)
    const whole = await call('memory_search', { ...flights, maxResults: 100 })
    const paths: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { structured } = await call('memory_search', { ...flights, maxResults: 5, cursor })
      paths.push(...structured.results.map(({ path }) => path))
      cursor = structured.nextCursor
    }
    expect(paths).toEqual(whole.structured.results.map(({ path }) => path))
    expect(new Set(paths).size).toBe(12)
  })
})

const keywords = new Set(
  'type description enum items properties required minimum maximum minItems maxItems minLength'.split(' '),
)

/** Unknown keywords, and objects without properties. */
function badParts(schema: object): string[] {
  const { type, properties, items, ...rest } = schema as Readonly<Record<string, unknown>>
  const unknown = Object.keys(rest).filter((name) => !keywords.has(name))
  const fields = Object.values((properties ?? {}) as Record<string, object>)
  const empty = type === 'object' && fields.length === 0 ? ['object without properties'] : []
  const inner = [...fields, ...(items ? [items as object] : [])].flatMap((part) => badParts(part))
  return [...unknown, ...empty, ...inner]
}
