import { describe, expect, it } from 'vitest'
import { resolveSettings } from '../resolve-settings.js'
import { flagLayer, type FlagSettings } from '../layers.js'
import { chooseEntries, rememberedEntry, type Circumstances } from './choose-entries.js'
import { hostOf, sourceOf } from './backend-entry.js'
import type { Variables } from '../schemas/schema.js'

const keys = { OPENAI_API_KEY: 'sk-open', GEMINI_API_KEY: 'gem' }

function settingsOf(flags: FlagSettings, variables: Readonly<Record<string, string>> = {}) {
  return resolveSettings([flagLayer(flags)], { home: '/home/ada', cwd: '/work', variables }).settings
}

const bare: Circumstances = {
  remembered: [],
  findModel: () => undefined,
  isInstalled: () => true,
  isChainOverruled: false,
  isUsersOwn: () => true,
  isOffline: false,
}

/** The sources of the backends that are chosen. */
function chosen(flags: FlagSettings, circumstances: Partial<Circumstances> = {}, variables = {}): string[] {
  return chooseEntries({ ...settingsOf(flags, variables), ...bare, ...circumstances }).map(sourceOf)
}

const hasUsual = (name: string) => (name === 'embeddinggemma-300M-Q8_0' ? '/models/gemma.gguf' : undefined)
const hasOnnx = (name: string) => (name === 'all-MiniLM-L6-v2' ? '/models/all-MiniLM-L6-v2' : undefined)
const onnx = 'onnx:/models/all-MiniLM-L6-v2'
const usual = 'local:/models/gemma.gguf'
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
  it('A9: are with auto the local model if its file is there, then OpenAI and Gemini if their keys are', () => {
    expect(chosen({}, { findModel: hasUsual }, keys)).toEqual([usual, openai, gemini])
    expect(chosen({}, {}, { GEMINI_API_KEY: 'gem' })).toEqual([gemini])
    expect(chosen({})).toEqual([])
  })

  it('A10: are those of a chain in its order, each once', () => {
    const chain = [
      { provider: 'ollama', model: 'bge-m3' },
      { provider: 'openai', dimensions: 256 },
      { provider: 'ollama', model: 'bge-m3' },
    ]
    expect(chosen({ chain })).toEqual(['ollama:bge-m3', `${openai}?dimensions=256`])
  })

  type Found = readonly string[]
  it.each<[string, FlagSettings, Partial<Circumstances>, Found, Variables?]>([
    ['no package', {}, { isInstalled: (provider) => provider !== 'openai' }, [gemini], keys],
    ['a memory', {}, { remembered, findModel: hasUsual }, [...remembered, usual, openai, gemini], keys],
    ['dimensions', {}, { remembered: [`${openai}?dimensions=512`] }, [`${openai}?dimensions=512`]],
    ['another program', {}, { remembered: ['another program'] }, [openai], { OPENAI_API_KEY: 'sk' }],
    ['a name of OpenAI', { model: 'text-embedding-3-large' }, {}, ['openai:text-embedding-3-large']],
    ['a name of Gemini', { model: 'gemini-embedding-001' }, {}, [gemini]],
    ['a name here', { model: 'e5' }, { findModel: (name) => `/m/${name}.gguf` }, ['local:/m/e5.gguf']],
    ['a name of ONNX', { model: 'bge-small-en-v1.5' }, {}, ['onnx:bge-small-en-v1.5']],
    ['a model of ONNX that is here', {}, { findModel: hasOnnx }, [onnx, openai], { OPENAI_API_KEY: 'sk' }],
    ['GGUF before ONNX', {}, { findModel: (name) => hasUsual(name) ?? hasOnnx(name) }, [usual]],
    ['a missing file', { model: 'missing.gguf' }, {}, ['local:missing.gguf']],
    ['a fallback where there is nothing', { fallback: 'ollama' }, {}, [ollama]],
    ['a fallback behind others', { fallback: 'ollama' }, {}, [openai, ollama], { OPENAI_API_KEY: 'sk' }],
    ['a provider', { provider: 'openai' }, { findModel: hasUsual }, [openai], keys],
    ['its fallback', { provider: 'openai', fallback: 'gemini' }, {}, [openai, gemini]],
    ['itself as fallback', { provider: 'openai', fallback: 'openai' }, {}, [openai]],
    ['none', { provider: 'none', fallback: 'openai' }, {}, []],
    ['here, none elsewhere', { provider: 'local', fallback: 'openai' }, { findModel: hasUsual }, [usual]],
    ['here, both', { provider: 'local', fallback: 'ollama' }, { findModel: hasUsual }, [usual, ollama]],
    ['the one used last', { provider: 'local' }, { remembered, findModel: hasUsual }, remembered],
    ['of this provider', { provider: 'local' }, { remembered: [openai, ...remembered] }, remembered],
    ['or the usual one', { provider: 'local' }, { remembered: [openai], findModel: hasUsual }, [usual]],
    ['onnx', { provider: 'onnx' }, { remembered }, ['onnx:all-MiniLM-L6-v2']],
    ['a model by its name', { provider: 'local', model: 'x' }, { remembered }, ['local:x']],
    ['a chain over a provider', { chain: [{ provider: 'ollama' }], provider: 'gemini' }, {}, [ollama]],
    ['nearer', { chain: twice, provider: 'gemini' }, { isChainOverruled: true }, [gemini]],
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
    const [entry] = chooseEntries({ ...settingsOf(flags), ...bare })
    expect(entry).toMatchObject({ dimensions: 256, baseUrl: 'http://127.0.0.1:9/v1' })
  })

  it("never give one provider's key to another", () => {
    const backend = { provider: 'openai', apiKey: '${GEMINI_API_KEY}' }
    const [entry] = chooseEntries({ ...settingsOf({ chain: [backend] }, keys), ...bare })
    expect(entry?.apiKey?.reference).toBe('${OPENAI_API_KEY}')
  })
})

describe('documents of a backend that failed', () => {
  const taking = (flags: FlagSettings, circumstances: Partial<Circumstances> = {}, variables = keys) =>
    chooseEntries({ ...settingsOf(flags, variables), ...bare, ...circumstances }).map(
      ({ provider, takesDocuments }) => [provider, takesDocuments],
    )
  const chain = [
    { provider: 'local' },
    { provider: 'openai' },
    { provider: 'gemini', documents: true },
    { provider: 'ollama', documents: false },
  ]

  it('go where the chain or the fallback of the user says, never where `auto` would look next', () => {
    const expected = [
      ['local', 'after-hosted'],
      ['openai', 'after-hosted'],
      ['gemini', 'after-any'],
      ['ollama', 'never'],
    ]
    expect(taking({ chain })).toEqual(expected)
    expect(taking({ provider: 'openai', fallback: 'gemini' })).toEqual([
      ['openai', undefined],
      ['gemini', 'after-hosted'],
    ])
    expect(taking({ fallback: 'gemini' }, { remembered: [gemini] })).toEqual([
      ['openai', undefined],
      ['gemini', 'after-hosted'],
    ])
    expect(taking({})).toEqual([
      ['openai', undefined],
      ['gemini', undefined],
    ])
  })

  it('go nowhere that a workspace file names', () => {
    const isUsersOwn = () => false
    expect(taking({ chain: chain.slice(0, 2) }, { isUsersOwn }).map(([, takes]) => takes)).toEqual([
      undefined,
      undefined,
    ])
    expect(taking({ provider: 'openai', fallback: 'gemini' }, { isUsersOwn })[1]).toEqual([
      'gemini',
      undefined,
    ])
  })
})

describe('hostOf', () => {
  it.each([
    [{ provider: 'local' }, null],
    [{ provider: 'onnx' }, null],
    [{ provider: 'ollama' }, null],
    [{ provider: 'ollama', baseUrl: 'http://[::1]:11434' }, null],
    [{ provider: 'ollama', baseUrl: 'http://gpu.lan:11434' }, 'gpu.lan:11434'],
    [{ provider: 'ollama', baseUrl: 'http://127.0.0.1.example.com' }, '127.0.0.1.example.com'],
    [{ provider: 'openai' }, 'api.openai.com'],
    [{ provider: 'openai', baseUrl: 'http://127.0.0.1:8080/v1' }, '127.0.0.1:8080'],
    [{ provider: 'gemini' }, 'generativelanguage.googleapis.com'],
  ] as const)('%j is %s', (entry, host) => expect(hostOf(entry)).toBe(host))
})

describe('the backend of a space that was filled before', () => {
  const may = (
    flags: FlagSettings,
    source: string,
    circumstances: Partial<Circumstances> = {},
    variables = keys,
  ) => rememberedEntry(source, { ...settingsOf(flags, variables), ...bare, ...circumstances }) !== undefined

  it.each<[boolean, FlagSettings, string, Partial<Circumstances>?]>([
    [true, { provider: 'openai' }, usual],
    [true, { provider: 'gemini' }, ollama, { isOffline: true }],
    [true, {}, openai],
    [true, { provider: 'openai', model: 'text-embedding-3-large' }, openai],
    [false, { provider: 'local' }, openai],
    [false, { model: 'e5.gguf' }, openai],
    [false, { provider: 'gemini' }, openai],
    [false, { provider: 'local', fallback: 'openai' }, openai],
    [true, { provider: 'gemini', fallback: 'openai' }, openai],
    [false, { chain: [{ provider: 'gemini' }] }, openai],
    [true, { chain: [{ provider: 'openai', model: 'other' }] }, openai],
    [false, {}, openai, { isOffline: true }],
    [false, {}, 'elsewhere:model'],
  ])('may answer (%s), chosen by %j, of %s', (expected, flags, source, circumstances = {}) => {
    expect(may(flags, source, circumstances)).toBe(expected)
  })

  it('is not asked without its key', () => {
    expect(may({}, openai, {}, { GEMINI_API_KEY: 'gem' } as never)).toBe(false)
  })
})
