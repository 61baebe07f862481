import { RerankError } from '../index.js'
import { answerJson, answerText, redirectTo, reset, silence, type Answer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { canaryKey, createServed } from './__fixtures__/rerank-server.js'

const request = { query: 'red apple', texts: ['a red apple', 'a red car'] }

const refusing = (status: number, headers: Record<string, string> = {}) =>
  answerJson({ message: `Refused: ${canaryKey}` }, { status, headers })

const failed = { code: 'RERANK_REQUEST_FAILED', isRetryable: true }
const unavailable = { code: 'RERANKER_UNAVAILABLE', isRetryable: false }
const unusable = { code: 'RERANK_RESPONSE_INVALID', isRetryable: false }
const good = { index: 0, relevance_score: 0.9 }

const faults: readonly (readonly [string, Answer, object])[] = [
  ['a rejected key', refusing(401), unavailable],
  ['a redirect', redirectTo('http://127.0.0.1:1/steal'), unavailable],
  ['a service that asks to wait', refusing(429, { 'retry-after': '7' }), { ...failed, retryAfter: 7000 }],
  ['a reset connection', reset(), failed],
  ['a request that is too large', refusing(413), { code: 'RERANK_REQUEST_TOO_LARGE', isRetryable: false }],
  ['a rejected text', refusing(422), { code: 'RERANK_REQUEST_INVALID', isRetryable: false }],
  ['a server that does not respond', silence(), failed],
  ['a web page', answerText(`<html>${canaryKey}</html>`), unusable],
  ['too few scores', answerJson({ results: [good] }), unusable],
]

describe('a service that fails', () => {
  it.each(faults)(
    '%s: fails with its code after one request, without the key in the message',
    async (_, answer, expected) => {
      const { server, reranker } = await createServed(answer, { firstByteTimeout: 1500, idleTimeout: 1500 })
      const error: unknown = await reranker.rerank(request).catch((reason: unknown) => reason)
      expect(error).toMatchObject(expected)
      expect(RerankError.isInstance(error)).toBe(true)
      expect(server.requests).toHaveLength(1)
      const said = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''}`
      expect(said).not.toContain(canaryKey)
      expect(said).not.toMatch(/embedding/i)
    },
  )

  it('ends the request when the signal aborts', async () => {
    const { server, reranker } = await createServed(silence())
    const controller = new AbortController()
    const reason = new RangeError('enough')
    const answer = reranker.rerank({ ...request, signal: controller.signal })
    await expect.poll(() => server.underWay()).toBe(1)
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await expect.poll(() => server.underWay()).toBe(0)
  })
})
