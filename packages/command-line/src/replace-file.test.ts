import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emulateOpenFile, emulatePlatform, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { withLock } from './with-lock.js'
import { writeWhole } from './write-whole.js'

describe('a file that another program has open on Windows', () => {
  it('is replaced as soon as it is closed', () => {
    const file = join(temporaryFolder(), 'settings.json')
    writeFileSync(file, 'before')
    emulateOpenFile(file, 5)
    writeWhole(file, ['after'])
    expect(readFileSync(file, 'utf8')).toBe('after')
  })

  it('stays as it was where that takes too long, and nothing is left beside it', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'settings.json'), 'before')
    emulateOpenFile(join(folder, 'settings.json'), Infinity)
    expect(() => writeWhole(join(folder, 'settings.json'), ['after'])).toThrow(/EPERM/u)
    expect([readdirSync(folder), readFileSync(join(folder, 'settings.json'), 'utf8')]).toEqual([
      ['settings.json'],
      'before',
    ])
  })

  it('fails at once on other systems', () => {
    const file = join(temporaryFolder(), 'settings.json')
    emulateOpenFile(file, 1)
    emulatePlatform('linux')
    expect(() => writeWhole(file, ['after'])).toThrow(/EPERM/u)
  })

  it('can be the lock that another program is just removing', async () => {
    const file = join(temporaryFolder(), 'notes')
    emulateOpenFile(`${file}.lock`, 3)
    expect(await withLock(file, () => 'done')).toBe('done')
    emulateOpenFile(`${file}.lock`, Infinity)
    await expect(withLock(file, () => 'done', { wait: 60 })).rejects.toThrow(/EPERM/u)
  })
})
