import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { emulatePlatform, temporaryFolder } from '@recallite/test-kit'
import { emulateOpenFile } from './__fixtures__/open-file.js'
import { describe, expect, it } from 'vitest'
import { withLock } from './with-lock.js'
import { assertPathLength, writeWhole } from './write-whole.js'

function modeOf(file: string): number {
  return statSync(file).mode & 0o777
}

const partialIn = (folder: string): string =>
  readdirSync(folder).find((name) => name.endsWith('.partial')) ?? ''

function newFile(): { folder: string; file: string } {
  const folder = temporaryFolder()
  return { folder, file: join(folder, 'a.txt') }
}

describe('writeWhole', () => {
  it('writes texts and bytes in order, to a new or an existing file', () => {
    const { folder, file } = newFile()
    for (const parts of [['ä', '', new Uint8Array([0, 0xff]), 'z\n'], []]) {
      writeWhole(file, parts)
      expect(readFileSync(file)).toEqual(Buffer.concat(parts.map((part) => Buffer.from(part))))
      expect(readdirSync(folder)).toEqual(['a.txt'])
    }
  })

  it('shows the old file until the new one is complete', () => {
    const { folder, file } = newFile()
    writeFileSync(file, 'earlier')
    writeWhole(
      file,
      (function* () {
        yield 'new '
        expect(readFileSync(file, 'utf8')).toBe('earlier')
        expect(readdirSync(folder)).toEqual(['a.txt', expect.stringMatching(/^a\.txt\.[\w-]{12}\.partial$/u)])
        yield 'text'
      })(),
    )
    expect(readFileSync(file, 'utf8')).toBe('new text')
  })

  it('leaves no files and the old content if the parts fail', () => {
    const { folder, file } = newFile()
    writeFileSync(file, 'earlier')
    const parts = (function* () {
      yield 'half'
      throw new RangeError('no more')
    })()
    expect(() => writeWhole(file, parts)).toThrow(new RangeError('no more'))
    expect(readFileSync(file, 'utf8')).toBe('earlier')
    expect(readdirSync(folder)).toEqual(['a.txt'])
  })

  it('leaves no files if the target is a folder or has no folder', () => {
    const { folder, file } = newFile()
    mkdirSync(file)
    expect(() => writeWhole(file, ['x'])).toThrow(/is not a file/u)
    expect(readdirSync(folder)).toEqual(['a.txt'])
    expect(() => writeWhole(join(folder, 'missing/a.txt'), ['x'])).toThrow(/ENOENT/u)
  })

  it('keeps the permissions of the replaced file, unless others are given', () => {
    const { file } = newFile()
    writeWhole(file, ['x'], { mode: 0o600 })
    expect(modeOf(file)).toBe(0o600)
    // More than any umask leaves.
    chmodSync(file, 0o666)
    writeWhole(file, ['y'])
    expect(modeOf(file)).toBe(0o666)
    writeWhole(file, ['z'], { mode: 0o640 })
    expect(modeOf(file)).toBe(0o640)
  })

  it('gives a new file the default permissions, or the given ones while it is written', () => {
    const { folder, file } = newFile()
    writeWhole(file, ['x'])
    writeFileSync(join(folder, 'other'), 'x')
    expect(modeOf(file)).toBe(modeOf(join(folder, 'other')))
    const parts = (function* () {
      expect(modeOf(join(folder, partialIn(folder)))).toBe(0o600)
      yield 'secret'
    })()
    writeWhole(file, parts, { mode: 0o600 })
  })

  it('uses a temporary file with an unpredictable name', () => {
    const { folder, file } = newFile()
    const names = Array.from({ length: 20 }, () => {
      const seen: string[] = []
      writeWhole(
        file,
        (function* () {
          seen.push(partialIn(folder))
          yield 'x'
        })(),
      )
      return seen[0]
    })
    expect(new Set(names).size).toBe(20)
  })

  it('follows no link', () => {
    const { folder, file } = newFile()
    const mine = join(folder, 'mine')
    writeFileSync(mine, 'mine')
    symlinkSync(mine, file)
    writeWhole(file, ['x'])
    expect(readFileSync(mine, 'utf8')).toBe('mine')
    expect(lstatSync(file).isFile()).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('x')
  })
})

const refused = {
  code: 'USAGE',
  message: expect.stringMatching(/^.{81} is a path or a name that is too long.*shorter/u),
}

describe.skipIf(process.platform === 'win32')('assertPathLength', () => {
  it('accepts every path length that the system accepts, with the ending', () => {
    const folder = temporaryFolder()
    for (const path of [folder, join(folder, 'no', 'such'), join(folder, 'x'.repeat(255))])
      assertPathLength(path)
    assertPathLength(join(folder, 'x'.repeat(250)), '.lock')
    expect(() => assertPathLength(join(folder, 'x'.repeat(256)))).toThrow(expect.objectContaining(refused))
    expect(() => assertPathLength(join(folder, 'x'.repeat(251)), '.lock')).toThrow(
      expect.objectContaining(refused),
    )
    expect(() => assertPathLength(join(folder, 'x/'.repeat(3000)))).toThrow(expect.objectContaining(refused))
  })
})

describe('a file that another program has open on Windows', () => {
  it('is replaced as soon as it is closed', () => {
    const { file } = newFile()
    writeFileSync(file, 'before')
    emulateOpenFile(file, 5)
    writeWhole(file, ['after'])
    expect(readFileSync(file, 'utf8')).toBe('after')
  })

  it('stays unchanged after a timeout, without leftover files', () => {
    const { file, folder } = newFile()
    writeFileSync(file, 'before')
    emulateOpenFile(file, Infinity)
    expect(() => writeWhole(file, ['after'])).toThrow(/EPERM/u)
    expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['a.txt'], 'before'])
  })

  it('fails at once on other systems', () => {
    const { file } = newFile()
    emulateOpenFile(file, 1)
    emulatePlatform('linux')
    expect(() => writeWhole(file, ['after'])).toThrow(/EPERM/u)
  })

  it('may be a lock that another program is removing', async () => {
    const { file } = newFile()
    emulateOpenFile(`${file}.lock`, 3)
    expect(await withLock(file, () => 'done')).toBe('done')
    emulateOpenFile(`${file}.lock`, Infinity)
    await expect(withLock(file, () => 'done', { wait: 60 })).rejects.toThrow(/EPERM/u)
  })
})
