import { describe, expect, it } from 'vitest'
import { resolveSettings } from '../resolve-settings.js'
import { flagLayer, type FlagSettings } from '../layers.js'
import { chooseEntries, rememberedEntry, type Circumstances } from './choose-entries.js'
import { hostOf, sourceOf } from './backend-entry.js'

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
const usual = 'local:/models/gemma.gguf'
const openai = 'openai:text-embedding-3-small'
const gemini = 'gemini:gemini-embedding-001'

describe('provider auto', () => {
  it('chooses no backend without a model and without a key', () => expect(chosen({})).toEqual([]))

  it('A9: is the local model if its file is there, then OpenAI and Gemini if their keys are', () => {
    expect(chosen({}, { findModel: hasUsual }, keys)).toEqual([usual, openai, gemini])
    expect(chosen({}, {}, { GEMINI_API_KEY: 'gem' })).toEqual([gemini])
  })

  it('sends nothing on the strength of a key alone: the package has to be installed', () => {
    expect(chosen({}, { isInstalled: (provider) => provider !== 'openai' }, keys)).toEqual([gemini])
  })

  it('stays with the model that filled the memory', () => {
    const remembered = 'local:/notes/e5.gguf'
    expect(chosen({}, { remembered: [remembered], findModel: hasUsual }, keys)).toEqual([
      remembered,
      usual,
      openai,
      gemini,
    ])
    expect(chosen({}, { remembered: [`${openai}?dimensions=512`] }, keys)[0]).toBe(`${openai}?dimensions=512`)
    expect(chosen({}, { remembered: ['another program'] }, keys)).toEqual([openai, gemini])
  })

  it('knows whose model a name is', () => {
    expect(chosen({ model: 'text-embedding-3-large' })).toEqual(['openai:text-embedding-3-large'])
    expect(chosen({ model: 'gemini-embedding-001' })).toEqual([gemini])
    expect(chosen({ model: 'e5' }, { findModel: (name) => `/models/${name}.gguf` })).toEqual([
      'local:/models/e5.gguf',
    ])
    expect(chosen({ model: 'missing.gguf' })).toEqual(['local:missing.gguf'])
  })

  it('A10: falls back where there is nobody, and behind everybody', () => {
    expect(chosen({ fallback: 'ollama' })).toEqual(['ollama:nomic-embed-text'])
    expect(chosen({ fallback: 'ollama' }, {}, { OPENAI_API_KEY: 'sk' })).toEqual([
      openai,
      'ollama:nomic-embed-text',
    ])
  })
})

describe('a named provider', () => {
  it('is the only one, but for its fallback', () => {
    expect(chosen({ provider: 'openai' }, { findModel: hasUsual }, keys)).toEqual([openai])
    expect(chosen({ provider: 'openai', fallback: 'gemini' })).toEqual([openai, gemini])
    expect(chosen({ provider: 'openai', fallback: 'openai' })).toEqual([openai])
    expect(chosen({ provider: 'none', fallback: 'openai' })).toEqual([])
  })

  it('on this machine never falls back to one elsewhere', () => {
    expect(chosen({ provider: 'local', fallback: 'openai' }, { findModel: hasUsual }, keys)).toEqual([usual])
    expect(chosen({ provider: 'local', fallback: 'ollama' }, { findModel: hasUsual })).toEqual([
      usual,
      'ollama:nomic-embed-text',
    ])
  })

  it('that runs here takes the model used last, else its usual one', () => {
    const remembered = 'local:/notes/e5.gguf'
    expect(chosen({ provider: 'local' }, { remembered: [remembered], findModel: hasUsual })).toEqual([
      remembered,
    ])
    expect(chosen({ provider: 'local' }, { remembered: [openai], findModel: hasUsual })).toEqual([usual])
    expect(chosen({ provider: 'local' }, { remembered: [openai, remembered] })).toEqual([remembered])
    expect(chosen({ provider: 'onnx' }, { remembered: [remembered] })).toEqual(['onnx:bge-small-en-v1.5'])
    expect(chosen({ provider: 'local', model: 'x' }, { remembered: [remembered] })).toEqual(['local:x'])
  })

  it('has its dimensions and address', () => {
    const flags = {
      provider: 'openai',
      'providers.openai.dimensions': 256,
      'providers.openai.baseUrl': 'http://127.0.0.1:9/v1',
    } as const
    const [entry] = chooseEntries({ ...settingsOf(flags), ...bare })
    expect(entry).toMatchObject({ dimensions: 256, baseUrl: 'http://127.0.0.1:9/v1' })
  })
})

describe('a chain', () => {
  const chain = [
    { provider: 'ollama', model: 'bge-m3' },
    { provider: 'openai', dimensions: 256 },
    { provider: 'ollama', model: 'bge-m3' },
  ]

  it('A10: is taken in its order, each backend once', () => {
    expect(chosen({ chain })).toEqual(['ollama:bge-m3', `${openai}?dimensions=256`])
  })

  it('counts for more than a provider, unless that is named closer by', () => {
    expect(chosen({ chain, provider: 'gemini' })).toHaveLength(2)
    expect(chosen({ chain, provider: 'gemini' }, { isChainOverruled: true })).toEqual([gemini])
  })

  it("never gives one provider's key to another", () => {
    const backend = { provider: 'openai', apiKey: '${GEMINI_API_KEY}' }
    const [entry] = chooseEntries({ ...settingsOf({ chain: [backend] }, keys), ...bare })
    expect(entry?.apiKey?.reference).toBe('${OPENAI_API_KEY}')
  })

  it('may ask one model at two addresses', () => {
    const twice = ['http://127.0.0.1:1/v1', 'http://127.0.0.1:2/v1'].map((baseUrl) => ({
      provider: 'openai',
      baseUrl,
    }))
    expect(chosen({ chain: twice })).toEqual([openai, openai])
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

describe('offline', () => {
  it('leaves out whatever sends', () => {
    const chain = [
      { provider: 'openai' },
      { provider: 'ollama' },
      { provider: 'ollama', baseUrl: 'https://example.com' },
      { provider: 'local' },
    ]
    expect(chosen({ chain }, { isOffline: true })).toEqual([
      'ollama:nomic-embed-text',
      'local:embeddinggemma-300M-Q8_0',
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

  it('answers whenever it is on this machine', () => {
    expect(may({ provider: 'openai' }, usual)).toBe(true)
    expect(may({ provider: 'gemini' }, 'ollama:nomic-embed-text', { isOffline: true })).toBe(true)
  })

  it('is asked remotely only if that provider is chosen, or no provider is chosen', () => {
    expect(may({}, openai)).toBe(true)
    expect(may({ provider: 'openai', model: 'text-embedding-3-large' }, openai)).toBe(true)
    expect(may({ provider: 'local' }, openai)).toBe(false)
    expect(may({ model: 'e5.gguf' }, openai)).toBe(false)
    expect(may({ provider: 'gemini' }, openai)).toBe(false)
    expect(may({ provider: 'local', fallback: 'openai' }, openai)).toBe(false)
    expect(may({ provider: 'gemini', fallback: 'openai' }, openai)).toBe(true)
    expect(may({ chain: [{ provider: 'gemini' }] }, openai)).toBe(false)
    expect(may({ chain: [{ provider: 'openai', model: 'other' }] }, openai)).toBe(true)
  })

  it('is not asked offline, without its key, or where another program filled it', () => {
    expect(may({}, openai, { isOffline: true })).toBe(false)
    expect(may({}, openai, {}, { GEMINI_API_KEY: 'gem' } as never)).toBe(false)
    expect(may({}, 'elsewhere:model')).toBe(false)
  })
})
