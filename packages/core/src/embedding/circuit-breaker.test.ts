import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.js'

const passing = new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No answer.', { isRetryable: true })
const refusal = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'The key is not valid.')

function breakerAt(opensOnRefusal = true) {
  const clock = { now: 1_000_000 }
  return { clock, breaker: createCircuitBreaker({ now: () => clock.now, opensOnRefusal }) }
}

describe('createCircuitBreaker', () => {
  it('lets everything through until three failures in a row, then nothing for half a minute', () => {
    const { clock, breaker } = breakerAt()
    breaker.failed(passing)
    breaker.failed(passing)
    expect(breaker.reason()).toBeUndefined()
    breaker.failed(passing)
    expect(breaker.reason()).toBe('No answer (next attempt in 30 s)')
    clock.now += 29_999
    expect(breaker.reason()).toMatch(/in 1 s/)
    clock.now += 1
    expect(breaker.reason()).toBeUndefined()
  })

  it('opens again at the first failure after its pause, and closes at an answer', () => {
    const { clock, breaker } = breakerAt()
    for (let failure = 0; failure < 3; failure += 1) breaker.failed(passing)
    clock.now += 30_000
    breaker.failed(passing)
    expect(breaker.reason()).toBeDefined()
    clock.now += 30_000
    breaker.succeeded()
    breaker.failed(passing)
    breaker.failed(passing)
    expect(breaker.reason()).toBeUndefined()
  })

  it('opens at once, for a minute, if every request is refused', () => {
    const { clock, breaker } = breakerAt()
    breaker.failed(refusal)
    expect(breaker.reason()).toBe('The key is not valid (next attempt in 60 s)')
    clock.now += 60_000
    expect(breaker.reason()).toBeUndefined()
  })

  it('does not if retries cost nothing', () => {
    const { breaker } = breakerAt(false)
    breaker.failed(refusal)
    expect(breaker.reason()).toBeUndefined()
  })
})
