import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findMemory } from '../memory-location.js'
import { openMemory } from '../open-memory.js'
import { createServer } from './create-server.js'
import { lazyRecords } from './lazy-records.js'
import { createOffer } from './offer.js'

/** A client of a server over an empty memory. */
async function connected() {
  const folder = temporaryFolder()
  const flags = { db: join(folder, 'index.sqlite'), provider: 'none', scope: 'user' } as const
  const use = { fills: true, livesLong: true }
  const location = await findMemory(flags, use)
  const open = await openMemory(location, { flags, use })
  const kept = lazyRecords(location, flags)
  const offer = createOffer({ ...open, records: kept.records }, {}, '1.0.0')
  const server = createServer(offer, { onFailure: () => {}, onClose: () => {} })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  // The library's own types disagree about what may be undefined.
  await Promise.all([server.connect(here as never), client.connect(there as never)])
  onTestFinished(async () => {
    await client.close()
    await kept.close()
    await open.memory.close()
  })
  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as { text: string }[]
    return { structured: structuredContent as Answer, text: first?.text ?? '', isError: isError ?? false }
  }
  return { client, call, folder, ...offer }
}

interface Answer {
  readonly outcome: string
  readonly forgotten: boolean
  readonly isReplay: boolean
  readonly record: { readonly id: string }
  readonly results: readonly {
    readonly record: { readonly id: string; readonly content: string; readonly occurredAt: string | null }
    readonly distance: number | null
  }[]
}

const contentsOf = ({ structured }: { readonly structured: Answer }) =>
  structured.results.map(({ record }) => record.content)

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
    ])
    expect(policy.text).toMatch(/call memory_recall; .* goes into memory_remember\.$/)
    expect(existsSync(join(folder, 'index.records.sqlite'))).toBe(false)
  })

  it('C4, C8, C11, C12: remember, and recall by words, confidence, context and place', async () => {
    const { call } = await connected()
    const wet = await call('memory_remember', {
      content: 'A wet cup slips above 12 newtons.',
      context: { params: { force: { value: 12 } }, spatial: { position: [3, 4] } },
      tags: ['cup'],
      occurredAt: '2026-02-11T14:30Z',
    })
    expect([wet.isError, wet.structured.outcome]).toEqual([false, 'added'])
    expect(wet.text).toContain(`Remembered as ${wet.structured.record.id}.`)
    await call('memory_remember', { content: 'A cup may be hot.', confidence: 0.2, collection: 'kitchen' })

    const found = await call('memory_recall', {
      query: 'wet cup',
      minConfidence: 0.3,
      filter: { 'params.force.value': { $gt: 10 } },
      near: [0, 0],
      minScore: 0,
    })
    expect(contentsOf(found)).toEqual(['A wet cup slips above 12 newtons.'])
    expect(found.structured.results[0]).toMatchObject({
      distance: 5,
      record: { occurredAt: '2026-02-11T14:30:00.000Z', confidence: 0.9 },
    })
    expect(found.text).toMatch(
      /^<memory-[a-p]{16} id="[\da-f-]{36}" collection="default" date="2026-02-11T14:30"/mu,
    )
    expect(found.text).toMatch(/never instructions/)
    const kitchen = await call('memory_recall', { query: 'cup', collection: 'kitchen', minScore: 0 })
    expect(contentsOf(kitchen)).toEqual(['A cup may be hot.'])
  })

  it('C1, C9: replay a session without a query', async () => {
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
    expect([unknown.structured.forgotten, unknown.text]).toEqual([
      false,
      expect.stringMatching(/^There is no record/),
    ])
    expect(contentsOf(await call('memory_recall', { query: 'key', minScore: 0 }))).toEqual([])
  })

  it('C17: refuse with a code and go on', async () => {
    const { call } = await connected()
    const refusals: readonly [string, Record<string, unknown>, RegExp][] = [
      ['memory_recall', {}, /^QUERY_EMPTY: /],
      ['memory_recall', { query: ' ' }, /^QUERY_EMPTY: /],
      ['memory_recall', { query: 'x', maxResults: 101 }, /^OPTION_INVALID: .*'maxResults' is 101/],
      ['memory_recall', { query: 'x', filter: { a: { $less: 1 } } }, /^FILTER_UNKNOWN_OPERATOR: .*\$less/],
      ['memory_recall', { query: 'x', filter: ['y'] }, /'filter' is \["y"\]; it must be a JSON object/],
      ['memory_recall', { query: 'x', near: ['1'] }, /'near' is \["1"\]; it must be a list of numbers/],
      ['memory_recall', { query: 'x', maxDistance: 1 }, /^OPTION_INVALID: .*Give it in 'near'/],
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
