import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSettings } from '@recallite/settings'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { locateMemory } from '../open/memory-location.js'
import { findTranscripts, renderTranscripts, setAgents } from './connect-transcripts.js'

/** A home folder with these files of 100 bytes, last changed on the day. */
function homeWith(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder()
  for (const [path, day] of Object.entries(files)) {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x'.repeat(100))
    utimesSync(file, new Date(day), new Date(day))
  }
  const read = () => readSettings({ cwd: home, variables: { HOME: home } })
  const config = join(home, '.recallite/config.yaml')
  return { home, read, config }
}

const files = {
  '.claude/projects/-home-me-shop/a.jsonl': '2026-02-11',
  '.claude/projects/-home-me-shop/b.jsonl': '2026-02-13',
  '.claude/projects/-home-me-shop/a/subagents/agent-1.jsonl': '2026-02-14',
  '.codex/sessions/2026/02/11/rollout-2026-02-11T10-00-00-x.jsonl': '2026-02-11',
  '.codex/sessions/2026/02/11/notes.jsonl': '2026-02-11',
  '.gemini/tmp/shop/chats/session-2026-02-11T10-00-x.json': '2026-02-11',
  '.gemini/tmp/shop/chats/session-2026-02-12T10-00-x.jsonl': '2026-02-12',
  '.gemini/tmp/shop/logs.json': '2026-02-15',
}

describe('findTranscripts', () => {
  it('counts the transcripts of each agent that has a folder, without those of subagents', async () => {
    const { home, read } = homeWith(files)
    const found = findTranscripts(await read(), {})
    expect(found).toEqual([
      {
        agent: 'claude-code',
        folder: join(home, '.claude/projects'),
        files: 2,
        bytes: 200,
        newest: '2026-02-13',
        isIndexed: false,
      },
      {
        agent: 'codex',
        folder: join(home, '.codex/sessions'),
        files: 1,
        bytes: 100,
        newest: '2026-02-11',
        isIndexed: false,
      },
      {
        agent: 'gemini-cli',
        folder: join(home, '.gemini/tmp'),
        files: 2,
        bytes: 200,
        newest: '2026-02-12',
        isIndexed: false,
      },
    ])
    expect(renderTranscripts(found)).toMatch(/^claude-code +2 files +0\.0 MB +2026-02-13 +not indexed +\//u)
  })

  it('finds folders that the variables of an agent name, and nothing on a new machine', async () => {
    const { home, read } = homeWith({ 'elsewhere/sessions/2026/rollout-a.jsonl': '2026-02-11' })
    expect(findTranscripts(await read(), {})).toEqual([])
    expect(renderTranscripts([])).toBe('No agent wrote transcripts on this machine.\n')
    expect(findTranscripts(await read(), { CODEX_HOME: join(home, 'elsewhere') })).toMatchObject([
      { agent: 'codex', files: 1 },
    ])
  })
})

describe('setAgents', () => {
  it('adds agents to the user file and removes them again, and leaves the rest of the file as it is', async () => {
    const { read, config } = homeWith(files)
    expect(setAgents(await read(), ['codex'])).toBe(true)
    expect(readFileSync(config, 'utf8')).toBe('sessions:\n  agents:\n    - codex\n')
    writeFileSync(config, `# Mine\nprovider: none\n${readFileSync(config, 'utf8')}`)
    expect(setAgents(await read(), ['codex', 'claude-code'])).toBe(true)
    expect((await read()).settings.sessions.agents).toEqual(['codex', 'claude-code'])
    expect(findTranscripts(await read(), {}).map(({ isIndexed }) => isIndexed)).toEqual([true, true, false])
    expect(setAgents(await read(), ['codex', 'claude-code'])).toBe(false)
    expect(setAgents(await read(), [])).toBe(true)
    expect((await read()).settings.sessions.agents).toEqual([])
    expect(readFileSync(config, 'utf8')).toMatch(/^# Mine\nprovider: none\n/u)
  })

  it('writes no file if nothing changes', async () => {
    const { read, config } = homeWith()
    expect(setAgents(await read(), [])).toBe(false)
    expect(existsSync(config)).toBe(false)
  })
})

describe('the transcripts of agents', () => {
  it('are a source of the own memory, not of a project, and are described there', async () => {
    const { home, read } = homeWith({ ...files, 'work/MEMORY.md': '2026-02-11' })
    setAgents(await read(), ['codex'])
    const { sources } = await locateMemory({ scope: 'user' }, await read(), {})
    expect(sources).toEqual([
      {
        kind: 'sessions',
        folder: join(home, '.codex/sessions'),
        name: 'codex',
        include: ['**/rollout-*.jsonl'],
        retentionDays: 30,
      },
    ])
    const project = await readSettings({ cwd: join(home, 'work'), variables: { HOME: home } })
    expect((await locateMemory({}, project, {})).sources).toEqual([
      { kind: 'memory', folder: join(home, 'work') },
    ])
  })

  it('cannot be named by a workspace file', async () => {
    const { home } = homeWith(files)
    mkdirSync(join(home, 'work'))
    writeFileSync(join(home, 'work/.recallite.yaml'), 'sessions: { agents: [codex] }\n')
    await expect(readSettings({ cwd: join(home, 'work'), variables: { HOME: home } })).rejects.toThrow(
      /sessions\.agents/u,
    )
  })
})
