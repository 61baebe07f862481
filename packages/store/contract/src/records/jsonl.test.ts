import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRecord } from './check-record.js'
import { exportRecords, importRecords, type ExportItem, type ImportItem } from './jsonl.js'
import type { MemoryRecord, RecordInput, Session } from './record.js'

const exported = async (...items: ExportItem[]) => (await Array.fromAsync(exportRecords(items))).join('')
const read = (...chunks: string[]): Promise<ImportItem[]> => Array.fromAsync(importRecords(chunks))

const recordOf = (input: RecordInput): MemoryRecord => ({ ...checkRecord(input, 5), id: input.id ?? 'one' })

const full = recordOf({
  id: '7',
  content: 'Line one\nline two \u2028 \uD800 "quoted"',
  collection: 'robot',
  session: 'S',
  summary: 'Short.',
  tags: ['a'],
  scopeFiles: ['b.md'],
  scopeEntities: ['c'],
  confidence: 0.25,
  context: { task: { success: true } },
  occurredAt: '2026-02-11',
  status: 'superseded',
  supersededBy: '8',
  accessCount: 2,
  returnCount: 3,
  lastAccessed: '2026-02-12',
})

describe('an export', () => {
  it('has one line for each record and session, without empty fields', async () => {
    const session: Session = {
      id: 'S',
      collection: 'robot',
      context: {},
      startedAt: 0,
      endedAt: null,
      summary: null,
    }
    const text = await exported(
      { kind: 'session', session },
      { kind: 'record', record: recordOf({ content: 'Short.' }) },
    )
    expect(text).toBe(
      [
        '{"kind":"session","id":"S","collection":"robot","startedAt":"1970-01-01T00:00:00.000Z"}',
        '{"kind":"record","id":"one","collection":"default","origin":"api","content":"Short.","confidence":0.9,"createdAt":"1970-01-01T00:00:00.005Z"}',
        '',
      ].join('\n'),
    )
  })

  it('is imported unchanged', async () => {
    const session: Session = {
      id: 'S',
      collection: 'c',
      context: { a: 1 },
      startedAt: 1,
      endedAt: 2,
      summary: 'Over.',
    }
    const items = await read(await exported({ kind: 'record', record: full }, { kind: 'session', session }))
    const [record, ended] = items
    expect(record?.kind === 'record' && { ...checkRecord(record.record, 0), id: '7' }).toEqual(full)
    expect(ended).toMatchObject({
      kind: 'session',
      at: 2,
      session: { id: 'S', summary: 'Over.', context: { a: 1 } },
    })
  })

  it('is imported unchanged from chunks of any size', async () => {
    const inputs = fc.record({
      content: fc.string({ unit: 'binary', minLength: 1 }).map((text) => `x${text}`),
      context: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      occurredAt: fc.option(fc.integer({ min: 1e11, max: 1e13 })),
      accessCount: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(inputs, { maxLength: 4 }), fc.nat({ max: 40 }), async (some, size) => {
        const records = some.map((input, number) => recordOf({ ...(input as RecordInput), id: `${number}` }))
        const text = await exported(...records.map((record) => ({ kind: 'record', record }) as const))
        const chunks = text.match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? []
        const items = await read(...chunks)
        const back = items.map((item) => item.kind === 'record' && checkRecord(item.record, 0))
        expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(records)))
      }),
    )
  })
})

describe('an import', () => {
  it('accepts handwritten lines, with empty ones, a byte order mark and any line ends', async () => {
    const items = await read('\uFEFF{"content":"One."}\r\n\n  \n{"kind":"record","content":"Two."}')
    expect(items).toEqual([
      { kind: 'record', at: 1, record: { content: 'One.' }, isPast: false },
      { kind: 'record', at: 4, record: { content: 'Two.' }, isPast: false },
    ])
    expect(await read('')).toEqual([])
  })

  it.each([
    ['RECORD_INVALID_LINE', '{"content": "x"'],
    ['RECORD_INVALID_LINE', '["x"]'],
    ['RECORD_INVALID_LINE', 'null'],
    ['RECORD_INVALID_LINE', '{"kind":"note","content":"x"}'],
    ['RECORD_BLANK', '{"content":" "}'],
    ['RECORD_INVALID_CONFIDENCE', '{"content":"x","confidence":2}'],
    ['RECORD_INVALID_FIELD', '{"content":"x","hash":"y"}'],
    ['RECORD_INVALID_DATE', '{"kind":"session","startedAt":"now"}'],
    ['RECORD_INVALID_DATE', '{"content":"x","expiresAt":3600}'],
    ['RECORD_INVALID_DATE', '{"content":"x","createdAt":1770000000000000}'],
  ])('reports the line of an error (%s), and continues: %s', async (code, line) => {
    const items = await read(`{"content":"One."}\n\n${line}\n{"content":"Two."}\n`)
    expect(items.map(({ kind, at }) => [kind, at])).toEqual([
      ['record', 1],
      ['refused', 3],
      ['record', 4],
    ])
    expect(items[1]).toMatchObject({
      error: { code, line: 3, message: expect.stringMatching(/^Line 3: .+\.$|^Line 3: .+\}\.$/u) },
    })
  })

  it('reports which records have expired, with times in seconds and milliseconds', async () => {
    const times = [1798761600, 1798761600000, '1798761600', '20270101', '30d', 1770000000, '2026/02/02', null]
    const lines = times.map((expiresAt) => JSON.stringify({ content: 'x', expiresAt })).join('\n')
    const items = await Array.fromAsync(importRecords([lines], Date.UTC(2026, 5, 1)))
    const past = items.map((item) => item.kind === 'record' && item.isPast)
    expect(past).toEqual([false, false, false, false, false, true, true, false])
  })

  it('rejects a line that is too long, without buffering it, and continues', async () => {
    const piece = 'x'.repeat(1_000_000)
    const items = await read(
      '{"content":"One."}\n',
      ...Array.from({ length: 6 }, () => piece),
      '\n{"content":"Two."}',
    )
    expect(items.map(({ kind, at }) => [kind, at])).toEqual([
      ['record', 1],
      ['refused', 2],
      ['record', 3],
    ])
  })

  it('stops after too many rejected lines, and reports it', async () => {
    let pieces = 0
    function* nonsense() {
      for (; pieces < 1_000; pieces += 1) yield 'nonsense\n'.repeat(1_000)
    }
    const items = await Array.fromAsync(importRecords(nonsense()))
    expect([items.length, pieces]).toEqual([10_001, 10])
    expect(items.at(-1)).toMatchObject({
      at: 10_001,
      error: { line: 10_001, message: expect.stringContaining('are not read') },
    })
  })
})
