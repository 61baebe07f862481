import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import type { HostConfig, MemoryHit, Session } from './openclaw-api.js'
import { authorizeHits } from './session-access.js'
import { mirrorTranscripts } from './transcripts.js'

const session = (key: string, entry: Partial<Session['entry']> = {}): Session => {
  return { sessionKey: `agent:main:${key}`, entry: { sessionId: key, updatedAt: 1, ...entry } }
}

const said = (content: string) => ({ type: 'message', message: { role: 'user', content } })

describe('transcripts', () => {
  it('are written to files after changes, except private and internal ones', async () => {
    const folder = join(temporaryFolder(), 'sessions')
    const reads: string[] = []
    const mirror = (...sessions: Session[]) =>
      mirrorTranscripts(
        { agentId: 'main', folder },
        { listSessionEntries: () => sessions },
        async () => (of) => {
          reads.push(of.sessionId)
          return [{ type: 'session', id: of.sessionId }, said('The key is red.')]
        },
      )
    const internal = ['cron:1', 'main:heartbeat', 'subagent:2', 'main:active-memory:aabbccddeeff'].map(
      (key) => session(key),
    )
    await mirror(session('main'), session('a/b'), session('secret', { incognito: true }), ...internal)
    expect(readdirSync(folder).toSorted()).toEqual(['a_b.jsonl', 'main.jsonl'])
    expect(readFileSync(join(folder, 'main.jsonl'), 'utf8').split('\n')).toHaveLength(3)
    await mirror(session('main'))
    expect(readdirSync(folder)).toEqual(['main.jsonl'])
    await mirror(session('main', { updatedAt: Date.now() + 60_000 }))
    expect(reads).toEqual(['main', 'a/b', 'main'])
  })
})

const hit = (path: string, source: MemoryHit['source']): MemoryHit => {
  return { path, source, startLine: 1, endLine: 1, score: 1, snippet: '', citation: path }
}

const sessions = [
  session('main'),
  session('direct'),
  session('child', { spawnedBy: 'agent:main:main' }),
  session('secret', { incognito: true }),
]
const hits = [
  hit('MEMORY.md', 'memory'),
  ...['main', 'direct', 'child', 'secret', 'gone'].map((name) =>
    hit(`sessions/main/${name}.jsonl`, 'sessions'),
  ),
]

function seen(asking: string | undefined, visibility?: 'self' | 'tree' | 'agent' | 'all', sandboxed = false) {
  const cfg: HostConfig = visibility ? { tools: { sessions: { visibility } } } : {}
  const request = { cfg, agentId: 'main', requesterSessionKey: asking, sandboxed, hits }
  const runtime = { agent: { session: { listSessionEntries: () => sessions } } }
  return authorizeHits(request, () => runtime as never).map(({ path }) =>
    path.replace(/^.*\/|\.jsonl$/gu, ''),
  )
}

describe('hits of transcripts', () => {
  it.each([
    [undefined, 'all', false, []],
    ['agent:main:main', undefined, false, ['main', 'direct', 'child']],
    ['agent:main:main', 'tree', false, ['main', 'child']],
    ['agent:main:main', 'self', false, ['main']],
    ['agent:main:direct', 'all', true, ['direct']],
    ['agent:main:direct:active-memory:aabbccddeeff', 'self', false, ['direct']],
  ] as const)('are seen by %s with %s (sandboxed: %s)', (asking, visibility, sandboxed, names) => {
    expect(seen(asking, visibility, sandboxed)).toEqual(['MEMORY.md', ...names])
  })
})
