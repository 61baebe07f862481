import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { listModels, removeModel } from './models-folder.js'

/** A models folder with every kind of entry. */
function modelsFolder(): string {
  const folder = join(temporaryFolder(), 'models')
  const files: Record<string, string> = {
    'e5-small-v2/onnx/model_quantized.onnx': 'x'.repeat(100),
    'mine.gguf': 'x'.repeat(20),
    'x.gguf.part': 'x'.repeat(100),
    'other.part/onnx/model.onnx': 'x'.repeat(30),
    'other.part/config.json': 'x'.repeat(3),
    'my-onnx/onnx/model.onnx': 'x'.repeat(30),
    'my-onnx/config.json': 'x'.repeat(3),
    'mine.gguf.lock': '1',
    'notes.txt': 'not a model',
    'notes/a.md': 'not a model',
    '../outside.gguf': 'x',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  symlinkSync(join(folder, 'nowhere'), join(folder, 'broken.gguf'))
  return folder
}

describe('listModels', () => {
  it('lists only models', () => {
    const folder = modelsFolder()
    const at = (entry: string) => ({ entry, path: join(folder, entry) })
    const first = 'e5-small-v2'
    expect(listModels(folder)).toEqual([
      { name: first, ...at(first), bytes: 100, isDefault: true },
      { name: 'mine', ...at('mine.gguf'), bytes: 20, isDefault: false },
      { name: 'my-onnx', ...at('my-onnx'), bytes: 33, isDefault: false },
    ])
    expect(listModels(join(folder, 'nowhere'))).toEqual([])
  })
})

describe('removeModel', () => {
  it.each([
    ['mine', 20, 'mine.gguf'],
    ['mine.gguf', 20, 'mine.gguf'],
    ['my-onnx', 33, 'my-onnx'],
  ])('removes %s and returns the freed bytes', (name, freed, gone) => {
    const folder = modelsFolder()
    const before = readdirSync(folder)
    expect(removeModel(name, folder)).toMatchObject({ freed })
    const after = new Set(readdirSync(folder))
    expect(before.filter((entry) => !after.has(entry))).toEqual([gone])
  })

  it('removes a link, never its target', () => {
    const folder = modelsFolder()
    symlinkSync(join(folder, '../outside.gguf'), join(folder, 'linked.gguf'))
    removeModel('linked', folder)
    expect(existsSync(join(folder, '../outside.gguf'))).toBe(true)
    expect(existsSync(join(folder, 'linked.gguf'))).toBe(false)
  })

  it.each(['notes.txt', 'notes', 'none', 'broken', '', '..', '.', '../outside.gguf', 'my-onnx/onnx'])(
    'finds no model %j',
    (name) => {
      const folder = modelsFolder()
      const before = readdirSync(folder)
      expect(() => removeModel(name, folder)).toThrow(
        expect.objectContaining({
          code: 'MODEL_NOT_FOUND',
          message: expect.stringContaining('mine, my-onnx'),
        }),
      )
      expect(readdirSync(folder)).toEqual(before)
    },
  )
})
