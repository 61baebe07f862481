import { describe, expect, it } from 'vitest'
import type { ProcessResult } from '@recallite/test-kit'
import { keySearch, repetitionsOf } from './__fixtures__/key-search.js'
import { playProvider, refuse, type Fault } from './__fixtures__/played-provider.js'
import { canaryKey, providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'
import type { PlayedName } from './__fixtures__/wire.js'

const { formsIn, look } = keySearch(canaryKey)

const said = ({ stdout, stderr }: ProcessResult) => `${stdout}${stderr}`

/** Repeats the key in every form in its refusal, like careless servers. */
const tellTale =
  (status: number): Fault =>
  (ask) =>
    refuse(ask, status, { message: `No: ${repetitionsOf(canaryKey).join(' ')}`, word: canaryKey })

describe('the forms', () => {
  it.each([
    ['unchanged', `Bearer ${canaryKey}`],
    ['in base64', Buffer.from(`me:${canaryKey}`).toString('base64')],
    ['in a URL', `?key=${encodeURIComponent(canaryKey)}`],
  ])('find the key %s', (_, text) => {
    expect(formsIn(Buffer.from(text))).not.toEqual([])
  })
})

describe.each<PlayedName>(['openai', 'gemini'])('the key for %s', (provider) => {
  it('A15: is sent in one header, and is in no written or printed byte, also during a run', async () => {
    const looks: ReturnType<typeof look>[] = []
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, number) => [
        `n${number}.md`,
        `# Note ${number}\n\nShip ${number} left.\n`,
      ]),
    )
    const played = await playProvider(provider, {
      fault: ({ number }) => {
        if (number > 0) looks.push(look(folder))
        return undefined
      },
    })
    const { folder, run, notes } = providerWorkspace(files, variablesFor(provider, played.server.url))
    const outputs = [
      await run('index', notes, '--provider', provider),
      await run('search', 'ship', '--provider', provider),
      await run('search', 'ship', '--json', '--explain', '--provider', provider),
      await run('status', '--json'),
      await run('spaces', '--json'),
      await run('config'),
      await run('config', '--json'),
      await run('index', notes, '--provider', provider, '--dry-run'),
    ]
    expect(outputs.map(({ exitCode }) => exitCode)).toEqual(outputs.map(() => 0))
    expect(outputs.flatMap((output) => formsIn(Buffer.from(said(output))))).toEqual([])
    const last = look(folder)
    expect([last.found, looks.flatMap(({ found }) => found)]).toEqual([[], []])
    expect([last.count > 121, looks.some(({ hasLog }) => hasLog)]).toEqual([true, true])
    for (const { path, headers, body } of played.server.requests) {
      expect(formsIn(Buffer.from(`${path}\n${body}`))).toEqual([])
      expect(Object.values(headers).filter((value) => String(value).includes(canaryKey))).toHaveLength(1)
    }
  }, 60_000)

  it.each([400, 401, 403, 404])(
    'is not printed if a refusal (%i) repeats it in every form',
    async (status) => {
      const played = await playProvider(provider, { fault: tellTale(status), isFromTheFirst: true })
      const { folder, run, notes } = providerWorkspace(
        { 'a.md': '# A\n\nA ship.\n' },
        variablesFor(provider, played.server.url),
      )
      const outputs = [
        await run('index', notes, '--provider', provider),
        await run('index', notes, '--provider', provider, '--json'),
        await run('search', 'ship', '--provider', provider, '--json'),
      ]
      expect(outputs[0]?.stderr).toContain('not all have vectors')
      expect(outputs.flatMap((output) => formsIn(Buffer.from(said(output))))).toEqual([])
      expect(look(folder).found).toEqual([])
    },
  )
})
