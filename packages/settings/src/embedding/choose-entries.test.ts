import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { nest, resolveSettings } from '../resolve-settings.js'
import { fileLayers, flagLayer, variableLayer, type FlagSettings } from '../layers.js'
import { chooseEntries, rememberedEntry, type Circumstances } from './choose-entries.js'
import { hostOf, sourceOf } from './backend-entry.js'
import type { PlainMapping, Variables } from '../schemas/schema.js'

const keys = { OPENAI_API_KEY: 'sk-open', GEMINI_API_KEY: 'gem' }

/** A home folder with models. */
function homeWith(models: readonly string[]): string {
  const home = temporaryFolder()
  for (const model of models) {
    const path = join(home, '.recallite/models', model)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'GGUF')
  }
  return home
}

interface Situation extends Circumstances {
  readonly models?: readonly string[]
  readonly isWorkspace?: boolean
}

/** The settings of a file. */
function settingsOf(
  settings: FlagSettings,
  { models = [], isWorkspace = false }: Situation,
  variables: Variables,
) {
  const content = nest(Object.entries(settings)) as PlainMapping
  const { general } = fileLayers({ content, lineOf: () => 1 }, { path: '/work/c.yaml', isWorkspace })
  return resolveSettings([general], { home: homeWith(models), cwd: '/work', variables })
}

function entriesOf(settings: FlagSettings, situation: Situation = {}, variables: Variables = {}) {
  return chooseEntries(settingsOf(settings, situation, variables), { hasPackage: () => true, ...situation })
}

/** The sources of the chosen backends. */
function chosen(...given: Parameters<typeof entriesOf>): string[] {
  return entriesOf(...given).map((entry) => sourceOf(entry).replace(/\/.*\.recallite/u, ''))
}

const gguf = 'embeddinggemma-300M-Q8_0.gguf'
const folder = 'all-MiniLM-L6-v2/model.onnx'
const onnx = 'onnx:/models/all-MiniLM-L6-v2'
const gemma = `local:/models/${gguf}`
const defaultModel = 'onnx:/models/e5-small-v2'
const openai = 'openai:text-embedding-3-small'
const gemini = 'gemini:gemini-embedding-001'

const remembered = ['local:/notes/e5.gguf']
const ollama = 'ollama:nomic-embed-text'
const elsewhere = { provider: 'ollama', baseUrl: 'https://example.com' }
const twice = ['http://127.0.0.1:1/v1', 'http://127.0.0.1:2/v1'].map((baseUrl) => ({
  provider: 'openai',
  baseUrl,
}))

describe('the backends', () => {
  it('A9: are with auto the local model if its file exists, then OpenAI and Gemini if they have keys', () => {
    expect(chosen({}, { models: [gguf] }, keys)).toEqual([gemma, openai, gemini])
    expect(chosen({}, {}, { GEMINI_API_KEY: 'gem' })).toEqual([gemini])
    expect(chosen({})).toEqual([])
  })

  it('A10: are those of the chain, in order and without duplicates', () => {
    const chain = [
      { provider: 'ollama', model: 'bge-m3' },
      { provider: 'openai', dimensions: 256 },
      { provider: 'ollama', model: 'bge-m3' },
    ]
    expect(chosen({ chain })).toEqual(['ollama:bge-m3', `${openai}?dimensions=256`])
  })

  type Found = readonly string[]
  it.each<[string, FlagSettings, Situation, Found, Variables?]>([
    ['no package', {}, { hasPackage: (provider) => provider !== 'openai' }, [gemini], keys],
    ['a memory', {}, { remembered, models: [gguf] }, [...remembered, gemma, openai, gemini], keys],
    ['dimensions', {}, { remembered: [`${openai}?dimensions=512`] }, [`${openai}?dimensions=512`]],
    ['another program', {}, { remembered: ['another program'] }, [openai], { OPENAI_API_KEY: 'sk' }],
    ['a name of OpenAI', { model: 'text-embedding-3-large' }, {}, ['openai:text-embedding-3-large']],
    ['a name of Gemini', { model: 'gemini-embedding-001' }, {}, [gemini]],
    ['a local name', { model: 'e5' }, { models: ['e5.gguf'] }, ['local:/models/e5.gguf']],
    ['a name of ONNX', { model: 'bge-small-en-v1.5' }, {}, ['onnx:bge-small-en-v1.5']],
    ['an ONNX model that exists', {}, { models: [folder] }, [onnx, openai], { OPENAI_API_KEY: 'sk' }],
    ['the order of the catalog', {}, { models: [folder, gguf] }, [gemma]],
    ['a missing file', { model: 'missing.gguf' }, {}, ['local:missing.gguf']],
    ['a fallback without other backends', { fallback: 'ollama' }, {}, [ollama]],
    ['a fallback after others', { fallback: 'ollama' }, {}, [openai, ollama], { OPENAI_API_KEY: 'sk' }],
    ['a provider', { provider: 'openai' }, { models: [gguf] }, [openai], keys],
    ['its fallback', { provider: 'openai', fallback: 'gemini' }, {}, [openai, gemini]],
    ['itself as fallback', { provider: 'openai', fallback: 'openai' }, {}, [openai]],
    ['none', { provider: 'none', fallback: 'openai' }, {}, []],
    ['both', { provider: 'local', fallback: 'openai' }, { models: [gguf] }, [gemma, openai]],
    ['here, both', { provider: 'local', fallback: 'ollama' }, { models: [gguf] }, [gemma, ollama]],
    ['the one used last', { provider: 'local' }, { remembered, models: [gguf] }, remembered],
    ['of this provider', { provider: 'local' }, { remembered: [openai, ...remembered] }, remembered],
    ['or the default one', { provider: 'local' }, { remembered: [openai], models: [gguf] }, [gemma]],
    ['onnx', { provider: 'onnx' }, { remembered }, ['onnx:e5-small-v2']],
    ['a model by its name', { provider: 'local', model: 'x' }, { remembered }, ['local:x']],
    ['a chain over a provider', { chain: [{ provider: 'ollama' }], provider: 'gemini' }, {}, [ollama]],
    ['two addresses', { chain: twice }, {}, [openai, openai]],
    ['offline', { chain: [...twice, { provider: 'ollama' }, elsewhere] }, { isOffline: true }, [ollama]],
  ])('are chosen by %s', (_, flags, circumstances, expected, variables = {}) => {
    expect(chosen(flags, circumstances, variables)).toEqual(expected)
  })

  it('have the dimensions and the address of their provider', () => {
    const flags = {
      provider: 'openai',
      'providers.openai.dimensions': 256,
      'providers.openai.baseUrl': 'http://127.0.0.1:9/v1',
    } as const
    const [entry] = entriesOf(flags)
    expect(entry).toMatchObject({ dimensions: 256, baseUrl: 'http://127.0.0.1:9/v1' })
  })

  it("never send one provider's key to another", () => {
    const backend = { provider: 'openai', apiKey: '${GEMINI_API_KEY}' }
    const [entry] = entriesOf({ chain: [backend] }, {}, keys)
    expect(entry?.apiKey?.reference).toBe('${OPENAI_API_KEY}')
  })
})

describe('the order of the backends', () => {
  const file = 'e5-small-v2/onnx/model_quantized.onnx'
  const minilm = 'all-MiniLM-L6-v2.q8_0.gguf'
  const small = `local:/models/${minilm}`
  const downloaded = 'all-MiniLM-L6-v2-Q8_0.gguf'
  const both = [{ provider: 'local' }, { provider: 'openai' }]
  const noLlama = (provider: string) => provider !== 'local'
  const key = { OPENAI_API_KEY: 'sk-open' }

  /** The sources of the backends; those that the user named as a fallback are marked. */
  const marked = (settings: FlagSettings, situation: Situation, variables: Variables) =>
    entriesOf(settings, situation, variables).map(
      (entry) =>
        `${sourceOf(entry).replace(/\/.*\.recallite/u, '')}${entry.isUsersFallback ? ' (user)' : ''}`,
    )

  it.each<[string, FlagSettings, Situation, Variables, readonly string[]]>([
    ['auto, nothing', {}, {}, {}, []],
    ['auto, any model of the catalog', {}, { models: [minilm] }, keys, [small, openai, gemini]],
    ['auto, a downloaded file', {}, { models: [downloaded] }, {}, [`local:/models/${downloaded}`]],
    ['auto, an unknown file', {}, { models: ['notes.gguf', `${gguf}.part`] }, key, [openai]],
    ['auto, the default model first', {}, { models: [minilm, gguf, file] }, {}, [defaultModel]],
    ['auto, then the others', {}, { models: [minilm, folder] }, {}, [onnx]],
    [
      'auto, any ONNX model',
      {},
      { models: ['bge-small-en-v1.5/model.onnx'] },
      {},
      ['onnx:/models/bge-small-en-v1.5'],
    ],
    ['auto, a model that can be used', {}, { models: [gguf, folder], hasPackage: noLlama }, {}, [onnx]],
    ['auto, a model without package', {}, { models: [gguf], hasPackage: noLlama }, {}, [gemma]],
    ['auto, that and a key', {}, { models: [gguf], hasPackage: noLlama }, key, [openai]],
    ['auto, one key', {}, {}, { GEMINI_API_KEY: 'gem' }, [gemini]],
    ['auto, fallback', { fallback: 'gemini' }, { models: [gguf] }, keys, [gemma, openai, `${gemini} (user)`]],
    ['local, any model', { provider: 'local' }, { models: [minilm] }, keys, [small]],
    ['local, none', { provider: 'local' }, { models: [folder] }, keys, ['local:all-MiniLM-L6-v2.q8_0']],
    [
      'local, fallback',
      { provider: 'local', fallback: 'openai' },
      {},
      {},
      ['local:all-MiniLM-L6-v2.q8_0', `${openai} (user)`],
    ],
    ['hosted, fallback', { provider: 'openai', fallback: 'gemini' }, {}, {}, [openai, `${gemini} (user)`]],
    ['a chain', { chain: both }, { models: [minilm] }, {}, [`${small} (user)`, `${openai} (user)`]],
    ['a chain of a project', { chain: both }, { models: [minilm], isWorkspace: true }, {}, [small, openai]],
    [
      'a fallback of a project',
      { provider: 'openai', fallback: 'gemini' },
      { isWorkspace: true },
      {},
      [openai, gemini],
    ],
  ])('A10, A29: %s', (_, settings, situation, variables, expected) => {
    expect(marked(settings, situation, variables)).toEqual(expected)
  })
})

describe('hostOf', () => {
  it.each([
    [{ provider: 'local' }, null],
    [{ provider: 'ollama' }, null],
    [{ provider: 'ollama', baseUrl: 'http://[::1]:11434' }, null],
    [{ provider: 'ollama', baseUrl: 'http://gpu.lan:11434' }, 'gpu.lan:11434'],
    [{ provider: 'openai' }, 'api.openai.com'],
    [{ provider: 'openai', baseUrl: 'http://127.0.0.1:8080/v1' }, '127.0.0.1:8080'],
    [{ provider: 'gemini' }, 'generativelanguage.googleapis.com'],
  ] as const)('%j is %s', (entry, host) => expect(hostOf(entry)).toBe(host))
})

describe('the backend of an existing space', () => {
  const may = (
    settings: FlagSettings,
    source: string,
    situation: Situation = {},
    variables: Variables = keys,
  ) => rememberedEntry(source, settingsOf(settings, situation, variables), situation) !== undefined

  it.each<[boolean, FlagSettings, string, Situation?]>([
    [true, { provider: 'openai' }, gemma],
    [true, { provider: 'gemini' }, ollama, { isOffline: true }],
    [true, {}, openai],
    [true, { provider: 'openai', model: 'text-embedding-3-large' }, openai],
    [false, { provider: 'local' }, openai],
    [false, { model: 'e5.gguf' }, openai],
    [false, { provider: 'gemini' }, openai],
    [true, { provider: 'local', fallback: 'openai' }, openai],
    [true, { provider: 'gemini', fallback: 'openai' }, openai],
    [false, { chain: [{ provider: 'gemini' }] }, openai],
    [true, { chain: [{ provider: 'openai', model: 'other' }] }, openai],
    [false, {}, openai, { isOffline: true }],
    [false, {}, 'elsewhere:model'],
  ])('may answer: %s, with %j, for %s', (expected, flags, source, circumstances = {}) => {
    expect(may(flags, source, circumstances)).toBe(expected)
  })

  it('is not used without its key', () => {
    expect(may({}, openai, {}, { GEMINI_API_KEY: 'gem' })).toBe(false)
  })
})

describe('a provider and a model from different origins', () => {
  const [provider, model] = ['RECALLITE_PROVIDER', 'RECALLITE_MODEL']
  type Chosen = readonly [provider: string, model?: string]

  it.each<[string, variables: Variables, flags: FlagSettings, Chosen, models?: readonly string[]]>([
    ['nothing is named', {}, {}, ['auto']],
    ['only a provider', {}, { provider: 'gemini' }, ['gemini']],
    ['only a model', { [model]: 'bge-m3' }, {}, ['local', 'bge-m3']],
    ['both', {}, { provider: 'openai', model: 'bge-m3' }, ['openai', 'bge-m3']],
    ['a nearer provider', { [model]: '/m/x.gguf' }, { provider: 'openai' }, ['openai']],
    ['a nearer file', { [provider]: 'openai' }, { model: 'x.gguf' }, ['local', 'x.gguf']],
    ['a nearer model that exists', { [provider]: 'openai' }, { model: 'e5' }, ['local', 'e5'], ['e5.gguf']],
    ['a file where onnx is set', { [provider]: 'onnx' }, { model: 'e5' }, ['local', 'e5'], ['e5.gguf']],
    [
      'a model of another',
      { [provider]: 'local' },
      { model: 'text-embedding-3-small' },
      ['openai', 'text-embedding-3-small'],
    ],
    ['a model although the provider is none', { [provider]: 'none' }, { model: 'e5' }, ['local', 'e5']],
    ['an unknown name', { [provider]: 'openai' }, { model: 'bge-m3' }, ['openai', 'bge-m3']],
    ['a name of onnx', { [provider]: 'local' }, { model: 'all-MiniLM-L6-v2' }, ['onnx', 'all-MiniLM-L6-v2']],
    [
      'a name of GGUF',
      { [provider]: 'openai' },
      { model: 'multilingual-e5-small' },
      ['local', 'multilingual-e5-small'],
    ],
    [
      'either over a chain',
      { RECALLITE_CHAIN: '[{"provider":"ollama"}]' },
      { provider: 'gemini' },
      ['gemini'],
    ],
  ])('are combined: %s', (_, variables, flags, expected, models = []) => {
    const layers = [variableLayer(variables), flagLayer(flags)]
    const { chain } = resolveSettings(layers, { home: homeWith(models), cwd: '/work', variables })
    expect(chain.map((entry) => [entry.provider, entry.model])).toEqual([[expected[0], expected[1]]])
  })
})
