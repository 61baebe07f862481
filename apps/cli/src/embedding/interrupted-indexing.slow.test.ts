import { describe, expect, it } from 'vitest'
import { playProvider } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'
import type { PlayedName } from './__fixtures__/wire.js'

interface Report {
  readonly embedded: number
}

/** So many notes that every provider is asked several times. */
function manyNotes(): Record<string, string> {
  const note = (number: number) => [
    `n${number}.md`,
    `# Note ${number}\n\n${`Keeper ${number} counts ships. `.repeat(8)}`,
  ]
  return Object.fromEntries(Array.from({ length: 400 }, (_, number) => note(number)))
}

/** Indexes with a provider that dies after two requests, then with one that lives. */
async function outlive(provider: PlayedName): Promise<void> {
  const dying = await playProvider(provider, {
    fault: ({ number, server }) => (number < 2 ? undefined : () => server.stop()),
  })
  const next = await playProvider(provider)
  const { notes, startProcess } = providerWorkspace(manyNotes(), {})
  const args = ['index', notes, '--provider', provider, '--json']
  const first = await startProcess(args, variablesFor(provider, dying.server.url))
  const { embedded } = JSON.parse(first.stdout) as Report
  expect([provider, first.exitCode]).toEqual([provider, 5])
  expect(first.stderr).toMatch(
    /keyword search finds all texts; not all have vectors: .*(?:could not be asked|does not run)/,
  )
  expect(embedded).toBeGreaterThan(0)
  expect(embedded).toBeLessThan(400)

  const second = await startProcess([...args, '--strict'], variablesFor(provider, next.server.url))
  expect([second.exitCode, (JSON.parse(second.stdout) as Report).embedded]).toEqual([0, 400 - embedded])
  expect(next.asked.flat().filter((text) => text.includes('counts ships'))).toHaveLength(400 - embedded)
  const third = await startProcess(['search', 'keeper'], variablesFor(provider, next.server.url))
  expect([third.exitCode, third.stderr]).toEqual([0, ''])
}

describe('recallite index, while a provider dies', () => {
  it('keeps what was embedded; the next run sends only the rest', async () => {
    // All wait for the same pauses between attempts.
    await Promise.all((['openai', 'gemini', 'ollama'] as const).map(outlive))
  }, 90_000)
})
