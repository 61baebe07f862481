import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ProcessResult } from '@recallite/test-kit'
import { playProvider, refuse, type Fault } from './__fixtures__/played-provider.js'
import { canaryKey, providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'
import type { PlayedName } from './__fixtures__/wire.js'

/** What stands for the key in base64 depends on what is before it: three ways, of which the ends are left out. */
function base64Forms(key: string): string[] {
  return ['', ' ', '  '].flatMap((before) =>
    (['base64', 'base64url'] as const).map((code) =>
      Buffer.from(`${before}${key}${before}`).toString(code).slice(4, -8),
    ),
  )
}

const forms = [
  canaryKey,
  canaryKey.slice(3, -2),
  encodeURIComponent(canaryKey),
  encodeURIComponent(canaryKey).toLowerCase(),
  ...base64Forms(canaryKey),
  Buffer.from(canaryKey).toString('hex'),
]

/** Which forms of the key stand in some bytes. */
function formsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1')
  return forms.filter((form) => text.includes(form))
}

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Every file under a folder that has some form of the key; and how many were looked at, and of which kinds. */
function look(folder: string) {
  const files = everyFile(folder)
  const found = files.filter((file) => formsIn(readFileSync(file)).length > 0)
  return { found, hasLog: files.some((file) => file.endsWith('-wal')), count: files.length }
}

const said = ({ stdout, stderr }: ProcessResult) => `${stdout}${stderr}`

const repeated = [
  canaryKey,
  encodeURIComponent(canaryKey),
  ...[canaryKey, `Bearer ${canaryKey}`, `me:${canaryKey}`].flatMap((text) => [
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
  ]),
]

/** Repeats the key in its refusal, as careless servers do, in every form. */
const tellTale =
  (status: number): Fault =>
  (ask) =>
    refuse(ask, status, { message: `No: ${repeated.join(' ')}`, word: canaryKey })

describe('the forms', () => {
  it.each([
    ['as it is', `Bearer ${canaryKey}`],
    ['in base64', Buffer.from(`me:${canaryKey}`).toString('base64')],
    ['in a URL', `?key=${encodeURIComponent(canaryKey)}`],
  ])('find the key %s', (_, text) => {
    expect(formsIn(Buffer.from(text))).not.toEqual([])
  })
})

describe.each<PlayedName>(['openai', 'gemini'])('the key for %s', (provider) => {
  it('A15: is sent in one header, and stands in no byte that is written or said, also while a run is under way', async () => {
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
    'is not repeated where a refusal (%i) repeats it in every form',
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
