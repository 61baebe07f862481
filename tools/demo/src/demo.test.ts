import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'

/** The files of the example memory that answer the queries. */
const firstFiles = [
  'examples/memory/memory/2026-03-04.md',
  'examples/memory/memory/reference/api-and-configuration.md',
  'examples/memory/memory/zh/数据库迁移.md',
]

const demo = (...args: string[]) =>
  runProcess(['tools/demo/demo.js', ...args], {
    cwd: repositoryRoot,
    env: { NO_COLOR: '1', HOME: '/nowhere' },
  })

it('indexes, answers three questions with path and line, and suggests what to do next', async () => {
  const { exitCode, stdout, stderr } = await demo()
  expect(exitCode, stderr).toBe(0)
  // The output of each command, the index first.
  const [index, ...answers] = stdout.split(/^\$ pnpm recallite .*$/m).slice(1)
  expect(index).toMatch(/^\d+ files: [1-9]\d* added/m)
  const places = answers.map((text) => /^ +(examples\/memory\/\S+\.md):\d+$/m.exec(text)?.[1])
  expect(places).toEqual(firstFiles)
  expect(stdout.match(/by BM25/g)).toHaveLength(1)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Next: pnpm recallite index ~\/notes/)
})

it('prints its usage for invalid arguments', async () => {
  const { exitCode, stderr } = await demo('--modle')
  expect(exitCode).toBe(2)
  expect(stderr).toContain('pnpm demo [--model FILE.gguf]')
})
