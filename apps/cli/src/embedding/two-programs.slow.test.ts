import { describe, expect, it } from 'vitest'
import { playProvider } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'

interface Answer {
  readonly mode: string
  readonly model: string | null
  readonly degraded: readonly unknown[]
  readonly results: readonly { readonly path: string; readonly score: number }[]
}

function notesOf(count: number): Record<string, string> {
  const note = (number: number) => [
    `n${number}.md`,
    `# Note ${number}\n\nThe harbour of note ${number} is deep.\n`,
  ]
  return Object.fromEntries(Array.from({ length: count }, (_, number) => note(number)))
}

/** An answer without values that differ between runs. */
const essence = ({ mode, model, degraded, results }: Answer) => ({ mode, model, degraded, results })

async function harbour() {
  const played = await playProvider('openai')
  const workspace = providerWorkspace(notesOf(60), variablesFor('openai', played.server.url))
  const run = (...args: string[]) => workspace.startProcess(args)
  const runJson = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await run(...args, '--json')).stdout)
  await workspace.run('index', workspace.notes, '--provider', 'openai')
  const search = async (...args: string[]) => essence((await runJson('search', 'harbour', ...args)) as Answer)
  return { ...workspace, run, runJson, played, search }
}

const nothing = ['--provider', 'none'] as const

describe('a program with --provider none next to one with a model', () => {
  it('changes neither the other’s answers nor the content of the index', async () => {
    const { played, search, runJson } = await harbour()
    const byBoth = await search()
    const byWords = await search(...nothing)
    expect([byBoth.mode, byBoth.model, byBoth.degraded]).toEqual(['hybrid', 'text-embedding-3-small', []])
    expect([byWords.mode, byWords.model, byWords.degraded]).toEqual(['keyword', null, []])
    const before = played.requests.length
    const answers = await Promise.all([
      search(),
      search(...nothing),
      search(),
      search(...nothing),
      runJson('status'),
    ])
    expect(answers.slice(0, 4)).toEqual([byBoth, byWords, byBoth, byWords])
    expect(played.requests).toHaveLength(before + 2)
    expect(answers[4]).toMatchObject({ spaces: [{ provider: 'openai', vectors: 60, pending: 0 }] })
  })

  it('may index while the other indexes and searches', async () => {
    const { played, search, run, runJson, notes, write } = await harbour()
    const byBoth = await search('--limit', '3')
    for (let number = 60; number < 200; number += 1)
      write(`n${number}.md`, `# Note ${number}\n\nThe mountain of note ${number} is high.\n`)
    const [withModel, without, ...answers] = await Promise.all([
      run('index', notes, '--provider', 'openai'),
      run('index', notes, ...nothing),
      search('--limit', '3'),
      search('--limit', '3', ...nothing),
    ])
    expect([withModel.exitCode, without.exitCode]).toEqual([0, 0])
    expect(`${withModel.stderr}${without.stderr}`).not.toMatch(/busy|locked|SQLITE_/i)
    expect(answers.map(({ mode, degraded }) => [mode, degraded])).toEqual([
      ['hybrid', []],
      ['keyword', []],
    ])
    expect(await runJson('index', '--provider', 'openai')).toMatchObject({ files: 200 })
    expect(await runJson('status')).toMatchObject({ spaces: [{ vectors: 200, pending: 0 }] })
    const texts = played.requests.flat().filter((text) => /of note \d+ is/.test(text))
    expect([texts.length, new Set(texts).size]).toEqual([200, 200])
    expect((await search('--limit', '3')).mode).toBe(byBoth.mode)
  })
})
