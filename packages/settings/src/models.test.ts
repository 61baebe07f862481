import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findModel } from './models.js'

function modelsFolder(...files: string[]): string {
  const folder = temporaryFolder()
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), 'GGUF')
  }
  return folder
}

describe('findModel', () => {
  it.each([
    ['a.q8_0', 'a.q8_0.gguf'],
    ['a.q8_0.gguf', 'a.q8_0.gguf'],
    ['bge-small-en-v1.5', 'bge-small-en-v1.5'],
    ['my-onnx', 'my-onnx'],
    // Its name differs from that of its file.
    ['nomic-embed-text-v1.5', 'nomic-embed-text-v1.5.q8_0.gguf'],
    ['Nomic-Embed-Text-v1.5', 'nomic-embed-text-v1.5.q8_0.gguf'],
  ])('finds %s in the models folder', (name, entry) => {
    const folder = modelsFolder(
      'a.q8_0.gguf',
      'bge-small-en-v1.5/onnx/model_quantized.onnx',
      'my-onnx/model.onnx',
      'nomic-embed-text-v1.5.q8_0.gguf',
    )
    expect(findModel(name, folder)).toBe(join(folder, entry))
  })

  it('finds paths to any folder', () => {
    const folder = modelsFolder('a.gguf', 'onnx-model/onnx/model.onnx')
    const elsewhere = modelsFolder()
    expect(findModel(join(folder, 'a.gguf'), elsewhere)).toBe(join(folder, 'a.gguf'))
    expect(findModel(join(folder, 'onnx-model'), elsewhere)).toBe(join(folder, 'onnx-model'))
  })

  it.each([
    '',
    'b',
    'half.gguf',
    'half.gguf.part',
    'bge-small-en-v1.5',
    'empty',
    '../a',
    '.',
    '..',
    'sub/b.gguf',
  ])('does not find %j', (name) => {
    const folder = modelsFolder(
      'a.gguf',
      'models/half.gguf.part',
      'models/bge-small-en-v1.5.part/onnx/model_quantized.onnx',
      'models/empty/readme.md',
      'models/sub/b.gguf',
    )
    expect(findModel(name, join(folder, 'models'))).toBeUndefined()
  })

  it('does not resolve a name in the working folder', () => {
    const cwd = modelsFolder(
      'embeddinggemma-300M-Q8_0',
      'embeddinggemma-300M-Q8_0.gguf',
      'both.gguf',
      'nomic-embed-text-v1.5/onnx/model.onnx',
      'sub/c.gguf',
    )
    const folder = modelsFolder('both.gguf')
    vi.spyOn(process, 'cwd').mockReturnValue(cwd)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(findModel('embeddinggemma-300M-Q8_0', folder)).toBeUndefined()
    expect(findModel('nomic-embed-text-v1.5', folder)).toBeUndefined()
    expect(findModel('both', folder)).toBe(join(folder, 'both.gguf'))
    expect(findModel('both.gguf', folder)).toBe(join(folder, 'both.gguf'))
    for (const file of ['embeddinggemma-300M-Q8_0.gguf', './embeddinggemma-300M-Q8_0', 'sub/c.gguf']) {
      expect(findModel(file, folder, { isTyped: true })).toBe(join(cwd, file))
      // A settings file may belong to another folder.
      expect(findModel(file, folder)).toBeUndefined()
    }
  })

  it('finds nothing without a models folder', () => {
    expect(findModel('a', join(temporaryFolder(), 'none'))).toBeUndefined()
  })
})
