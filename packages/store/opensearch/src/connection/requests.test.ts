import { expect, it, onTestFinished } from 'vitest'
import { serve, type Answer } from '@recallite/test-kit'
import { createRequests } from './requests.js'

const password = 'hunter2'

/** Requests to a server that answers like this. */
async function requestsTo(answer: Answer, options: { readonly isReadOnly?: boolean } = {}) {
  const server = await serve(answer)
  const url = `opensearch://me:${password}@${new URL(server.url).host}`
  const requests = createRequests({ url, ...options })
  onTestFinished(async () => {
    await requests.close()
    await server.stop()
  })
  return { server, ...requests }
}

const failing = (status: number, type: string, reason: string): Answer => {
  const body = JSON.stringify({ status, error: { type, reason: `${reason} for me:${password}` } })
  return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

it.each([
  [401, 'security_exception', 'no permissions', 'STORE_UNAVAILABLE', false],
  [
    403,
    'cluster_block_exception',
    'index [x] blocked: disk usage exceeded flood-stage watermark',
    'STORE_FULL',
    false,
  ],
  [403, 'cluster_block_exception', 'blocked by: [FORBIDDEN/8/index write (api)]', 'STORE_READ_ONLY', false],
  [
    404,
    'index_not_found_exception',
    'no such index [x-writers] and [require_alias] request flag is [true]',
    'STORE_UNAVAILABLE',
    true,
  ],
  [400, 'search_phase_execution_exception', 'maxClauseCount is set to 1024', 'STORE_INVALID_QUERY', false],
  [500, 'null_pointer_exception', 'a fault', 'STORE_UNAVAILABLE', false],
])('status %i, %s: %s', async (status, type, reason, code, isRetryable) => {
  const { send } = await requestsTo(failing(status, type, reason))
  const error = await send('GET', '/').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code, isRetryable })
  expect(String(error) + String((error as Error).stack)).not.toContain(password)
  expect(error).not.toHaveProperty('cause')
})

it.each([
  'no such index [x-fence-3] and [require_alias] request flag is [true] and [x-fence-3] is not an alias',
  'no such index [x-fence-3]',
])('takes a lost lock as a reason to try later: %s', async (reason) => {
  const { send } = await requestsTo(failing(404, 'index_not_found_exception', reason))
  await expect(send('PUT', '/x-fence-3/_doc/1', { body: {} })).rejects.toMatchObject({
    code: 'STORE_LOCKED',
    isRetryable: true,
  })
})

it('repeats a request that an overloaded server refused', async () => {
  let left = 2
  const { send, server } = await requestsTo((request, response) => {
    if (left > 0) return void failing(429, 'rejected_execution_exception', 'busy')(request, response)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  left = 0
  await send('GET', '/')
  left = 2
  const waiting = send('GET', '/')
  await expect.poll(() => server.requests.length).toBe(2)
  left = 0
  expect(await waiting).toEqual({ ok: true })
})

it('reports a server that does not exist at once', async () => {
  const { send, server } = await requestsTo(() => undefined)
  await server.stop()
  await expect(send('GET', '/')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', isRetryable: true })
})

it('sends no write if it was opened read-only', async () => {
  const { send, server } = await requestsTo(() => undefined, { isReadOnly: true })
  const writes = [send('PUT', '/x/_doc/1'), send('POST', '/_bulk', { lines: ['{}'] }), send('DELETE', '/x')]
  for (const write of writes) await expect(write).rejects.toMatchObject({ code: 'STORE_READ_ONLY' })
  expect(server.requests).toEqual([])
})
