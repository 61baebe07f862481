import { describe, expect, it } from 'vitest'
import { answersFileOf, readBatchState } from './batch-state.js'

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
