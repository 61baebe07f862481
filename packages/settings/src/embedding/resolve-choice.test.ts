import { describe, expect, it } from 'vitest'
import { flagLayer, variableLayer, type FlagSettings } from '../layers.js'
import { resolveSettings } from '../resolve-settings.js'
import { resolveChoice } from './resolve-choice.js'

/** The choice, with these variables of the environment and these flags over them. */
function chosen(variables: Readonly<Record<string, string>>, flags: FlagSettings, found?: string) {
  const layers = [variableLayer(variables), flagLayer(flags)]
  const resolved = resolveSettings(layers, { home: '/home/ada', cwd: '/work', variables })
  const { provider, model } = resolveChoice(resolved, () => found)
  return { provider, model }
}

const [provider, model] = ['RECALLITE_PROVIDER', 'RECALLITE_MODEL']

describe('a provider and a model from different places', () => {
  it('go together where one alone is named, or both in one place', () => {
    expect(chosen({}, {})).toEqual({ provider: 'auto', model: undefined })
    expect(chosen({}, { provider: 'gemini' })).toEqual({ provider: 'gemini', model: undefined })
    expect(chosen({ [model]: 'bge-m3' }, {})).toEqual({ provider: 'auto', model: 'bge-m3' })
    expect(chosen({}, { provider: 'openai', model: 'bge-m3' })).toEqual({
      provider: 'openai',
      model: 'bge-m3',
    })
  })

  it('leave out a model that was named for another provider', () => {
    expect(chosen({ [model]: '/models/x.gguf' }, { provider: 'openai' })).toEqual({
      provider: 'openai',
      model: undefined,
    })
  })

  it('look for a nearer model where it is', () => {
    expect(chosen({ [provider]: 'openai' }, { model: 'x.gguf' })).toMatchObject({ provider: 'local' })
    expect(chosen({ [provider]: 'openai' }, { model: 'e5' }, '/models/e5.gguf')).toMatchObject({
      provider: 'local',
    })
    expect(chosen({ [provider]: 'local' }, { model: 'text-embedding-3-small' })).toMatchObject({
      provider: 'openai',
    })
    expect(chosen({ [provider]: 'none' }, { model: 'e5' })).toMatchObject({ provider: 'local' })
  })

  it('ask the provider for a name that only it may know', () => {
    expect(chosen({ [provider]: 'openai' }, { model: 'bge-m3' })).toEqual({
      provider: 'openai',
      model: 'bge-m3',
    })
    expect(chosen({ [provider]: 'onnx' }, { model: 'bge' }, '/models/bge')).toMatchObject({
      provider: 'onnx',
    })
  })
})
