import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'

const program = join(import.meta.dirname, 'index.js')

it('finds the answer in the example memory, and reads the line', async () => {
  const { stdout, stderr, exitCode } = await runProcess([program])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\d\d files, \d+ chunks\n/)
  expect(stdout).toMatch(/^memory\/decisions\/auth-\S+\.md:\d+-\d+ /m)
  expect(stdout).toMatch(/line \d+ of memory\/\S+\.md says: \S/)
})

it('accepts a folder and a question', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'notes'))
  writeFileSync(join(folder, 'notes/moor.md'), '# Moor\n\nA zeppelin moors here.\n')
  const { stdout } = await runProcess([program, folder, 'where', 'are', 'zeppelins'])
  expect(stdout).toContain('1 files, 1 chunks\n\nnotes/moor.md:1-3  Moor\n')
})
