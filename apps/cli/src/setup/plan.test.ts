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
])('writes into %s with %j and keeps the rest', (name, before, after) => {
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
  /** The model that filled the index, as `provider/model`, and the file of it. */
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

const [onnx, gemma] = ['all-MiniLM-L6-v2', 'embeddinggemma-300M-Q8_0']
const byOnnx = { index: [`onnx/${onnx}`, onnx], files: [`${onnx}/onnx/model.onnx`] } as const
const byGguf = { index: [`local/${gguf}`, `${gguf}.gguf`], files: [`${gguf}.gguf`] } as const

describe('what is set up', () => {
  it.each<[string, Partial<Situation>, provider: string, model: string, left?: string]>([
    ['the fastest provider', {}, 'onnx', onnx],
    ['the other one where that does not run', { machine: intelMac }, 'local', gguf],
    ['a search by words alone', { settings: 'provider: none' }, 'onnx', onnx],
    ['the provider that is named', { flags: { provider: 'local' } }, 'local', gguf],
    ['the model that is named', { flags: { model: gguf } }, 'local', gguf],
    ['a model of ONNX that is named', { flags: { model: 'bge-small-en-v1.5' } }, 'onnx', 'bge-small-en-v1.5'],
    ['what is set', { settings: `provider: local\nmodel: ${gguf}` }, 'local', gguf],
    ['a model that is set', { settings: 'model: multilingual-e5-small' }, 'local', 'multilingual-e5-small'],
    ['another model than is set', { settings: 'provider: onnx', flags: { model: gguf } }, 'local', gguf],
    ['the small model that is here', { files: [`${gguf}.gguf`] }, 'local', gguf],
    ['the usual model that is here', { files: [`${gemma}.gguf`] }, 'local', `${gemma}.gguf`],
    ['what filled the index', byGguf, 'local', `${gguf}.gguf`],
    ['a model that is lost', { index: ['local/lost', 'lost.gguf'] }, 'onnx', onnx, 'local/lost'],
    ['another', { ...byOnnx, flags: { provider: 'local' } }, 'local', gguf, `onnx/${onnx}`],
    ['the same again', byOnnx, 'onnx', onnx],
  ])('is %s', async (_, situation, provider, model, left) => {
    const plan = await planFor({ files: [], machine: linux, ...situation })
    expect([plan.provider, plan.model, plan.left && nameOf(plan.left)]).toEqual([provider, model, left])
  })

  it('and the plan says what changing the model means', async () => {
    const plan = await planFor({ files: [], machine: linux, index: ['local/lost', 'lost.gguf'] })
    expect(renderPlan(plan, 200, [])).toMatch(
      /vectors {3}all texts.*local\/lost.*--provider local --model lost\)/u,
    )
  })
})
