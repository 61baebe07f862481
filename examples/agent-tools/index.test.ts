import { fileURLToPath } from 'node:url'
import { runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('index.js', import.meta.url))

it('the agent searches, reads and answers with its source', async () => {
  const { stdout, stderr, exitCode } = await runProcess([program])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout.split('\n').filter((line) => line.startsWith('→ '))).toEqual([
    expect.stringMatching(/^→ memory_search \{"query":"how long does a signed/),
    expect.stringMatching(
      /^→ memory_get \{"path":"memory\/decisions\/auth-\S+\.md","from":\d+,"lines":\d+\}$/,
    ),
  ])
  expect(stdout).toMatch(
    /My notes say:\n.*JSON Web Token.*15 minutes.*\nSource: memory\/decisions\/auth-\S+\.md#\d+\n$/,
  )
})

it('the agent must search before it answers', async () => {
  const { stdout } = await runProcess([program, 'just guess how long a signed JSON Web Token lives'])
  expect(stdout).toMatch(/→ memory_search [^]*My notes say:\n.*15 minutes/)
  expect(stdout).not.toContain('An hour')
})

it('the agent says if nothing is found', async () => {
  const { stdout } = await runProcess([program, 'xylophone', 'quotas'])
  expect(stdout).toContain('I searched my memory and did not find it.')
})
