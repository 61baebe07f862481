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

describe.each<PlayedName>(['openai', 'gemini', 'ollama'])('recallite index, while %s dies', (provider) => {
  it('keeps what was embedded; the next run sends only the rest', async () => {
    const dying = await playProvider(provider, {
      fault: ({ number, server }) => (number < 2 ? undefined : () => server.stop()),
    })
    const { notes, start } = providerWorkspace(manyNotes(), {})
    const args = ['index', notes, '--provider', provider, '--json']
    const first = await start(args, variablesFor(provider, dying.server.url))
    const { embedded } = JSON.parse(first.stdout) as Report
    expect(first.exitCode).toBe(5)
    expect(first.stderr).toMatch(
      /keyword search finds all texts; not all have vectors: .*(?:could not be asked|does not run)/,
    )
    expect(embedded).toBeGreaterThan(0)
    expect(embedded).toBeLessThan(400)

    const next = await playProvider(provider)
    const second = await start([...args, '--strict'], variablesFor(provider, next.server.url))
    expect([second.exitCode, (JSON.parse(second.stdout) as Report).embedded]).toEqual([0, 400 - embedded])
    expect(next.asked.flat()).toHaveLength(400 - embedded)
    const third = await start(['search', 'keeper'], variablesFor(provider, next.server.url))
    expect([third.exitCode, third.stderr]).toEqual([0, ''])
  }, 60_000)
})
