import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../__fixtures__/run-cli.js'

const files = {
  'MEMORY.md': '# Memory\n\nThe deposit is refunded within 14 days.\n',
  'memory/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
}

interface SearchJson {
  readonly results: readonly { readonly id: string; readonly path: string; readonly score: number }[]
}

it('A1: the index of an agent is one file, and what is lost with it comes back from the notes', async () => {
  const { notes, folder, env } = cliWorkspace(files)
  const run = (...args: string[]) => runProcess([builtCli, ...args], { cwd: notes, env })
  const search = async () => {
    const { stdout } = await run(
      'search',
      'JWT_EXPIRY',
      'refunded',
      '--provider',
      'none',
      '--threshold',
      '0',
      '--json',
    )
    return (JSON.parse(stdout) as SearchJson).results.map(({ id, path, score }) => ({ id, path, score }))
  }
  const before = await search()
  expect(before.map(({ path }) => path).toSorted()).toEqual(['MEMORY.md', 'memory/auth.md'])
  const [project = ''] = readdirSync(join(folder, '.recallite/memory/projects'))
  expect(readdirSync(join(folder, '.recallite/memory/projects', project))).toContain('main.sqlite')
  rmSync(join(folder, '.recallite/memory'), { recursive: true })
  expect(await search()).toEqual(before)
})
