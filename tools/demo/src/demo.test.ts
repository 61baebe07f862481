import { describe, expect, it } from 'vitest'
import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { searches } from './script.js'

const places = /^ +(examples\/memory\/\S+\.md:\d+)$/gm

/** What the demo printed for each of its commands, the index run first. */
function answersIn(output: string): string[] {
  return output.split(/^\$ pnpm recallite .*$/m).slice(1)
}

/** The files that answer the questions, as the example memory has them. */
const firstFiles = [
  'examples/memory/memory/2026-03-04.md',
  'examples/memory/memory/reference/api-and-configuration.md',
  'examples/memory/memory/zh/数据库迁移.md',
]

describe('the demo', () => {
  it('indexes, answers three questions with path and line, and says what to do next', async () => {
    const env = { NO_COLOR: '1', HOME: '/nowhere' }
    const { exitCode, stdout, stderr } = await runProcess(['tools/demo/demo.js'], {
      cwd: repositoryRoot,
      env,
    })
    expect(exitCode, stderr).toBe(0)
    const [index, ...answers] = answersIn(stdout)
    expect(index).toMatch(/^\d+ files: [1-9]\d* added/m)
    expect(answers.map((text) => text.match(places)?.[0]?.trim().replace(/:\d+$/, ''))).toEqual(firstFiles)
    expect(stdout.match(/by BM25/g)).toHaveLength(1)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Next: pnpm recallite index ~\/notes/)
  })

  it('asks by meaning, by an exact name and in Chinese', () => {
    const queries = searches(undefined).map(({ args }) => args[1])
    expect(queries).toEqual([
      expect.stringMatching(/^why \w+/),
      expect.stringMatching(/^\w+$/),
      expect.stringMatching(/^\p{Script=Han}+$/u),
    ])
  })

  it('leaves the choice of model to the memory that was indexed with one', () => {
    const flags = searches('model.gguf').flatMap(({ args }) => args.filter((word) => word.startsWith('--')))
    expect(new Set(flags)).toEqual(new Set(['--limit', '--db']))
  })

  it('explains itself when it is not understood', async () => {
    const { exitCode, stderr } = await runProcess(['tools/demo/demo.js', '--modle'], { cwd: repositoryRoot })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('pnpm demo [--model FILE.gguf]')
  })
})
