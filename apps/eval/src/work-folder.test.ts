import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { withWorkFolder } from './work-folder.js'

async function leaveFile(folder: string): Promise<string> {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  return file
}

describe('withWorkFolder', () => {
  it('makes the folder that is named, and leaves it', async () => {
    const folder = join(temporaryFolder(), 'a/b')
    const file = await withWorkFolder(folder, leaveFile)
    expect(file).toBe(join(folder, 'file'))
    expect(existsSync(file)).toBe(true)
  })

  it('takes a temporary folder otherwise, which is gone afterwards', async () => {
    const file = await withWorkFolder(undefined, leaveFile)
    expect(existsSync(join(file, '..'))).toBe(false)
  })

  it('takes the temporary folder away after a failure as well', async () => {
    let kept = ''
    const failing = withWorkFolder(undefined, async (folder) => {
      kept = await leaveFile(folder)
      throw new RangeError('no')
    })
    await expect(failing).rejects.toThrow(RangeError)
    expect(existsSync(kept)).toBe(false)
  })
})
