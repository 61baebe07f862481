import { request } from 'node:https'
import type { Fetch } from '@recallite/embeddings/http'
import {
  answerJson,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  expired,
  gzipBomb,
  inTurn,
  otherHost,
  redirectTo,
  reset,
  selfSigned,
  silence,
  stall,
  startServer,
} from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { createModel, dimensions, failureOf } from './__fixtures__/create-model.js'
import { expectNoKey } from './__fixtures__/expect-no-key.js'
import { canaryKey, playOpenAI } from './__fixtures__/played-openai.js'
import { createOpenAIEmbeddings } from './create-openai-embeddings.js'

const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }
const later = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
const unreadable = { code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false }
const ask = { texts: ['a', 'b'], role: 'document' } as const

async function failureAt(baseUrl: string, fetch?: Fetch): Promise<unknown> {
  const model = await createOpenAIEmbeddings({ apiKey: canaryKey, dimensions, baseUrl, fetch })
  return failureOf(model.embed(ask))
}

describe('a connection that fails', () => {
  it.each([
    ['is reset', reset(), later],
    ['is cut in the middle of a chunk', cutChunk('{"object":"list","data":['), later],
    ['is cut before the promised length', cutLength('{"object":"list","data":['), later],
    ['never answers', silence(), later],
    ['stops after the headers', stall(''), later],
    ['stops in the middle', stall('{"object":"list",'), later],
    ['stops in the middle of an error', stall('{"error":', { status: 500 }), later],
  ])('%s', async (_, answer, expected) => {
    const { model, server } = await createModel(answer, { firstByteTimeout: 150, idleTimeout: 150 })
    const failure = await failureOf(model.embed(ask))
    expect(failure).toMatchObject({ name: 'EmbeddingError', ...expected })
    expectNoKey(failure, canaryKey)
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it.each([
    ['has no end', endlessBody(), unreadable],
    ['unpacks to more than is accepted', gzipBomb(100), unreadable],
    ['does not unpack', answerJson({}, { headers: { 'content-encoding': 'gzip' } }), later],
  ])('%s', async (_, answer, expected) => {
    const { model, server } = await createModel(answer)
    const failure = await failureOf(model.embed(ask))
    expect(failure).toMatchObject({ name: 'EmbeddingError', ...expected })
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('is tried once, and the next call goes through', async () => {
    const { model, server } = await createModel(inTurn(reset(), playOpenAI()))
    expect(await failureOf(model.embed(ask))).toMatchObject(later)
    expect(server.requests).toHaveLength(1)
    expect(await model.embed(ask)).toHaveLength(2)
  })

  it('is refused where no server listens', async () => {
    const server = await startServer(silence())
    await server.stop()
    const failure = await failureAt(server.url)
    expect(failure).toMatchObject(later)
    expectNoKey(failure, canaryKey)
  })

  it('leads nowhere when the name does not resolve', async () => {
    const failure = await failureAt('https://no-such-host.invalid/v1')
    expect(failure).toMatchObject({ ...later, message: expect.stringContaining('no-such-host.invalid') })
    expectNoKey(failure, canaryKey)
  })

  it('may be slow', async () => {
    const body =
      '{"data":[{"index":0,"embedding":[1,0,0,0,0,0,0,0]},{"index":1,"embedding":[0,1,0,0,0,0,0,0]}]}'
    const { model } = await createModel(drip(body, 1), { firstByteTimeout: 2000, idleTimeout: 2000 })
    expect(await model.embed(ask)).toHaveLength(2)
  })
})

describe('a call that is aborted', () => {
  it.each([
    ['before the answer', silence()],
    ['in the middle of the answer', stall()],
    ['in the middle of an error', stall('{', { status: 500 })],
  ])('%s rejects with the reason and lets the connection go', async (_, answer) => {
    const { model, server } = await createModel(answer)
    const controller = new AbortController()
    const call = failureOf(model.embed({ ...ask, signal: controller.signal }))
    await expect.poll(() => server.requests.length).toBe(1)
    const reason = new RangeError('enough')
    controller.abort(reason)
    expect(await call).toBe(reason)
    await expect.poll(() => server.underWay()).toBe(0)
  })
})

describe('a redirect', () => {
  it.each([
    ['to another host', 'https://elsewhere.example/v1/embeddings'],
    ['to the metadata of a machine', 'http://169.254.169.254/latest/meta-data'],
    ['to a file', 'file:///etc/passwd'],
    ['to a host named like the key', `https://${encodeURIComponent(canaryKey)}.example/`],
    ['within the server', '/v2/embeddings'],
  ])('%s is not followed', async (_, location) => {
    const { model, server } = await createModel(redirectTo(location))
    const failure = await failureOf(model.embed(ask))
    expect(failure).toMatchObject(unavailable)
    expectNoKey(failure, canaryKey)
    expect(server.requests).toHaveLength(1)
  })

  it.each([301, 302, 303, 307, 308])('with %s does not send the key on', async (status) => {
    const thief = await startServer(playOpenAI())
    const { model } = await createModel(redirectTo(`${thief.url}/v1/embeddings`, status))
    expect(await failureOf(model.embed(ask))).toMatchObject(unavailable)
    expect(thief.requests).toEqual([])
  })
})

/** A fetch that trusts one more authority, which the global one can do for a whole process alone. */
function trusting(ca: string): Fetch {
  return async (input) => {
    const cause = await new Promise(
      (resolve) => void request(String(input), { ca }).on('error', resolve).end(),
    )
    throw new TypeError('fetch failed', { cause })
  }
}

describe('a certificate', () => {
  it.each([
    ['that is signed by itself', selfSigned, undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['that has ended', expired, undefined, 'CERT_HAS_EXPIRED'],
    ['of another host', otherHost, trusting(otherHost.cert), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('%s ends it, and nothing is sent', async (_, identity, fetch, code) => {
    const server = await startServer(playOpenAI(), identity)
    const failure = await failureAt(`${server.url}/v1`, fetch)
    expect(failure).toMatchObject({ ...unavailable, message: expect.stringContaining(code) })
    expect(String(failure)).toContain(new URL(server.url).host)
    expectNoKey(failure, canaryKey)
    expect(server.requests).toEqual([])
  })
})

describe('a fetch that the caller provides', () => {
  it.each([
    ['throws the key', () => Promise.reject(new TypeError(`invalid header: Bearer ${canaryKey}`))],
    [
      'throws it as a cause',
      () => Promise.reject(new TypeError('fetch failed', { cause: { headers: [btoa(canaryKey)] } })),
    ],
    ['throws no error', () => Promise.reject(canaryKey)],
  ])('%s and it goes no further', async (_, fetch) => {
    const failure = await failureAt('https://api.openai.com/v1', fetch)
    expect(failure).toMatchObject({ code: 'EMBEDDING_REQUEST_FAILED' })
    expectNoKey(failure, canaryKey)
  })
})
