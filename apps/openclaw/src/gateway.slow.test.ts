import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { fakeOpenClaw, someFiles } from './__fixtures__/fake-openclaw.js'

const built = fileURLToPath(new URL('../dist/plugin.js', import.meta.url))

it.skipIf(!existsSync(built))(
  'A21: the memory stays open in a Gateway, and finds files written since then',
  async () => {
    const { default: plugin } = (await import(built)) as typeof import('./plugin.js')
    const openclaw = fakeOpenClaw({ plugin, files: someFiles })
    onTestFinished(() => openclaw.capability?.runtime.closeAllMemorySearchManagers())
    const context = { sessionKey: 'agent:main:main' }
    const first = await openclaw.call('memory_search', { query: 'deploy key' }, context)
    expect(first.results).toMatchObject([{ path: 'MEMORY.md' }])
    openclaw.write('memory/2026-09-02.md', 'The harbour fee doubles in October.\n')
    const { results } = await openclaw.call('memory_search', { query: 'harbour fee' }, context)
    expect(results).toMatchObject([{ path: 'memory/2026-09-02.md' }])
    // Each change of the settings reopens the memory after the calls that use it.
    const answers = await Promise.all(
      [1, 2, 1, 2].map((maxResults) => {
        const config = { memory: { search: { query: { maxResults } } } }
        return openclaw.call('memory_search', { query: 'harbour fee' }, { ...context, config })
      }),
    )
    expect(answers.map((answer) => answer.results?.length)).toEqual([1, 1, 1, 1])
  },
)
