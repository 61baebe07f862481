import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sharedFile } from '@recallite/test-kit'
import { playProvider } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'

/** Models next to the checkout, never in it; without them these tests are skipped. */
const miniLm = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')
const e5 = sharedFile('models/multilingual-e5-small.q4_0.gguf')

interface Answer {
  readonly mode: string
  readonly model: string | null
  readonly results: readonly unknown[]
}

interface Report {
  readonly chunks: number
  readonly embedded: number
  readonly embedFailure: string | null
}

const subjects = ['harbour', 'garden', 'engine', 'choir', 'bakery', 'orchard', 'library', 'bridge']
const states = ['is closed on Mondays', 'needs a new roof']

/** Few enough texts for two models to embed in seconds. */
function shortNotes(): Record<string, string> {
  const sentences = states.flatMap((state) => subjects.map((subject) => `The ${subject} ${state}.`))
  return Object.fromEntries(
    sentences.map((sentence, number) => [`n${number}.md`, `# Note ${number}\n\n${sentence}\n`]),
  )
}

/** Long enough for a busy machine. */
const patient = { RECALLITE_QUERY_DEADLINE: '2m' }

function exampleMemory(variables: Readonly<Record<string, string>> = {}) {
  const workspace = providerWorkspace(shortNotes(), { ...patient, ...variables })
  const run = (...args: string[]) => workspace.startProcess(args)
  const runJson = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await run(...args, '--json')).stdout)
  const indexWith = async (model: string) =>
    (await runJson('index', workspace.notes, '--model', model)) as Report
  return { ...workspace, run, runJson, indexWith }
}

describe.skipIf(!miniLm || !e5)('another local model (needs both GGUF files next to the checkout)', () => {
  it('fills its space while the old one answers; after switching back, no text is embedded twice', async () => {
    const { indexWith, runJson } = exampleMemory()
    const first = await indexWith(miniLm ?? '')
    expect(first.embedded).toBe(16)

    const filling = indexWith(e5 ?? '')
    const isOver = filling.then(() => true)
    const answers: Answer[] = []
    // Searches without a pause would slow down embedding.
    while (!(await Promise.race([isOver, setTimeout(2000, false)])))
      answers.push((await runJson('search', 'new roof of the bakery')) as Answer)
    const second = await filling
    expect(second.embedded).toBe(first.embedded)
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.map(({ mode, results }) => [mode, results.length > 0])).toEqual(
      answers.map(() => ['hybrid', true]),
    )
    expect(answers[0]?.model).toContain('MiniLM')
    expect(await runJson('search', 'new roof of the bakery')).toMatchObject({
      mode: 'hybrid',
      model: 'multilingual-e5-small.q4_0',
      degraded: [],
    })

    const back = await indexWith(miniLm ?? '')
    expect(back.embedded).toBe(0)
    expect(await runJson('search', 'new roof of the bakery')).toMatchObject({
      mode: 'hybrid',
      model: 'all-MiniLM-L6-v2.q8_0',
      degraded: [],
    })
    expect((await indexWith(e5 ?? '')).embedded).toBe(0)
  }, 300_000)

  it('that is missing is not replaced by a provider with a key', async () => {
    const played = await playProvider('openai')
    const { folder, run, write, notes, indexWith } = exampleMemory(variablesFor('openai', played.server.url))
    const model = join(folder, 'model.gguf')
    copyFileSync(miniLm ?? '', model)
    await indexWith(model)
    rmSync(model)
    write('new.md', '# New\n\nThe harbour is deep.\n')
    const { stderr } = await run('index', notes)
    expect(stderr).toContain('model.gguf')
    const search = await run('search', 'harbour')
    expect(search.stdout).toContain('new.md')
    expect(played.server.requests).toEqual([])
  })
})
