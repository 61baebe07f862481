import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { nameOf } from '@recallite/core'
import { type FlagSettings, readSettings } from '@recallite/settings'
import { describe, expect, it } from 'vitest'
import { planSetup, renderPlan, setInFile, settingsOf } from './plan.js'

const wanted = settingsOf({ provider: 'local', model: 'all-MiniLM-L6-v2.q8_0' })

it.each([
  ['config.yaml', undefined, 'provider: local\nmodel: all-MiniLM-L6-v2.q8_0\n'],
  ['config.yaml', '', 'provider: local\nmodel: all-MiniLM-L6-v2.q8_0\n'],
  [
    'config.yaml',
    '# Mine\nprovider: openai # paid\nquery:\n  maxResults: 5\n',
    '# Mine\nprovider: local # paid\nquery:\n  maxResults: 5\nmodel: all-MiniLM-L6-v2.q8_0\n',
  ],
  [
    'config.json',
    '{ "query": { "maxResults": 5 } }',
    '{\n  "query": {\n    "maxResults": 5\n  },\n  "provider": "local",\n  "model": "all-MiniLM-L6-v2.q8_0"\n}\n',
  ],
])('changes %s with %j and preserves the rest', (name, before, after) => {
  const file = join(temporaryFolder(), '.recallite', name)
  if (before !== undefined) {
    mkdirSync(dirname(file))
    writeFileSync(file, before)
  }
  expect(setInFile(file, wanted)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(after)
  expect(setInFile(file, wanted)).toBe(false)
})

const gguf = 'all-MiniLM-L6-v2.q8_0'
const [intelMac, linux] = [
  { platform: 'darwin', arch: 'x64' },
  { platform: 'linux', arch: 'x64' },
]

interface Situation {
  readonly flags?: FlagSettings
  readonly settings?: string
  /** In the models folder. */
  readonly files: readonly string[]
  /** The model of the index, as `provider/model`, and its file. */
  readonly index?: readonly [name: string, file: string]
  readonly machine: typeof linux
}

async function planFor({ flags = {}, settings = '', files, index, machine }: Situation) {
  const home = temporaryFolder()
  const models = join(home, '.recallite/models')
  for (const path of ['config.yaml', ...files.map((file) => join('models', file))]) {
    mkdirSync(dirname(join(home, '.recallite', path)), { recursive: true })
    writeFileSync(join(home, '.recallite', path), path === 'config.yaml' ? settings : 'GGUF')
  }
  const spaces = (index === undefined ? [] : [index]).map(([name, file]) => {
    const [provider = '', model = ''] = name.split('/')
    const space = { provider, model, dimensions: 384, promptStyle: 'plain', canary: null }
    return { ...space, source: `${provider}:${join(models, file)}`, isFilled: true, hasVectors: true }
  })
  const read = await readSettings({ flags, cwd: home, variables: { HOME: home } })
  return planSetup({}, read, { spaces, machine })
}

const [onnx, gemma] = ['e5-small-v2', 'embeddinggemma-300M-Q8_0']
const minilm = 'all-MiniLM-L6-v2'
const byOnnx = { index: [`onnx/${onnx}`, onnx], files: [`${onnx}/onnx/model.onnx`] } as const
const byGguf = { index: [`local/${gguf}`, `${gguf}.gguf`], files: [`${gguf}.gguf`] } as const

describe('the setup', () => {
  it.each<[string, Partial<Situation>, provider: string, model: string | undefined, left?: string]>([
    ['the fastest provider', {}, 'onnx', onnx],
    ['the other one if that does not run', { machine: intelMac }, 'local', gguf],
    ['the fastest provider despite `provider: none`', { settings: 'provider: none' }, 'onnx', onnx],
    ['the provider of the flag', { flags: { provider: 'local' } }, 'local', gguf],
    ['the model of the flag', { flags: { model: gguf } }, 'local', gguf],
    ['an ONNX model of the flag', { flags: { model: 'bge-small-en-v1.5' } }, 'onnx', 'bge-small-en-v1.5'],
    [
      'the provider and model of the settings',
      { settings: `provider: local\nmodel: ${gguf}` },
      'local',
      gguf,
    ],
    [
      'the model of the settings',
      { settings: 'model: multilingual-e5-small' },
      'local',
      'multilingual-e5-small',
    ],
    [
      'the model of the flag instead of the settings',
      { settings: 'provider: onnx', flags: { model: gguf } },
      'local',
      gguf,
    ],
    ['a small model on disk', { files: [`${gguf}.gguf`] }, 'local', `${gguf}.gguf`],
    ['a multilingual model on disk', { files: [`${gemma}.gguf`] }, 'local', `${gemma}.gguf`],
    [
      'the former default if it embedded the index',
      { index: [`onnx/${minilm}`, minilm], files: [`${minilm}/onnx/model.onnx`] },
      'onnx',
      minilm,
    ],
    ['only the name of a service', { flags: { provider: 'ollama' } }, 'ollama', undefined],
    ['the model of the index', byGguf, 'local', `${gguf}.gguf`],
    [
      'the default if the model of the index is lost',
      { index: ['local/lost', 'lost.gguf'] },
      'onnx',
      onnx,
      'local/lost',
    ],
    [
      'another provider of the flag',
      { ...byOnnx, flags: { provider: 'local' } },
      'local',
      gguf,
      `onnx/${onnx}`,
    ],
    ['the same again', byOnnx, 'onnx', onnx],
  ])('uses %s', async (_, situation, provider, model, left) => {
    const plan = await planFor({ files: [], machine: linux, ...situation })
    expect([plan.provider, plan.model, plan.left && nameOf(plan.left)]).toEqual([provider, model, left])
  })

  it('explains in the plan what changing the model means', async () => {
    const plan = await planFor({ files: [], machine: linux, index: ['local/lost', 'lost.gguf'] })
    expect(renderPlan(plan, 200, [])).toMatch(
      /vectors {3}all texts.*local\/lost.*--provider local --model lost\)/u,
    )
  })
})
