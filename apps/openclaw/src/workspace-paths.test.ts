import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { fakeOpenClaw, someFiles } from './__fixtures__/fake-openclaw.js'
import { classifyPaths } from './workspace-paths.js'

it("tells the agent's own files from those of the system and from links out of the workspace", () => {
  const { workspace: workspaceDir, write } = fakeOpenClaw({
    files: { ...someFiles, 'DREAMS.md': '', 'a.md': '' },
  })
  write('memory/dreaming/light.md', '')
  const outside = join(temporaryFolder(), 'USER.md')
  writeFileSync(outside, '')
  symlinkSync(outside, join(workspaceDir, 'USER.md'))
  const relativePaths = [
    'MEMORY.md',
    'memory/2026-09-01.md',
    'DREAMS.md',
    'memory/dreaming/light.md',
    'a.md',
    'USER.md',
    '../x.md',
    'none.md',
  ]
  const classes = classifyPaths({ workspaceDir, relativePaths }).map(({ originClass }) => originClass)
  const rest = ['untrusted', 'untrusted', 'untrusted', 'untrusted']
  expect(classes).toEqual(['agent', 'agent', 'system', 'system', ...rest])
})

it('accepts the paths of files that were read elsewhere, if they are plain', () => {
  const read = {
    'MEMORY.md': 'MEMORY.md',
    'USER.md': '../USER.md',
    'memory/a.md': 'memory//a.md',
    'memory/b.md': undefined,
  }
  const readSources = Object.entries(read).map(([relativePath, path]) => {
    return path === undefined ? { relativePath } : { relativePath, canonicalRelativePath: path }
  })
  const found = classifyPaths({ workspaceDir: '/none', relativePaths: Object.keys(read), readSources })
  expect(found.map(({ originClass }) => originClass)).toEqual([
    'agent',
    'untrusted',
    'untrusted',
    'untrusted',
  ])
})
