import { startServices } from '@recallite/test-kit'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { proveSettings, type MakeProof, type Proof } from '../__fixtures__/prove-settings.js'
import { settingsWorkspace, type SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

const auth = '# Auth\n\nSessions end after 900 seconds.\n'

interface Status {
  readonly database: { readonly path: string }
  readonly vectorExtension: { readonly available: boolean; readonly reason: string | null }
}

const path: MakeProof = ({ run, runJson, write, home }) => ({
  given: { provider: 'none' },
  value: '~/elsewhere/x.sqlite',
  shown: join(home, 'elsewhere/x.sqlite'),
  async observe() {
    write('notes/auth.md', auth)
    await run('index', 'notes')
    const { database } = await runJson<Status>('status')
    return [database.path, existsSync(join(home, '.recallite/memory'))]
  },
  unset: [join(home, '.recallite/memory/main.sqlite'), true],
  set: [join(home, 'elsewhere/x.sqlite'), false],
})

/** What answers a question, and why not the vectors; after a note was indexed with a model. */
async function answers({ run, runJson, write, search }: SettingsWorkspace): Promise<unknown> {
  write('notes/auth.md', auth)
  await run('index', 'notes')
  const { vectorExtension } = await runJson<Status>('status')
  const { mode, results, degraded } = await search('sessions')
  return [vectorExtension.available, mode, results.length, degraded.map(({ reason }) => reason)]
}

async function vectorProof(
  workspace: SettingsWorkspace,
  proof: Pick<Proof, 'value' | 'shown' | 'set'> & Partial<Proof>,
): Promise<Proof> {
  const { ollama } = await startServices()
  const given = { provider: 'ollama', providers: { ollama } }
  return { given, observe: () => answers(workspace), unset: [true, 'hybrid', 1, []], ...proof }
}

/** How many vectors are kept of a note that is deleted. */
async function keptVectors({ run, runJson, write }: SettingsWorkspace): Promise<unknown> {
  const file = write('notes/auth.md', auth)
  write('notes/other.md', '# Other\n\nHarbour lights.\n')
  await run('index', 'notes')
  rmSync(file)
  await run('index')
  const { spaces } = await runJson<{ spaces: { vectors: number; unusedVectors: number }[] }>('status')
  return spaces.map(({ vectors, unusedVectors }) => [vectors, unusedVectors])
}

/** Nothing listens at this address: what is indexed is then nowhere. */
const url: MakeProof = ({ run, home, write }) => ({
  given: { provider: 'none' },
  value: 'postgres://me@127.0.0.1:1/notes?schema=team',
  async observe() {
    write('notes/auth.md', auth)
    const { exitCode } = await run('index', 'notes')
    return [exitCode, existsSync(join(home, '.recallite/memory/main.sqlite'))]
  },
  unset: [0, true],
  set: [1, false],
})

proveSettings('store', {
  'store.path': path,
  'store.url': url,
  'store.vector.enabled': (workspace) =>
    vectorProof(workspace, {
      value: false,
      set: [false, 'keyword', 1, [expect.stringContaining('switched off')]],
    }),
  'store.vector.extensionPath': (workspace) =>
    vectorProof(workspace, {
      value: '~/nothing-here.so',
      shown: join(workspace.home, 'nothing-here.so'),
      set: [false, 'keyword', 1, [expect.stringMatching(/sqlite-vec did not load: .*nothing-here/)]],
    }),
  'store.keepUnusedVectors': (workspace) => {
    const observe = () => keptVectors(workspace)
    return vectorProof(workspace, { value: 0, observe, unset: [[1, 1]], set: [[1, 0]] })
  },
})

/** The library that comes along with the store. */
function bundledLibrary(): string {
  const { resolve } = createRequire(
    new URL('../../../../../packages/store/sqlite/package.json', import.meta.url),
  )
  const { getLoadablePath } = createRequire(resolve('sqlite-vec'))(resolve('sqlite-vec')) as {
    getLoadablePath(): string
  }
  return getLoadablePath()
}

describe('store.vector.extensionPath', () => {
  it('A26: is the library that is loaded, whatever its name: a copy of the usual one does as well', async () => {
    const workspace = settingsWorkspace()
    const { ollama } = await startServices()
    const library = bundledLibrary()
    const copy = join(workspace.home, `own-build-2${library.slice(library.lastIndexOf('.'))}`)
    copyFileSync(library, copy)
    workspace.set({ provider: 'ollama', providers: { ollama }, store: { vector: { extensionPath: copy } } })
    expect(await answers(workspace)).toEqual([true, 'hybrid', 1, []])
  })
})
