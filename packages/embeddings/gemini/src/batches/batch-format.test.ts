import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersFileOf, readBatchLines, readBatchState, writeBatchLines } from './batch-format.js'

const reading = { dimensions: 2, apiKey: 'CANARY-key' }

const answerLine = (key: string, values: readonly number[]) =>
  JSON.stringify({ key, response: { embedding: { values } } })

describe('writeBatchLines', () => {
  it('writes one line of well-formed JSON per text, whatever is in it', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.record({ key: text, text })), (texts) => {
        const file = writeBatchLines(texts, { model: 'gemini-embedding-001', dimensions: 2 })
        const lines = file.split('\n').slice(0, -1)
        expect(file.isWellFormed()).toBe(true)
        expect(lines.map((line) => (JSON.parse(line) as { key: string }).key)).toEqual(
          texts.map(({ key }) => key),
        )
      }),
    )
  })
})

describe('readBatchLines', () => {
  it('finds every key again, in any order of lines', () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1 })
    fc.assert(
      fc.property(keys, (given) => {
        const lines = given.map((key, position) => answerLine(key, [position + 1, 0]))
        const results = readBatchLines(lines.toReversed().join('\n'), reading)
        expect(results?.map(({ key }) => key)).toEqual(given.toReversed())
      }),
    )
  })

  it.each([
    ['an error', { error: { code: 3, message: 'Refused to CANARY-key.' } }, 'Refused to [secret].'],
    ['a status', { status: { code: 3, message: 'Refused.' } }, 'Refused.'],
    ['an error without words', { error: {} }, 'Gemini gave no reason'],
    ['nothing', {}, 'Gemini answered with no vector'],
    [
      'a vector of another length',
      { response: { embedding: { values: [1] } } },
      'Gemini answered with a vector of 1 instead of 2 numbers',
    ],
    [
      'a vector of zeros',
      { response: { embedding: { values: [0, 0] } } },
      'Gemini answered with a vector that is all zero',
    ],
  ])('gives the reason of %s, and the good lines', (_, line, reason) => {
    const file = `${JSON.stringify({ key: 'bad', ...line })}\n\n${answerLine('good', [0, 2])}\n`
    expect(readBatchLines(file, reading)).toEqual([
      { key: 'bad', reason },
      { key: 'good', vector: new Float32Array([0, 1]) },
    ])
  })

  it.each(['{', 'null', '[]', '{"key":1}', '{"response":{}}', '{"key":"a"}\n{"key":"a"}'])(
    'trusts nothing of %j',
    (file) => {
      expect(readBatchLines(`${answerLine('good', [1, 0])}\n${file}`, reading)).toBeUndefined()
    },
  )
})

const key = 'CANARY-key'
const stateOf = (state: string, more: object = {}) => readBatchState({ metadata: { state, ...more } }, key)

describe('readBatchState', () => {
  it.each([
    ['PENDING', 'running', null],
    ['RUNNING', 'running', null],
    ['UNSPECIFIED', 'running', null],
    ['SUCCEEDED', 'done', null],
    ['FAILED', 'failed', 'Gemini gave no reason'],
    ['CANCELLED', 'failed', 'it was cancelled'],
    ['EXPIRED', 'failed', 'it was not done in time and has expired'],
  ])('takes %s for %s', (written, state, reason) => {
    const expected = { state, done: 0, total: 0, reason }
    expect([stateOf(`BATCH_STATE_${written}`), stateOf(`JOB_STATE_${written}`)]).toEqual([expected, expected])
  })

  it('counts what is answered, well or not', () => {
    const batchStats = { requestCount: '10', successfulRequestCount: '4', failedRequestCount: 2 }
    expect(stateOf('BATCH_STATE_RUNNING', { batchStats })).toMatchObject({ done: 6, total: 10 })
    const nonsense = { requestCount: '-1', successfulRequestCount: 'many', failedRequestCount: null }
    expect(stateOf('BATCH_STATE_RUNNING', { batchStats: nonsense })).toMatchObject({ done: 0, total: 0 })
  })

  it('gives the reason of a failure in one line, without the key', () => {
    const operation = {
      error: { message: `No\n\u001B[2Jgood: ${key}` },
      metadata: { state: 'BATCH_STATE_FAILED' },
    }
    expect(readBatchState(operation, key)).toMatchObject({ state: 'failed', reason: 'No [2Jgood: [secret]' })
  })

  it.each([undefined, null, 'text', [], {}, { metadata: null }, { metadata: { state: 3 } }])(
    'does not take %j for a job',
    (operation) => {
      expect(readBatchState(operation, key)).toBeUndefined()
    },
  )
})

describe('answersFileOf', () => {
  it('finds the file in both places', () => {
    expect(answersFileOf({ metadata: { output: { responsesFile: 'files/batch-a_1' } } })).toBe(
      'files/batch-a_1',
    )
    expect(answersFileOf({ response: { responsesFile: 'files/b' } })).toBe('files/b')
  })

  it.each(['', 'files/', 'files/../x', 'https://elsewhere.example/files/a', 'files/a?b', 3])(
    'takes %j for none',
    (responsesFile) => {
      expect(answersFileOf({ response: { responsesFile } })).toBeUndefined()
    },
  )
})
