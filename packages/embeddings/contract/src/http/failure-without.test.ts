import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { failureWithout } from './failure-without.js'

const secret = 'sk-CANARY+/=key'
const vectors = [new Float32Array([1])]
const options = { isRetryable: true, retryAfter: 5, vectors }

function failure(cause: unknown, message = 'It failed; try again.'): EmbeddingError {
  return new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { cause, ...options })
}

function circle(): unknown {
  const error: { cause?: unknown; note: unknown } = { note: secret }
  error.cause = error
  return error
}

describe('failureWithout', () => {
  it.each<[where: string, cause: unknown]>([
    ['a message', new Error(`refused ${secret}`)],
    ['a cause of a cause', new Error('a', { cause: new Error('b', { cause: secret }) })],
    ['one of several errors', new AggregateError([new Error('a'), new Error(secret)])],
    ['a property that is hidden', Object.defineProperty(new Error('a'), 'request', { value: { secret } })],
    ['a symbol', { [Symbol('headers')]: [`Bearer ${secret}`] }],
    ['the name of a property', { [secret]: 1 }],
    ['a map', new Map([['authorization', { value: secret }]])],
    ['headers', new Headers({ authorization: `Bearer ${secret}` })],
    ['a URL', new URL(`https://host.example/?key=${encodeURIComponent(secret)}`)],
    ['base64', { authorization: `Basic ${btoa(`me:${secret}`)}` }],
    ['a circle', circle()],
    ['more than can be looked through', Array.from({ length: 30_000 }, (_, position) => `line ${position}`)],
  ])('drops causes with the secret in %s', (_, cause) => {
    const clean = failureWithout([secret], failure(cause))
    expect(clean.cause).toBeUndefined()
    expect(clean).toMatchObject({
      code: 'EMBEDDING_REQUEST_FAILED',
      message: 'It failed; try again.',
      ...options,
    })
  })

  it('takes the secret out of the message', () => {
    const clean = failureWithout([secret], failure(undefined, `It does not take ${secret}.`))
    expect(clean.message).toBe('It does not take [secret].')
    expect(inspect(clean, { showHidden: true })).not.toContain(secret)
  })

  it('leaves a failure as it is where no secret stands in it, or there is none', () => {
    const innocent = failure(new Error('ECONNREFUSED', { cause: circle }))
    expect(failureWithout([secret], innocent)).toBe(innocent)
    const other = failure(new Error(secret))
    expect(failureWithout([], other)).toBe(other)
  })

  it('runs no getter', () => {
    const cause = {
      get trap(): string {
        throw new Error('was run')
      },
    }
    expect(failureWithout([secret], failure(cause)).cause).toBe(cause)
  })
})
