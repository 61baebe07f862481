import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess, sharedFile, startServices, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { jsonLines, notesSuite, writeFiles } from './__fixtures__/suite-folder.js'
import { readRun } from './run/run-file.js'
import type { Run } from './run/run.js'

/** Next to the checkout, never in it; the tests of this model are skipped without it. */
const onnxModel = sharedFile('models/all-MiniLM-L6-v2-onnx')

/** The child process of a local model does not read TypeScript. */
const builtEval = join(import.meta.dirname, '../dist/bin.js')

/** No note contains the word `vehicle`: only vectors find the car. */
const suite = {
  ...notesSuite,
  'corpus/car.md': '# Garage\n\nThe car needs new tyres.\n',
  'queries.jsonl': jsonLines([
    { id: 'vehicle', text: 'vehicle', kind: 'synonym', relevant: [{ path: 'car.md' }] },
    { id: 'billing', text: 'billing service', kind: 'direct', relevant: [{ path: 'people/ada.md' }] },
  ]),
}

interface Where {
  /** The user's settings file. */
  readonly settings?: string
  readonly variables?: Readonly<Record<string, string>>
  /** An existing home. */
  readonly home?: string
}

/** Runs the suite with the strategy `vector`, in a home with these settings, and returns the run. */
async function ask(
  flags: readonly string[],
  { settings, variables = {}, home = temporaryFolder() }: Where = {},
) {
  mkdirSync(join(home, '.recallite'), { recursive: true })
  if (settings !== undefined) writeFileSync(join(home, '.recallite/config.yaml'), settings)
  const { args, read } = runOf(flags, home)
  const { exitCode, talked, written } = await runEval(args, { variables: { HOME: home, ...variables } })
  return { exitCode, talked, written, read }
}

/** The same by the built program. */
async function askBuilt(flags: readonly string[], home: string) {
  const { args, read } = runOf(flags, home)
  const { exitCode, stderr } = await runProcess([builtEval, ...args], { env: { HOME: home } })
  expect(exitCode, stderr).toBe(0)
  return read()
}

function runOf(flags: readonly string[], home: string) {
  const out = join(home, 'run.jsonl')
  const places = ['--out', out, '--work', join(home, 'work')]
  const args = ['run', writeFiles(suite), '--strategies', 'keyword,vector', ...places, ...flags]
  return { args, read: () => readRun(out) }
}

/** The first document of a strategy for the query whose word is in no note. */
function firstFor({ answers }: Run, strategy: string): string | undefined {
  return answers.find((answer) => answer.strategy === strategy && answer.query === 'vehicle')?.documents[0]
}

describe('recallite-eval run with a service', () => {
  it.each([
    ['openai', 'text-embedding-3-small', 1536],
    ['ollama', 'nomic-embed-text', 768],
    ['gemini', 'gemini-embedding-001', 768],
  ] as const)('embeds by %s at the address of the settings', async (provider, defaultModel, dimensions) => {
    const services = await startServices()
    const { baseUrl } = services[provider]
    const { exitCode, talked, read } = await ask(['--provider', provider], {
      settings: `providers: { ${provider}: { baseUrl: "${baseUrl}" } }\n`,
      variables: { OPENAI_API_KEY: 'the-openai-key', GEMINI_API_KEY: 'the-gemini-key' },
    })
    expect(exitCode, talked).toBe(0)
    const run = read()
    expect(run.settings?.model).toMatchObject({ provider, model: defaultModel, dimensions })
    expect(firstFor(run, 'keyword')).toBeUndefined()
    expect(firstFor(run, 'vector')).toBe('car.md')
    const [first] = services.asked()
    expect(first).toMatchObject({ provider, model: defaultModel })
    expect(first?.key).toBe(provider === 'ollama' ? undefined : `the-${provider}-key`)
    const texts = services.asked().flatMap((request) => request.texts)
    expect(texts.some((text) => text.includes('The car needs new tyres.'))).toBe(true)
    expect(texts.some((text) => text.endsWith('vehicle'))).toBe(true)
  })

  it('reads addresses and keys from the standard variables, and the model from a flag', async () => {
    const services = await startServices()
    const { exitCode, talked, read } = await ask(['--provider', 'openai', '--model', 'bge-m3'], {
      variables: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: services.openai.baseUrl },
    })
    expect(exitCode, talked).toBe(0)
    expect(read().settings?.model).toMatchObject({ provider: 'openai', model: 'bge-m3' })
    const { host } = new URL(services.openai.baseUrl)
    expect(talked).toContain(`Texts are embedded by ${host}, which receives the texts: bge-m3 (openai).\n`)
  })

  it('says which key is missing, and sends nothing', async () => {
    const services = await startServices()
    const { exitCode, talked } = await ask(['--provider', 'openai'], {
      variables: { OPENAI_BASE_URL: services.openai.baseUrl },
    })
    expect(exitCode).toBe(2)
    expect(talked).toContain('there is no key: OPENAI_API_KEY is not set. To fix it: export OPENAI_API_KEY=…')
    expect(services.asked()).toEqual([])
  })
})

describe('recallite-eval run with settings', () => {
  it('compares with the strategy of the settings', async () => {
    const services = await startServices()
    const settings = [
      'provider: ollama',
      `providers: { ollama: { baseUrl: "${services.ollama.baseUrl}" } }`,
      'query: { fusion: rrf, maxResults: 3 }',
    ].join('\n')
    const { exitCode, talked, written, read } = await ask(['--strategies', 'all', '--json'], { settings })
    expect(exitCode, talked).toBe(0)
    const run = read()
    expect(run.strategies.at(-1)).toBe('settings')
    expect(JSON.parse(run.settings?.search ?? '')).toEqual({ fusion: 'rrf', limit: 3 })
    expect(JSON.parse(written)).toMatchObject({ verdict: { baseline: 'settings', measure: 'found@limit' } })
  })

  it('compares with recallite if no setting changes a search, and rejects the strategy settings', async () => {
    const services = await startServices()
    const variables = { OLLAMA_HOST: services.ollama.baseUrl }
    const flags = ['--provider', 'ollama', '--json']
    const { written } = await ask([...flags, '--strategies', 'vector,recallite'], { variables })
    expect(JSON.parse(written)).toMatchObject({ verdict: { baseline: 'recallite' } })
    const { exitCode, talked } = await ask([...flags, '--strategies', 'settings'], { variables })
    expect([exitCode, talked]).toEqual([2, expect.stringContaining('Your settings do not change a search')])
  })
})

describe.skipIf(onnxModel === undefined)(
  'recallite-eval run with an ONNX model (needs all-MiniLM-L6-v2-onnx next to the checkout)',
  () => {
    it('finds a model by its name in the models folder, and by its path', async () => {
      const home = temporaryFolder()
      mkdirSync(join(home, '.recallite/models'), { recursive: true })
      symlinkSync(onnxModel ?? '', join(home, '.recallite/models/minilm'))
      const named = await askBuilt(['--provider', 'onnx', '--model', 'minilm'], home)
      expect(named.settings?.model).toMatchObject({ provider: 'onnx', model: 'minilm', dimensions: 384 })
      expect(firstFor(named, 'vector')).toBe('car.md')
      const copy = join(home, 'copies/minilm')
      cpSync(onnxModel ?? '', copy, { recursive: true })
      const byPath = await askBuilt(['--provider', 'onnx', '--model', copy], temporaryFolder())
      expect(firstFor(byPath, 'vector')).toBe('car.md')
    })

    it('reports queries without vectors once for all strategies, in one line', async () => {
      const queries = ['汽车轮胎', '账单服务', 'ガレージ'].map((text) => ({ id: text, text, relevant: [] }))
      const { args } = runOf(['--provider', 'onnx', '--model', onnxModel ?? ''], temporaryFolder())
      writeFileSync(join(args[1] ?? '', 'queries.jsonl'), jsonLines(queries))
      const run = await runProcess([builtEval, ...args, '--strategies', 'vector,rrf,recallite'])
      expect(run.stderr.split('\n').filter((line) => line.includes('script'))).toEqual([
        expect.stringMatching(/Han script.* \(queries: 2\); .*Hiragana script.* \(queries: 1\)$/u),
      ])
    })
  },
)
