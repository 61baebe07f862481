import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordLimits } from './check-fields.js'
import { checkName, checkRecord, checkSession, isExpired } from './check-record.js'
import { RecordError } from './errors.js'
import type { RecordInput } from './record.js'

const now = Date.UTC(2026, 1, 11)
const check = (fields: object) => checkRecord({ content: 'A text.', ...fields } as RecordInput, now)

function refusal(work: () => unknown): RecordError {
  try {
    work()
  } catch (error) {
    if (RecordError.isInstance(error)) return error
    throw error
  }
  throw new TypeError('Nothing was rejected.')
}

const tooDeep = (levels: number): object => (levels === 0 ? {} : { a: tooDeep(levels - 1) })
const cycle: Record<string, unknown> = {}
cycle['itself'] = cycle

describe('an invalid record', () => {
  const refused: readonly (readonly [code: string, field: string, fields: object])[] = [
    ['RECORD_BLANK', 'content', { content: '' }],
    ['RECORD_BLANK', 'content', { content: ' \t\n\u3000' }],
    ['RECORD_BLANK', 'content', { content: undefined }],
    ['RECORD_INVALID_FIELD', 'content', { content: 7 }],
    ['RECORD_TOO_LARGE', 'content', { content: 'x'.repeat(recordLimits.content + 1) }],
    ['RECORD_TOO_LARGE', 'summary', { summary: 'x'.repeat(recordLimits.summary + 1) }],
    ['RECORD_TOO_LARGE', 'collection', { collection: 'x'.repeat(recordLimits.name + 1) }],
    ['RECORD_TOO_LARGE', 'tags', { tags: ['x'.repeat(recordLimits.entry + 1)] }],
    [
      'RECORD_TOO_LARGE',
      'tags',
      { tags: Array.from({ length: recordLimits.entries + 1 }, (_, number) => `${number}`) },
    ],
    ['RECORD_TOO_LARGE', 'context', { context: { a: 'é'.repeat(recordLimits.context / 2) } }],
    ...[-0.01, 1.01, Number.NaN, Infinity, '0.5', [], true].map(
      (confidence) => ['RECORD_INVALID_CONFIDENCE', 'confidence', { confidence }] as const,
    ),
    ...[
      'text',
      7,
      [],
      [{}],
      new Date(),
      new Map(),
      { a: Number.NaN },
      { a: () => 1 },
      { a: 1n },
      { a: [undefined] },
    ].map((context) => ['RECORD_INVALID_CONTEXT', 'context', { context }] as const),
    ['RECORD_INVALID_CONTEXT', 'context', { context: cycle }],
    ['RECORD_INVALID_CONTEXT', 'context', { context: tooDeep(recordLimits.contextDepth + 1) }],
    ...[
      'yesterday',
      '',
      '2026-02-30',
      '2026-13-01',
      '2026-2-1',
      '2026-02-11T24:00',
      '12:00',
      Number.NaN,
      1e15,
      -1e15,
      3600,
      {},
    ].map((occurredAt) => ['RECORD_INVALID_DATE', 'occurredAt', { occurredAt }] as const),
    ['RECORD_INVALID_NAME', 'collection', { collection: ' ' }],
    ['RECORD_INVALID_NAME', 'session', { session: 'a\nb' }],
    ['RECORD_INVALID_NAME', 'id', { id: 'a\0' }],
    ['RECORD_INVALID_NAME', 'id', { id: '\uD800' }],
    ['RECORD_INVALID_FIELD', 'tags', { tags: 'tag' }],
    ['RECORD_INVALID_FIELD', 'scopeFiles', { scopeFiles: [1] }],
    ['RECORD_INVALID_FIELD', 'status', { status: 'forgotten' }],
    ['RECORD_INVALID_FIELD', 'supersededBy', { supersededBy: 'x' }],
    ['RECORD_INVALID_FIELD', 'accessCount', { accessCount: -1 }],
    ['RECORD_INVALID_FIELD', 'returnCount', { returnCount: 0.5 }],
    ['RECORD_INVALID_FIELD', 'confidance', { confidance: 1 }],
    ['RECORD_INVALID_FIELD', 'hasOwnProperty', { hasOwnProperty: 1 }],
  ]

  it.each(refused)('C1: is refused with %s: %s', (code, field, fields) => {
    const error = refusal(() => check(fields))
    expect(error).toMatchObject({ code, field, isRetryable: false })
    // The last sentence is the next step.
    expect(error.message).toMatch(/\. [A-Z].*\.$|\. [A-Z].*\}\.$/su)
  })

  it.each([null, undefined, 'text', 7, [], new Date()])(
    'C1: is refused if it is not an object: %j',
    (input) => {
      expect(refusal(() => checkRecord(input as never, now)).code).toBe('RECORD_INVALID_FIELD')
    },
  )
})

describe('when a record expires', () => {
  it.each([
    ['30d', now + 30 * 86_400_000],
    [' 12 h ', now + 12 * 3_600_000],
    ['2w', now + 14 * 86_400_000],
    ['3m', Date.UTC(2026, 4, 11)],
    ['1y', Date.UTC(2027, 1, 11)],
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    [now + 5, now + 5],
    [null, null],
  ])('is parsed from %j', (expiresAt, time) => expect(check({ expiresAt }).expiresAt).toBe(time))

  it.each(['30', '30x', 'd', '-3d', '99999y', '9999y', '2026-02-30', 1e15])('is refused: %j', (expiresAt) => {
    const error = refusal(() => check({ expiresAt }))
    expect(error).toMatchObject({ code: 'RECORD_INVALID_DATE', field: 'expiresAt' })
  })

  it('includes the moment of expiry', () => {
    expect([now - 1, now].map((at) => isExpired({ expiresAt: now }, at))).toEqual([false, true])
    expect(isExpired({ expiresAt: null }, Infinity)).toBe(false)
  })
})

describe('a record', () => {
  it('gets defaults', () => {
    expect(check({})).toMatchObject({
      id: null,
      collection: 'default',
      confidence: 0.9,
      createdAt: now,
      context: {},
    })
    expect(check({ confidence: null, tags: null, context: undefined, summary: ' ' })).toEqual(check({}))
  })

  it('C8: accepts any confidence from 0 to 1, inclusive', () => {
    for (const confidence of [0, 0.3, 1]) expect(check({ confidence }).confidence).toBe(confidence)
  })

  it('has trimmed and composed names, and distinct entries', () => {
    expect(check({ collection: ' Cafe\u0301 ' }).collection).toBe('Café')
    expect(checkName(' Cafe\u0301', 'collection')).toBe('Café')
    expect(check({ tags: ['a', ' a ', '', 'b'] }).tags).toEqual(['a', 'b'])
  })

  it('does not change when its context is changed later', () => {
    const context = { list: [1] }
    const { context: kept } = check({ context })
    context.list.push(2)
    expect(kept).toEqual({ list: [1] })
  })

  it('keeps any JSON context', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (context) => {
        expect(check({ context }).context).toEqual(JSON.parse(JSON.stringify(context)))
      }),
    )
  })

  it('is refused with a RecordError for any invalid input', () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withMap: true, withBigInt: true }),
        fc.anything(),
        (value, other) => {
          const all = [
            { context: value },
            { tags: value, occurredAt: other },
            { id: value },
            { confidence: value },
          ]
          const thrown = all.flatMap((fields) => errorsOf(() => check(fields)))
          expect(thrown.filter((error) => !RecordError.isInstance(error))).toEqual([])
        },
      ),
    )
  })
})

function errorsOf(work: () => unknown): unknown[] {
  try {
    work()
    return []
  } catch (error) {
    return [error]
  }
}

describe('a session', () => {
  it('C9: is validated like a record, with null for missing fields', () => {
    const none = { id: null, collection: null, context: null, startedAt: null, endedAt: null, summary: null }
    expect(checkSession({})).toEqual(none)
    expect(checkSession({ id: ' S ', startedAt: '2026-01-01' })).toEqual({
      ...none,
      id: 'S',
      startedAt: Date.UTC(2026, 0, 1),
    })
    expect(refusal(() => checkSession({ startedAt: 'now' }))).toMatchObject({
      code: 'RECORD_INVALID_DATE',
      field: 'startedAt',
    })
  })
})
