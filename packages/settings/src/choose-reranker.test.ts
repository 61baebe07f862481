import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { chooseReranker } from './choose-reranker.js'
import { resolveSettings } from './resolve-settings.js'

function choose(model: string) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'cross-encoder/onnx'), { recursive: true })
  writeFileSync(join(folder, 'cross-encoder/onnx/model.onnx'), '')
  writeFileSync(join(folder, 'judge.gguf'), '')
  const { settings } = resolveSettings([], { home: folder, cwd: folder, variables: {} })
  const changed = {
    ...settings,
    models: { ...settings.models, path: folder },
    rerank: { ...settings.rerank, model },
  }
  return chooseReranker(changed, { isOffline: true })
}

describe('chooseReranker', () => {
  it.each([
    ['cross-encoder', 'onnx', 'cross-encoder'],
    ['judge', 'local', 'judge'],
    ['judge.gguf', 'local', 'judge'],
  ])('opens %s by %s', (name, provider, model) => {
    const chosen = choose(name)
    expect(chosen).toMatchObject({ provider, model, host: null })
    expect(chosen?.findObstacle()).toBeUndefined()
  })

  it('says how to install a missing one', () => {
    const fix = 'recallite setup --rerank bge-reranker-base'
    expect(choose('bge-reranker-base')?.findObstacle()).toEqual({
      cause: 'there is no model bge-reranker-base',
      fix,
    })
  })
})
