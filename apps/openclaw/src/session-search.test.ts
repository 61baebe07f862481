import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fakeOpenClaw, someFiles } from './__fixtures__/fake-openclaw.js'

it('finds transcripts of the sessions that the requesting session may see', async () => {
  const sessions = [{ sessionKey: 'agent:main:main', entry: { sessionId: 's1', updatedAt: 1 } }]
  const search = { sources: ['memory', 'sessions'], experimental: { sessionMemory: true } }
  const openclaw = fakeOpenClaw({ files: someFiles, config: { memory: { search } }, sessions })
  // An up-to-date transcript is not read again.
  const folder = join(openclaw.state, 'recallite/main-sessions')
  mkdirSync(folder, { recursive: true })
  const message = {
    type: 'message',
    message: { role: 'user', content: 'The harbour fee doubles in October.' },
  }
  writeFileSync(join(folder, 's1.jsonl'), `${JSON.stringify(message)}\n`)
  const input = { query: 'harbour fee', corpus: 'sessions' }
  const context = { oneShotCliRun: true, sessionKey: 'agent:main:main' }
  const { results } = await openclaw.call('memory_search', input, context)
  expect(results).toMatchObject([{ path: 'sessions/main/s1.jsonl', source: 'sessions' }])
  expect((await openclaw.call('memory_search', input)).results).toEqual([])
  expect((await openclaw.call('memory_search', { ...input, corpus: 'memory' }, context)).results).toEqual([])
  const read = await openclaw.call('memory_get', { path: 'sessions/main/s1.jsonl' })
  expect(read['status']).toBe('not_found')
  const off = { ...context, config: { memory: { search: { sources: ['memory'] } } } }
  const { query } = input
  expect((await openclaw.call('memory_search', { query, minScore: 0 }, off)).results).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

it('finds notes if transcripts cannot be read', async () => {
  const sessions = [{ sessionKey: 'agent:main:main', entry: { sessionId: 's1', updatedAt: 1 } }]
  const search = { sources: ['memory', 'sessions'], experimental: { sessionMemory: true } }
  // This OpenClaw has no reader of transcripts.
  const openclaw = fakeOpenClaw({ files: someFiles, config: { memory: { search } }, sessions })
  const { results, degraded } = await openclaw.call('memory_search', { query: 'deploy key' })
  expect(results).toMatchObject([{ path: 'MEMORY.md' }])
  expect(degraded).toContainEqual(expect.stringContaining('transcripts cannot be read'))
})
