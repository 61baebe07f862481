import { RerankError } from '@recallite/rerankers'
import {
  answerJson,
  answerText,
  cutChunk,
  redirectTo,
  reset,
  silence,
  stall,
  type Answer,
} from '@recallite/test-kit'
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
  ['a refused key', refusing(401), unavailable],
  ['a forbidden model', refusing(403), unavailable],
  ['an address that reranks nothing', refusing(404), unavailable],
  ['a redirect', redirectTo('http://127.0.0.1:1/steal'), unavailable],
  ['too many requests', refusing(429), failed],
  ['a service that asks to wait', refusing(429, { 'retry-after': '7' }), { ...failed, retryAfter: 7000 }],
  ['a server error', refusing(500), failed],
  ['a reset connection', reset(), failed],
  ['a cut answer', cutChunk('{"results": ['), failed],
  ['a request that is too large', refusing(413), { code: 'RERANK_REQUEST_TOO_LARGE', isRetryable: false }],
  ['a refused text', refusing(422), { code: 'RERANK_REQUEST_INVALID', isRetryable: false }],
  ['a server that does not begin', silence(), failed],
  ['a server that stops in the middle', stall(), failed],
  ['a web page', answerText(`<html>${canaryKey}</html>`), unusable],
  ['nothing', answerText(''), unusable],
  ['no list', answerJson({ hello: 1 }), unusable],
  ['null', answerJson(null), unusable],
  ['too few scores', answerJson({ results: [good] }), unusable],
  [
    'too many scores',
    answerJson({ results: [good, { ...good, index: 1 }, { ...good, index: 2 }] }),
    unusable,
  ],
  ['a score of no text', answerJson({ results: [good, { ...good, index: 7 }] }), unusable],
  ['a score without a text', answerJson({ results: [good, { relevance_score: 1 }] }), unusable],
  ['two scores of one text', answerJson({ results: [good, good] }), unusable],
  ['a score that is null', answerJson({ results: [good, { index: 1, relevance_score: null }] }), unusable],
  ['a score that is text', answerJson({ results: [good, { index: 1, score: '0.5' }] }), unusable],
  ['a score that is NaN', answerText('{"results": [{"index": 0, "score": NaN}]}'), unusable],
  ['an infinite score', answerText('[{"index": 0, "score": 1}, {"index": 1, "score": 1e999}]'), unusable],
  ['entries that are null', answerJson({ results: [null, null] }), unusable],
]

describe('a service that fails', () => {
  it.each(faults)(
    '%s: has its code after one request, and no key in the message',
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
