import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider, refuse } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'

/** The exit status if a named provider is unavailable, so that only keywords are indexed. */
const providerUnavailable = 5

const notes = { 'harbour.md': '# Harbour\n\nThe harbour is deep.\n' }

describe('an unavailable provider or model that was named', () => {
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
  ])('named by %s, gives index a separate exit status; keywords are indexed', async (_, name) => {
    const workspace = providerWorkspace(notes, {})
    const { args = [], variables = {} } = name(workspace.folder)
    const { exitCode, stdout, stderr } = await workspace.start(
      ['index', workspace.notes, ...args, '--json'],
      variables,
    )
    expect([exitCode, stderr]).toEqual([
      providerUnavailable,
      expect.stringMatching(/Keyword search finds all texts/),
    ])
    const report: unknown = JSON.parse(stdout)
    expect(schemaErrors('index', report)).toEqual([])
    expect(report).toMatchObject({ files: 1, chunks: 1, embedded: 0, providerUnavailable: true })
    expect((await words(workspace)).results[0]?.path).toBe('harbour.md')
    const strict = await workspace.start(['index', ...args, '--strict'], variables)
    expect(strict.exitCode).toBe(providerUnavailable)
  })

  it('also has this status if it fails in the middle', async () => {
    const played = await playProvider('openai', { fault: (ask) => refuse(ask, 401) })
    const workspace = providerWorkspace(notes, variablesFor('openai', played.server.url))
    const { exitCode, stderr } = await workspace.run('index', workspace.notes, '--provider', 'openai')
    expect([exitCode, stderr]).toEqual([providerUnavailable, expect.stringMatching(/401/)])
  })

  it('does not have this status if it was not named: missing, or failing', async () => {
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
