import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { answerJson, answerText, startServer, type Answer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider, refuse } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'
import { vectorOf } from './__fixtures__/text-vector.js'

/** The status that says that words alone are indexed though a provider was named. */
const providerUnavailable = 5

const notes = { 'harbour.md': '# Harbour\n\nThe harbour is deep.\n' }

/** A server whose first answers are these, and which embeds from then on; of no model that is known beforehand. */
async function serverAfter(...first: readonly Answer[]) {
  const left = [...first]
  return startServer((request, response) => {
    const { input } = JSON.parse(request.body) as { input: string[] }
    const vectors = input.map((text) => vectorOf(text))
    const well = request.path.startsWith('/v1/')
      ? {
          object: 'list',
          data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
        }
      : { embeddings: vectors }
    return (left.shift() ?? answerJson(well))(request, response)
  })
}

const busy = (headers: Record<string, string> = {}) => answerText('busy', { status: 503, headers })
const tooFast = answerText('slower', { status: 429, headers: { 'retry-after': '1' } })

describe.each([
  ['openai', (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-of-nobody' })],
  ['ollama', (url: string) => ({ OLLAMA_HOST: url })],
] as const)('the first request to %s, which learns the length of its vectors', (provider, variables) => {
  it.each([
    ['503', [busy(), busy()]],
    ['429', [tooFast, busy()]],
  ])('is repeated after %s, as any request is', async (_, answers) => {
    const server = await serverAfter(...answers)
    const workspace = providerWorkspace(notes, variables(server.url))
    const args = ['index', workspace.notes, '--provider', provider, '--model', 'a-new-model', '--json']
    const { exitCode, stdout, stderr } = await workspace.run(...args)
    expect([exitCode, stderr.split('\n').filter((line) => /not all have vectors/.test(line))]).toEqual([
      0,
      [],
    ])
    expect(JSON.parse(stdout)).toMatchObject({ embedded: 1, embedFailure: null, providerUnavailable: false })
    // Two that failed, the length, the canary, the text; then the model is calibrated.
    const texts = server.requests.map(({ body }) => body)
    expect(texts.findIndex((body) => body.includes('The harbour is deep'))).toBe(4)
  })
})

describe('a provider or model that is asked for by name and cannot be had', () => {
  const words = async ({ runJson }: ReturnType<typeof providerWorkspace>) =>
    (await runJson('search', 'harbour', '--provider', 'none')) as { results: { path: string }[] }

  it.each<[string, (folder: string) => { args?: string[]; variables?: Record<string, string> }]>([
    ['a flag', () => ({ args: ['--model', 'nosuch'] })],
    ['a variable', () => ({ variables: { RECALLITE_MODEL: 'nosuch' } })],
    ['a provider without its key', () => ({ args: ['--provider', 'openai'] })],
    [
      'a settings file',
      (folder) => {
        writeFileSync(join(folder, 'own.yaml'), 'provider: onnx\nmodel: nosuch\n')
        return { args: ['--config', join(folder, 'own.yaml')] }
      },
    ],
  ])('named by %s, ends index with a status of its own; the words are indexed', async (_, name) => {
    const workspace = providerWorkspace(notes, {})
    const { args = [], variables = {} } = name(workspace.folder)
    const { exitCode, stdout, stderr } = await workspace.start(
      ['index', workspace.notes, ...args, '--json'],
      variables,
    )
    expect([exitCode, stderr]).toEqual([
      providerUnavailable,
      expect.stringMatching(/keyword search finds all texts/),
    ])
    const report: unknown = JSON.parse(stdout)
    expect(schemaErrors('index', report)).toEqual([])
    expect(report).toMatchObject({ files: 1, chunks: 1, embedded: 0, providerUnavailable: true })
    expect((await words(workspace)).results[0]?.path).toBe('harbour.md')
    const strict = await workspace.start(['index', ...args, '--strict'], variables)
    expect(strict.exitCode).toBe(providerUnavailable)
  })

  it('counts as well where it fails in the middle', async () => {
    const played = await playProvider('openai', { fault: (ask) => refuse(ask, 401) })
    const workspace = providerWorkspace(notes, variablesFor('openai', played.server.url))
    const { exitCode, stderr } = await workspace.run('index', workspace.notes, '--provider', 'openai')
    expect([exitCode, stderr]).toEqual([providerUnavailable, expect.stringMatching(/401/)])
  })

  it('does not count where nobody named it: nothing is there, or what is there fails', async () => {
    const empty = providerWorkspace(notes, {})
    expect((await empty.run('index', empty.notes)).exitCode).toBe(0)
    expect((await empty.run('index', empty.notes, '--provider', 'auto')).exitCode).toBe(0)
    const played = await playProvider('openai', { fault: (ask) => refuse(ask, 401) })
    const workspace = providerWorkspace(notes, variablesFor('openai', played.server.url))
    const { exitCode, stdout, stderr } = await workspace.run('index', workspace.notes, '--json')
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/401/)])
    expect(JSON.parse(stdout)).toMatchObject({ embedFailure: expect.any(String), providerUnavailable: false })
  })
})
