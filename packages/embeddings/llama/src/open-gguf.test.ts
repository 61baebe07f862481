import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { assertModelFile } from './open-gguf.js'

function fileWith(content?: string): string {
  const path = join(temporaryFolder(), 'model.gguf')
  if (content !== undefined) writeFileSync(path, content)
  return path
}

describe('assertModelFile', () => {
  it('accepts a file that starts like a GGUF file', async () => {
    await expect(assertModelFile(fileWith('GGUF and so on'), 'embed')).resolves.toBeUndefined()
  })

  it.each([
    ['a missing file', () => fileWith(), 'there is no such file'],
    ['a path through a file', () => join(fileWith('GGUF'), 'below'), 'there is no such file'],
    ['a folder', () => temporaryFolder(), 'it is a folder'],
    ['an empty file', () => fileWith(''), 'it is empty'],
    ['a web page', () => fileWith('<!doctype html>'), 'it is not a GGUF file'],
    ['a file of two bytes', () => fileWith('GG'), 'it is not a GGUF file'],
  ])('rejects %s and names it', async (_, prepare, reason) => {
    const path = prepare()
    await expect(assertModelFile(path, 'embed')).rejects.toMatchObject({
      code: 'EMBEDDING_MODEL_UNAVAILABLE',
      message: `The embedding model ${path} cannot be used: ${reason}. Set the path of a GGUF embedding model.`,
    })
  })

  it.skipIf(process.platform === 'win32')('rejects a device instead of reading it forever', async () => {
    await expect(assertModelFile('/dev/null', 'embed')).rejects.toThrow('it is not a regular file')
  })

  it.skipIf(process.getuid?.() === 0)('reports an unreadable file', async () => {
    const folder = join(temporaryFolder(), 'closed')
    mkdirSync(folder)
    chmodSync(folder, 0)
    await expect(assertModelFile(join(folder, 'model.gguf'), 'embed')).rejects.toThrow(
      'this user may not read it',
    )
  })
})
