import { describe, expect, it } from 'vitest'
import { startServer } from './loopback-server.js'
import { expired, otherHost, selfSigned } from './test-certificates.js'
import {
  answerJson,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  gzipBomb,
  inTurn,
  redirectTo,
  reset,
  silence,
  stall,
} from './server-answers.js'

describe('startServer', () => {
  it('answers on loopback and remembers what it was asked', async () => {
    const server = await startServer(answerJson({ good: true }, { status: 201, headers: { 'x-one': '1' } }))
    const response = await fetch(`${server.url}/a?b=c`, { method: 'POST', body: 'é' })
    expect([response.status, response.headers.get('x-one'), await response.json()]).toEqual([
      201,
      '1',
      { good: true },
    ])
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/a?b=c', body: 'é' }])
  })

  it('answers in turn, and the last for ever', async () => {
    const server = await startServer(inTurn(answerJson(1), answerJson(2)))
    const ask = async (): Promise<unknown> => (await fetch(server.url)).json()
    expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 2])
    server.answerWith(answerJson(3))
    expect(await ask()).toBe(3)
  })

  it('refuses connections when it has stopped', async () => {
    const server = await startServer(silence())
    await server.stop()
    await server.stop()
    await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})

describe('faults', () => {
  it.each([
    ['reset', reset(), 'ECONNRESET'],
    ['cutChunk', cutChunk('{"a":'), 'UND_ERR_SOCKET'],
    ['cutLength', cutLength('{"a":'), 'UND_ERR_SOCKET'],
  ])('%s breaks the connection', async (_, answer, code) => {
    const server = await startServer(answer)
    const read = async (): Promise<string> => (await fetch(server.url)).text()
    await expect(read()).rejects.toMatchObject({ cause: { code } })
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it.each([
    ['silence', silence()],
    ['stall', stall()],
    ['endlessBody', endlessBody()],
  ])('%s has no end but the one the client makes', async (_, answer) => {
    const server = await startServer(answer)
    const read = async (): Promise<string> =>
      (await fetch(server.url, { signal: AbortSignal.timeout(100) })).text()
    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect.poll(() => server.underWay()).toBe(0)
  })

  it('drip and gzipBomb give what they say', async () => {
    const server = await startServer(inTurn(drip('{"a":1}', 1), gzipBomb(3)))
    expect(await (await fetch(server.url)).json()).toEqual({ a: 1 })
    expect(await (await fetch(server.url)).text()).toBe(' '.repeat(3 * 2 ** 20))
  })

  it('redirectTo names another place', async () => {
    const server = await startServer(redirectTo('http://169.254.169.254/', 302))
    const response = await fetch(server.url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
  })
})

describe('a server with a certificate', () => {
  it.each([
    ['of its own', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['that has ended', expired, 'CERT_HAS_EXPIRED'],
    ['of another host', otherHost, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('%s is not trusted', async (_, identity, code) => {
    const server = await startServer(answerJson(1), identity)
    await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code } })
    expect(server.requests).toEqual([])
  })
})
