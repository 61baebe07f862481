import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { playProvider, refuse } from '../embedding/__fixtures__/played-provider.js'
import { connect, connected, contentsOf } from './__fixtures__/record-client.js'

describe('the tools of records', () => {
  it('say what they change, and make no file before they are called', async () => {
    const { client, folder, policy } = await connected()
    const { tools } = await client.listTools()
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual([
      ['memory_search', true, undefined],
      ['memory_get', true, undefined],
      ['memory_remember', false, false],
      ['memory_recall', true, undefined],
      ['memory_forget', false, true],
      ['memory_session', false, false],
    ])
    expect(policy.text).toMatch(
      /goes into memory_remember, and memory_search finds it; .* call memory_recall\.$/,
    )
    expect(existsSync(join(folder, 'index.records.sqlite'))).toBe(false)
  })

  it('C1: refuse a blank query and a limit out of range', async () => {
    const { call } = await connected()
    for (const input of [{}, { query: ' ' }]) {
      const { isError, text } = await call('memory_recall', input)
      expect([isError, text]).toEqual([true, expect.stringMatching(/^QUERY_EMPTY: /)])
    }
    for (const maxResults of [0, 101, 1.5]) {
      const { isError, text } = await call('memory_recall', { query: 'x', maxResults })
      expect([maxResults, isError]).toEqual([maxResults, true])
      expect(text).toMatch(/^OPTION_INVALID: .*'maxResults' is .* from 1 to 100/)
    }
  })

  it('C1: replay a session without a query', async () => {
    const { call } = await connected()
    for (const [content, occurredAt] of [
      ['Then the door closed.', '2026-02-11T12:00Z'],
      ['First the door opened.', '2026-02-11T10:00Z'],
    ])
      await call('memory_remember', { content, occurredAt, session: 'monday' })
    const replayed = await call('memory_recall', { session: 'monday' })
    expect(replayed.structured.isReplay).toBe(true)
    expect(contentsOf(replayed)).toEqual(['First the door opened.', 'Then the door closed.'])
  })

  it('C2: reach a limit of 100 with a filter and with a position', async () => {
    const folder = temporaryFolder()
    const store = await openSqliteRecords({ path: join(folder, 'index.records.sqlite') })
    await store.put(
      Array.from({ length: 240 }, (_, number) => ({
        content: `Door ${number} opened.`,
        context: { even: number % 2 === 0, spatial: { position: [number, 0] } },
      })),
    )
    await store.close()
    const { call, close } = await connect(folder)
    onTestFinished(close)
    const asked = {
      query: 'door opened',
      filter: { even: true },
      maxResults: 100,
      maxTokens: 100_000,
      minScore: 0,
    }
    expect((await call('memory_recall', asked)).structured.results).toHaveLength(100)
    const near = await call('memory_recall', { ...asked, near: [1000, 0] })
    expect(near.structured.results.map(({ distance }) => distance)).toEqual(
      Array.from({ length: 100 }, (_, index) => 762 + 2 * index),
    )
  })

  it('C5: embed records by an Ollama server, and answer by words when it is gone', async () => {
    let isGone = false
    const { server } = await playProvider('ollama', {
      fault: (ask) => (isGone ? refuse(ask, 500) : undefined),
    })
    vi.stubEnv('OLLAMA_HOST', server.url)
    const { call, close } = await connect(temporaryFolder(), { provider: 'ollama' })
    onTestFinished(close)
    await call('memory_remember', { content: 'The heron limps over the bank.' })
    const found = await call('memory_recall', { query: 'The heron limps over the bank.' })
    expect(found.structured).toMatchObject({ mode: 'hybrid', model: 'nomic-embed-text', degraded: [] })
    isGone = true
    const gone = await call('memory_recall', { query: 'heron', minScore: 0 })
    expect(contentsOf(gone)).toEqual(['The heron limps over the bank.'])
    expect(gone.structured).toMatchObject({
      mode: 'keyword',
      degraded: [{ retriever: 'vector', reason: expect.stringMatching(/./u) }],
    })
  })

  it('C9: start, list and end sessions, and recall within one', async () => {
    const { call } = await connected()
    const session = (action: string, input: object = {}) => call('memory_session', { action, ...input })
    expect((await session('list')).text).toBe('There is no session.')
    const started = await session('start', { context: { robot: { id: 'arm-01' } } })
    const [{ id } = { id: '' }] = started.structured.sessions
    expect(started.text).toBe(`Started the session "${id}".`)
    await call('memory_remember', { content: 'The door sticks.', session: id })
    await call('memory_remember', { content: 'The door squeaks.', session: 'other' })
    const within = await call('memory_recall', { query: 'door', session: id, minScore: 0 })
    expect(contentsOf(within)).toEqual(['The door sticks.'])
    const ended = await session('end', { session: id, summary: 'Oil it.' })
    expect(ended.structured.sessions).toMatchObject([{ id, summary: 'Oil it.', endedAt: expect.any(String) }])
    const { structured, text } = await session('list')
    expect(structured.sessions.map(({ records, endedAt }) => [records, endedAt !== null])).toEqual([
      [1, false],
      [1, true],
    ])
    expect(text).toContain('summary: Oil it.\ncontext: {"robot":{"id":"arm-01"}}')
    for (const [input, refusal] of [
      [{}, /^OPTION_INVALID: .*Name it in 'session'/],
      [{ session: 'nothing' }, /^RECORD_UNKNOWN_SESSION: /],
    ] as const)
      expect((await session('end', input)).text).toMatch(refusal)
  })

  it('C14: count what was returned, and write it down at the end', async () => {
    const { call, folder, close } = await connect(temporaryFolder())
    const { structured } = await call('memory_remember', { content: 'The heron limps.' })
    await call('memory_recall', { query: 'heron', minScore: 0 })
    await call('memory_recall', { query: 'limps', minScore: 0 })
    // To be told again is an access.
    await call('memory_remember', { content: 'The heron limps.' })
    await close()
    const store = await openSqliteRecords({ path: join(folder, 'index.records.sqlite'), create: false })
    const record = await store.get(structured.record.id).finally(() => store.close())
    expect(record).toMatchObject({ returnCount: 2, accessCount: 1, lastAccessed: expect.any(Number) })
  })

  it('C16: store nothing twice, and supersede and forget what there is', async () => {
    const { call } = await connected()
    const { structured } = await call('memory_remember', { content: 'The key is under the mat.' })
    const again = await call('memory_remember', { content: 'The key is  under the mat.' })
    expect(again.structured).toMatchObject({ outcome: 'duplicate', record: { id: structured.record.id } })
    expect(again.text).toMatch(/^Not stored: .*allowDuplicate/)
    const next = await call('memory_remember', {
      content: 'The key is in the shed.',
      supersedes: structured.record.id,
    })
    expect(contentsOf(await call('memory_recall', { query: 'key', minScore: 0 }))).toEqual([
      'The key is in the shed.',
    ])
    const { id } = next.structured.record
    expect((await call('memory_forget', { id })).structured).toEqual({ id, forgotten: true })
    const unknown = await call('memory_forget', { id })
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringMatching(/^RECORD_UNKNOWN: /)])
    expect(contentsOf(await call('memory_recall', { query: 'key', minScore: 0 }))).toEqual([])
  })

  it('C17: refuse with a code and go on', async () => {
    const { call } = await connected()
    const refusals: readonly [string, Record<string, unknown>, RegExp][] = [
      ['memory_recall', { query: 'x', filter: ['y'] }, /'filter' is \["y"\]; it must be a JSON object/],
      ['memory_recall', { query: 'x', near: ['1'] }, /'near' is \["1"\]; it must be a list of numbers/],
      ['memory_recall', { query: 'x', maxDistance: 1 }, /^OPTION_INVALID: .*Give it in 'near'/],
      ['memory_recall', { query: 'x', nearField: 'a' }, /^OPTION_INVALID: .*'nearField' needs a position/],
      ['memory_recall', { query: 'x', boostFactor: 1 }, /^OPTION_INVALID: .*Give it in 'boost'/],
      [
        'memory_recall',
        { query: 'x', mode: 'both' },
        /'mode' is "both"; it must be one of hybrid, keyword, vector/,
      ],
      ['memory_remember', {}, /^OPTION_INVALID: .*'content' is missing/],
      ['memory_remember', { content: ' ' }, /^RECORD_BLANK: /],
      ['memory_remember', { content: 'x', confidence: 2 }, /^OPTION_INVALID: .*'confidence' is 2/],
      ['memory_remember', { content: 'x', allowDuplicate: 'yes' }, /it must be true or false/],
      [
        'memory_remember',
        { content: 'x', supersedes: 'nothing' },
        /^RECORD_UNKNOWN: .*memory_recall returned/,
      ],
      ['memory_forget', {}, /'id' is missing/],
    ]
    for (const [name, input, refusal] of refusals) {
      const { isError, text } = await call(name, input)
      expect([name, input, isError]).toEqual([name, input, true])
      expect(text).toMatch(refusal)
    }
    expect((await call('memory_remember', { content: 'It goes on.' })).isError).toBe(false)
  })
})
