import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBatchLines, writeBatchLines } from './batch-lines.js'

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
