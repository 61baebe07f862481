import { describe, expect, it } from 'vitest'
import { flagLayer, variableLayer, type FlagSettings } from '../layers.js'
import { resolveSettings } from '../resolve-settings.js'
import { resolveChoice } from './choose-entries.js'

/** The choice, with these variables of the environment and these flags over them. */
function choiceOf(variables: Readonly<Record<string, string>>, flags: FlagSettings, found?: string) {
  const layers = [variableLayer(variables), flagLayer(flags)]
  const resolved = resolveSettings(layers, { home: '/home/ada', cwd: '/work', variables })
  const { provider, model } = resolveChoice(resolved, () => found)
  return { provider, model }
}

const [provider, model] = ['RECALLITE_PROVIDER', 'RECALLITE_MODEL']

describe('a provider and a model from different places', () => {
  it.each<[string, Parameters<typeof choiceOf>, { provider: string; model?: string | undefined }]>([
    ['nothing is named', [{}, {}], { provider: 'auto', model: undefined }],
    ['a provider alone', [{}, { provider: 'gemini' }], { provider: 'gemini', model: undefined }],
    ['a model alone', [{ [model]: 'bge-m3' }, {}], { provider: 'auto', model: 'bge-m3' }],
    [
      'both in one place',
      [{}, { provider: 'openai', model: 'bge-m3' }],
      { provider: 'openai', model: 'bge-m3' },
    ],
    [
      'a nearer provider',
      [{ [model]: '/m/x.gguf' }, { provider: 'openai' }],
      { provider: 'openai', model: undefined },
    ],
    ['a nearer file', [{ [provider]: 'openai' }, { model: 'x.gguf' }], { provider: 'local' }],
    [
      'a nearer model that is here',
      [{ [provider]: 'openai' }, { model: 'e5' }, '/m/e5.gguf'],
      { provider: 'local' },
    ],
    [
      'a model of another',
      [{ [provider]: 'local' }, { model: 'text-embedding-3-small' }],
      { provider: 'openai' },
    ],
    ['a model where none was wanted', [{ [provider]: 'none' }, { model: 'e5' }], { provider: 'local' }],
    [
      'a name of its own',
      [{ [provider]: 'openai' }, { model: 'bge-m3' }],
      { provider: 'openai', model: 'bge-m3' },
    ],
    [
      'a file where onnx is set',
      [{ [provider]: 'onnx' }, { model: 'e5' }, '/m/e5.gguf'],
      { provider: 'local' },
    ],
    ['a name of onnx', [{ [provider]: 'local' }, { model: 'all-MiniLM-L6-v2' }], { provider: 'onnx' }],
    ['a name of GGUF', [{ [provider]: 'openai' }, { model: 'multilingual-e5-small' }], { provider: 'local' }],
  ])('go together: %s', (_, given, expected) => {
    expect(choiceOf(...given)).toMatchObject(expected)
  })
})
