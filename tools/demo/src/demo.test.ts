import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'

/** The files that answer the questions, as the example memory has them. */
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

it('indexes, answers three questions with path and line, and says what to do next', async () => {
  const { exitCode, stdout, stderr } = await demo()
  expect(exitCode, stderr).toBe(0)
  // What was printed for each command, the index run first.
  const [index, ...answers] = stdout.split(/^\$ pnpm recallite .*$/m).slice(1)
  expect(index).toMatch(/^\d+ files: [1-9]\d* added/m)
  const places = answers.map((text) => /^ +(examples\/memory\/\S+\.md):\d+$/m.exec(text)?.[1])
  expect(places).toEqual(firstFiles)
  expect(stdout.match(/by BM25/g)).toHaveLength(1)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Next: pnpm recallite index ~\/notes/)
})

it('explains itself when it is not understood', async () => {
  const { exitCode, stderr } = await demo('--modle')
  expect(exitCode).toBe(2)
  expect(stderr).toContain('pnpm demo [--model FILE.gguf]')
})

it('and all other scripts start turbo so that it says nothing about telemetry', () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
  const starts = Object.values<string>(scripts).flatMap(
    (script) => /^(.*turbo) (?:run|watch) /u.exec(script)?.[1] ?? [],
  )
  expect(starts.length).toBeGreaterThan(4)
  expect(new Set(starts)).toEqual(new Set(['node --env-file=tools/turbo.env node_modules/turbo/bin/turbo']))
})
