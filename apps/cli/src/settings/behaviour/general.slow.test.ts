import { startServices } from '@recallite/test-kit'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { proveSettings, type MakeProof, type Proof } from '../__fixtures__/prove-settings.js'
import { settingsWorkspace, type PlainSettings } from '../__fixtures__/settings-workspace.js'
import type { Plain } from '@recallite/settings'

const byWords = { provider: 'none' }
const auth = '# Auth\n\nSessions end after 900 seconds.\n'

/** Who is asked for vectors, and for which model, when a note is indexed. */
function asking(given: PlainSettings, value: Plain, expected: Pick<Proof, 'unset' | 'set'>): MakeProof {
  return async ({ write, run }) => {
    const services = await startServices()
    return {
      given: { ...given, providers: { ollama: services.ollama } },
      value,
      async observe() {
        write('notes/auth.md', auth)
        const { exitCode, stderr } = await run('index', 'notes')
        const asked = services.asked().map(({ provider, model }) => `${provider} ${model}`)
        return exitCode === 0 ? [...new Set(asked)] : stderr
      },
      ...expected,
    }
  }
}

const usual = ['ollama nomic-embed-text']

const enabled: MakeProof = ({ write, run, cwd }) => ({
  given: byWords,
  value: false,
  async observe() {
    write('notes/auth.md', auth)
    const codes = [await run('index', join(cwd, 'notes')), await run('search', 'sessions')]
    return codes.map(({ exitCode, stderr }) => `${exitCode} ${stderr.includes('switched off')}`)
  },
  unset: ['0 false', '0 false'],
  set: ['2 true', '2 true'],
})

/** Indexed with Gemini, then with OpenAI, which is gone when somebody searches. */
const fallback: MakeProof = async (workspace) => {
  const [openai, gemini] = [await startServices(), await startServices()]
  workspace.variables['OPENAI_API_KEY'] = 'sk-test'
  workspace.variables['GEMINI_API_KEY'] = 'gemini-test'
  return {
    given: { provider: 'openai', providers: { openai: openai.openai, gemini: gemini.gemini } },
    value: 'gemini',
    async observe() {
      workspace.write('notes/auth.md', auth)
      for (const name of ['gemini', 'openai']) {
        await workspace.run('index', join(workspace.cwd, 'notes'), '--provider', name)
      }
      await openai.server.stop()
      const { provider: answering, mode } = await workspace.search('sessions')
      return [answering, mode]
    },
    unset: [null, 'keyword'],
    set: ['gemini', 'hybrid'],
  }
}

/** Which of what nobody named is found. */
const sources: MakeProof = ({ write, run, search, home }) => ({
  given: byWords,
  value: ['sessions'],
  async observe() {
    write('memory/a.md', '# Landing\n\nThe zeppelin lands in the marsh.\n')
    const said = JSON.stringify({ role: 'user', content: 'Where does the zeppelin land?' })
    write(join(home, '.recallite/sessions/main/talk.jsonl'), `${said}\n`)
    await run('index')
    return (await search('zeppelin')).results.map(({ path }) => path)
  },
  unset: ['memory/a.md'],
  set: ['talk.jsonl'],
})

const citations: MakeProof = ({ write, run }) => ({
  given: byWords,
  value: 'off',
  async observe() {
    write('notes/auth.md', auth)
    await run('index', 'notes')
    const { stdout } = await run('search', 'sessions', '--format', 'md')
    return stdout.includes('Source: auth.md#1')
  },
  unset: true,
  set: false,
})

const extraPaths: MakeProof = ({ write, run, runJson, home }): Proof => {
  const papers = join(home, 'papers')
  return {
    given: byWords,
    value: ['~/papers'],
    shown: [papers],
    async observe() {
      write(join(papers, 'x.md'), auth)
      write('notes/auth.md', auth)
      await run('index', 'notes')
      const { exitCode } = await run('index')
      const { roots } = await runJson<{ roots: { name: string; files: number }[] }>('status')
      return [exitCode, roots.map(({ name, files }) => `${name} ${files}`)]
    },
    unset: [0, ['notes 1']],
    set: [0, expect.arrayContaining(['notes 1', 'papers 1'])],
  }
}

proveSettings('general', {
  enabled,
  provider: asking({}, 'ollama', { unset: [], set: usual }),
  fallback,
  model: asking({ provider: 'ollama' }, 'all-minilm', { unset: usual, set: ['ollama all-minilm'] }),
  chain: asking({ provider: 'none' }, [{ provider: 'ollama' }], { unset: [], set: usual }),
  sources,
  extraPaths,
  citations,
})

describe('extraPaths', () => {
  it('A20: are files, folders and globs, from the home folder or beside their file', async () => {
    const { set, write, run, search, home } = settingsWorkspace()
    const files = ['papers/a/x.md', 'papers/a/y.txt', 'one.md', 'books/deep/b.md', '.recallite/beside/c.md']
    for (const file of [...files, 'two.md', 'papers/z.txt']) {
      write(join(home, file), `# Marsh\n\nThe marsh, in ${file}.\n`)
    }
    set({ ...byWords, extraPaths: ['~/papers/**/*.{md,txt}', '~/one.md', `${home}/books`, 'beside'] })
    const { exitCode, stderr } = await run('index')
    expect([exitCode, stderr]).toEqual([0, ''])
    const { results } = await search('marsh', '--limit', '100')
    const found = results.map(({ text }) => /in (\S+)\.$/m.exec(text)?.[1]).toSorted()
    expect(found).toEqual([...files, 'papers/z.txt'].toSorted())
  })
})
