import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchAnswer } from '@recallite/core'
import { expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { runHere } from '../__fixtures__/run-here.js'

const files = {
  'MEMORY.md': '# Memory\n\nThe deposit is refunded within 14 days.\n',
  'memory/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
}

it('A1: the index of an agent is one file, and can be rebuilt from the notes', async () => {
  const { notes, folder, env } = cliWorkspace(files)
  const search = async () => {
    const words = ['search', 'JWT_EXPIRY refunded', '--threshold', '0', '--json']
    const { stdout } = await runHere(words, { cwd: notes, env: { ...env, RECALLITE_PROVIDER: 'none' } })
    return (JSON.parse(stdout) as SearchAnswer).results.map(({ id, path, fusedScore }) => [
      path,
      id,
      fusedScore,
    ])
  }
  const before = await search()
  expect(before.map(([path]) => path).toSorted()).toEqual(['MEMORY.md', 'memory/auth.md'])
  const [project = ''] = readdirSync(join(folder, '.recallite/memory/projects'))
  expect(readdirSync(join(folder, '.recallite/memory/projects', project))).toContain('main.sqlite')
  rmSync(join(folder, '.recallite/memory'), { recursive: true })
  expect(await search()).toEqual(before)
})
