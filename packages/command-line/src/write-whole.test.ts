import {
  chmodSync,
  existsSync,
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

function place(): { folder: string; file: string } {
  const folder = temporaryFolder()
  return { folder, file: join(folder, 'a.txt') }
}

describe('writeWhole', () => {
  it('writes texts and bytes one after another, into a file that is new or gives way', () => {
    const { folder, file } = place()
    for (const parts of [['ä', '', new Uint8Array([0, 0xff]), 'z\n'], []]) {
      writeWhole(file, parts)
      expect(readFileSync(file)).toEqual(Buffer.concat(parts.map((part) => Buffer.from(part))))
      expect(readdirSync(folder)).toEqual(['a.txt'])
    }
  })

  it('shows the earlier file until all is there', () => {
    const { folder, file } = place()
    writeFileSync(file, 'earlier')
    writeWhole(
      file,
      (function* () {
        yield 'new '
        expect(readFileSync(file, 'utf8')).toBe('earlier')
        expect(readdirSync(folder)).toEqual(['a.txt', `a.txt.${process.pid}.partial`])
        yield 'text'
      })(),
    )
    expect(readFileSync(file, 'utf8')).toBe('new text')
  })

  it('leaves nothing behind where the parts fail, and the earlier file as it was', () => {
    const { folder, file } = place()
    writeFileSync(file, 'earlier')
    const parts = (function* () {
      yield 'half'
      throw new RangeError('no more')
    })()
    expect(() => writeWhole(file, parts)).toThrow(new RangeError('no more'))
    expect(readFileSync(file, 'utf8')).toBe('earlier')
    expect(readdirSync(folder)).toEqual(['a.txt'])
  })

  it('leaves nothing behind where the place is a folder, and says so where there is none', () => {
    const { folder, file } = place()
    mkdirSync(file)
    expect(() => writeWhole(file, ['x'])).toThrow(/is not a file/u)
    expect(readdirSync(folder)).toEqual(['a.txt'])
    expect(() => writeWhole(join(folder, 'missing/a.txt'), ['x'])).toThrow(/ENOENT/u)
  })

  it('keeps the permissions of the file that gives way, unless others are asked for', () => {
    const { file } = place()
    writeWhole(file, ['x'], { mode: 0o600 })
    expect(modeOf(file)).toBe(0o600)
    // More than any umask leaves.
    chmodSync(file, 0o666)
    writeWhole(file, ['y'])
    expect(modeOf(file)).toBe(0o666)
    writeWhole(file, ['z'], { mode: 0o640 })
    expect(modeOf(file)).toBe(0o640)
  })

  it('gives a new file the permissions of any other, or those that are asked for while it is written', () => {
    const { folder, file } = place()
    writeWhole(file, ['x'])
    writeFileSync(join(folder, 'other'), 'x')
    expect(modeOf(file)).toBe(modeOf(join(folder, 'other')))
    const parts = (function* () {
      expect(modeOf(`${file}.${process.pid}.partial`)).toBe(0o600)
      yield 'secret'
    })()
    writeWhole(file, parts, { mode: 0o600 })
  })

  it('follows no link, neither at the place nor at that of the partial file', () => {
    const { folder, file } = place()
    const mine = join(folder, 'mine')
    writeFileSync(mine, 'mine')
    symlinkSync(mine, file)
    symlinkSync(mine, `${file}.${process.pid}.partial`)
    writeWhole(file, ['x'])
    expect(readFileSync(mine, 'utf8')).toBe('mine')
    expect(lstatSync(file).isFile()).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('x')
    expect(existsSync(`${file}.${process.pid}.partial`)).toBe(false)
  })
})

const refused = {
  code: 'USAGE',
  message: expect.stringMatching(/^.{81} is a path or a name that is too long.*shorter/u),
}

describe.skipIf(process.platform === 'win32')('assertPathLength', () => {
  it('takes what the system takes, there or not, with what is behind it', () => {
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
    const { file } = place()
    writeFileSync(file, 'before')
    emulateOpenFile(file, 5)
    writeWhole(file, ['after'])
    expect(readFileSync(file, 'utf8')).toBe('after')
  })

  it('stays as it was where that takes too long, and nothing is left beside it', () => {
    const { file, folder } = place()
    writeFileSync(file, 'before')
    emulateOpenFile(file, Infinity)
    expect(() => writeWhole(file, ['after'])).toThrow(/EPERM/u)
    expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['a.txt'], 'before'])
  })

  it('fails at once on other systems', () => {
    const { file } = place()
    emulateOpenFile(file, 1)
    emulatePlatform('linux')
    expect(() => writeWhole(file, ['after'])).toThrow(/EPERM/u)
  })

  it('can be the lock that another program is just removing', async () => {
    const { file } = place()
    emulateOpenFile(`${file}.lock`, 3)
    expect(await withLock(file, () => 'done')).toBe('done')
    emulateOpenFile(`${file}.lock`, Infinity)
    await expect(withLock(file, () => 'done', { wait: 60 })).rejects.toThrow(/EPERM/u)
  })
})
