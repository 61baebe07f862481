import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'

it('connect --transcripts lists the conversations of agents, and adds them to the settings and removes them', async () => {
  const { run, write, folder } = cliWorkspace({})
  write(
    '../.claude/projects/-work/a.jsonl',
    '{"type":"user","message":{"role":"user","content":"Which port?"}}\n',
  )
  write('../.gemini/tmp/x/chats/session-1.jsonl', '{}\n')
  const settings = () => readFileSync(join(folder, '.recallite/config.yaml'), 'utf8')
  const dry = await run('connect', '--transcripts', '--dry-run')
  expect([dry.exitCode, dry.stdout]).toEqual([
    0,
    expect.stringMatching(/^claude-code +1 file .*not indexed/u),
  ])
  expect(settings).toThrow('no such file')
  const unasked = await run('connect', '--transcripts')
  expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const added = await run('connect', '--transcripts', '--yes')
  expect(added.stdout).toBe('Added the transcripts of claude-code.\nAdded the transcripts of gemini-cli.\n')
  expect(settings()).toContain('- gemini-cli')
  const again = await run('connect', '--transcripts', '--yes')
  expect([again.stdout, again.stderr]).toEqual(['', expect.stringContaining('Nothing to change.')])
  const removed = await run('connect', '--transcripts', '--undo', '--only', 'gemini', '--yes')
  expect(removed.stdout).toBe('Removed the transcripts of gemini-cli.\n')
  expect(settings()).toMatch(/- claude-code\n$/u)
})
