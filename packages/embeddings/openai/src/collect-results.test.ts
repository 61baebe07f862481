import { describe, expect, it } from 'vitest'
import { createPlayedBatches } from './__fixtures__/create-batches.js'
import { failureOf } from './__fixtures__/create-model.js'
import { embeddingList, errorBody, errorLine, outputLine } from './__fixtures__/documented-answers.js'
import { jsonLines } from './__fixtures__/played-batches.js'
import { canaryKey } from './__fixtures__/played-openai.js'

const good = (key: string, embedding: unknown, index: unknown = 0) =>
  outputLine(key, embeddingList([{ object: 'embedding', index, embedding }]))

describe('collect', () => {
  const done = { status: 'completed', output_file_id: 'file-out', error_file_id: 'file-errors' }

  const collected = async (output: string, errors = '') => {
    const { batches } = await createPlayedBatches({
      batch: done,
      files: { 'file-out': output, 'file-errors': errors },
    })
    return batches.collect('batch_abc123')
  }

  it('gives the vectors by their keys, in whatever order they come, and the reasons of the others', async () => {
    const output = jsonLines(good('b', [0, 1]), good('a', [1, 0]))
    const errors = jsonLines(
      outputLine('c', errorBody({ message: `It is too long,\nsays ${canaryKey}.` }), 400),
      errorLine('d', { code: 'batch_expired', message: 'This request could not be executed in time.' }),
    )
    expect(await collected(output, errors)).toEqual([
      { key: 'b', vector: Float32Array.of(0, 1) },
      { key: 'a', vector: Float32Array.of(1, 0) },
      { key: 'c', reason: 'It is too long, says [secret].' },
      { key: 'd', reason: 'This request could not be executed in time.' },
    ])
  })

  it.each([
    ['a short vector', good('a', [1]), 'it was answered with a vector of 1 instead of 2 numbers'],
    ['zeros', good('a', [0, 0]), 'it was answered with a vector that is all zero'],
    ['null for a number', good('a', [null, 1]), 'it was answered with a vector that holds more than numbers'],
    ['base64', good('a', 'AACAPwAAAEA='), 'it was answered with text in place of a vector'],
    ['another index', good('a', [1, 0], 1), 'it was not answered with one embedding'],
    [
      'two vectors',
      outputLine('a', embeddingList([0, 1].map((index) => ({ index, embedding: [1, 0] })))),
      'it was not answered with one embedding',
    ],
    ['no body', outputLine('a', null), 'it was not answered with one embedding'],
    ['a status alone', outputLine('a', null, 500), 'it was answered with the status 500'],
    [
      'no response',
      { custom_id: 'a', response: null, error: null },
      'it was answered with the status undefined',
    ],
    ['an error without words', { custom_id: 'a', error: {} }, 'it was refused without a reason'],
  ])('gives a reason in place of %s', async (_, line, reason) => {
    expect(await collected(jsonLines(line))).toEqual([{ key: 'a', reason }])
  })

  it('believes no answer where a text has two', async () => {
    const results = await collected(jsonLines(good('a', [1, 0]), good('b', [1, 1]), good('a', [0, 1])))
    expect(results).toEqual([
      { key: 'a', reason: 'it was answered more than once' },
      { key: 'b', vector: Float32Array.of(1, 1) },
    ])
  })

  it('passes over lines that name no text', async () => {
    const output = `{"custom_id":\n\nnull\n1\n{"custom_id":7}\n${jsonLines(good('a', [1, 0])).trimEnd()}`
    expect(await collected(output)).toEqual([{ key: 'a', vector: Float32Array.of(1, 0) }])
  })

  it('takes files that are larger than an answer may be', async () => {
    const line = jsonLines({ ...good('a', [1, 0]), padding: 'x'.repeat(2 ** 20) })
    const output = Array.from({ length: 70 }, (_, number) =>
      line.replace('"custom_id":"a"', `"custom_id":"${number}"`),
    )
    expect(await collected(output.join(''))).toHaveLength(70)
  })

  it.each([
    ['is still running', { status: 'in_progress' }, { isRetryable: true }],
    ['has failed', { status: 'failed' }, { isRetryable: false }],
  ])('rejects while the job %s', async (_, changes, expected) => {
    const { batches } = await createPlayedBatches({ batch: changes })
    const failure = await failureOf(batches.collect('batch_abc123'))
    expect(failure).toMatchObject({ code: 'EMBEDDING_REQUEST_FAILED', ...expected })
  })

  it('rejects when a file of the results is gone', async () => {
    const { batches } = await createPlayedBatches({ batch: done, files: { 'file-out': '' } })
    const failure = await failureOf(batches.collect('batch_abc123'))
    expect(failure).toMatchObject({ code: 'EMBEDDING_REQUEST_INVALID', isRetryable: false })
  })
})
