import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { listModels, removeModel } from './models-folder.js'

const record = { address: 'https://a.example/x.gguf', etag: '"1"', bytes: 400, checksum: null }

/** A models folder with something of everything. */
function modelsFolder(): string {
  const folder = join(temporaryFolder(), 'models')
  const files: Record<string, string> = {
    'embeddinggemma-300M-Q8_0.gguf': 'x'.repeat(100),
    'mine.gguf': 'x'.repeat(20),
    'x.gguf.part': 'x'.repeat(100),
    'x.gguf.part.json': JSON.stringify(record),
    'unknown.gguf.part': 'xx',
    'bge-small-en-v1.5.part/config.json': 'x'.repeat(683),
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
  it('lists what is there, whole and in part, and nothing else', () => {
    const folder = modelsFolder()
    const rows = listModels(folder).map(({ name, path, bytes, totalBytes, isComplete, isDefault }) => [
      name,
      path.slice(folder.length + 1),
      bytes,
      totalBytes,
      isComplete,
      isDefault,
    ])
    expect(rows).toEqual([
      ['bge-small-en-v1.5', 'bge-small-en-v1.5.part', 683, 34_726_996, false, false],
      ['embeddinggemma-300M-Q8_0', 'embeddinggemma-300M-Q8_0.gguf', 100, 100, true, true],
      ['mine', 'mine.gguf', 20, 20, true, false],
      ['my-onnx', 'my-onnx', 33, 33, true, false],
      ['unknown', 'unknown.gguf.part', 2, null, false, false],
      ['x', 'x.gguf.part', 100, 400, false, false],
    ])
  })

  it('lists nothing where there is no folder', () => {
    expect(listModels(join(temporaryFolder(), 'models'))).toEqual([])
  })
})

describe('removeModel', () => {
  it.each([
    ['mine', 20, ['mine.gguf']],
    ['mine.gguf', 20, ['mine.gguf']],
    ['my-onnx', 33, ['my-onnx']],
    ['x', 100, ['x.gguf.part', 'x.gguf.part.json']],
    ['bge-small-en-v1.5', 683, ['bge-small-en-v1.5.part']],
  ])('removes %s and says what that freed', async (name, freed, gone) => {
    const folder = modelsFolder()
    // A dead process's lock does not keep anybody from it.
    const before = readdirSync(folder).filter((entry) => !entry.endsWith('.lock'))
    writeFileSync(join(folder, 'mine.gguf.lock'), '4194305')
    expect(await removeModel(name, folder)).toMatchObject({ freed })
    const after = new Set(readdirSync(folder))
    expect(before.filter((entry) => !after.has(entry))).toEqual(gone)
  })

  it('takes a path in the folder', async () => {
    const folder = modelsFolder()
    expect(await removeModel(join(folder, 'my-onnx'), folder)).toEqual({ name: 'my-onnx', freed: 33 })
  })

  it('removes a link, never what it leads to', async () => {
    const folder = modelsFolder()
    symlinkSync(join(folder, '../outside.gguf'), join(folder, 'linked.gguf'))
    await removeModel('linked', folder)
    expect(existsSync(join(folder, '../outside.gguf'))).toBe(true)
    expect(existsSync(join(folder, 'linked.gguf'))).toBe(false)
  })

  it.each([
    '../outside.gguf',
    '../outside',
    '..',
    '.',
    '/etc/hostname',
    'my-onnx/onnx',
    'my-onnx/../../outside.gguf',
  ])('refuses %s, which is not in the folder', async (name) => {
    const folder = modelsFolder()
    await expect(removeModel(name, folder)).rejects.toMatchObject({ code: 'MODEL_OUTSIDE_FOLDER' })
    expect(existsSync(join(folder, '../outside.gguf'))).toBe(true)
  })

  it.each(['notes.txt', 'notes', 'none', 'broken', ''])('knows no model %j', async (name) => {
    const folder = modelsFolder()
    const before = readdirSync(folder)
    await expect(removeModel(name, folder)).rejects.toMatchObject({
      code: 'MODEL_NOT_FOUND',
      message: expect.stringContaining('mine, my-onnx'),
    })
    expect(readdirSync(folder)).toEqual(before)
  })

  it('waits for nobody who is at work on it', async () => {
    const folder = modelsFolder()
    writeFileSync(join(folder, 'x.gguf.lock'), String(process.pid))
    await expect(removeModel('x', folder)).rejects.toMatchObject({ code: 'LOCKED' })
    expect(existsSync(join(folder, 'x.gguf.part'))).toBe(true)
  })
})
