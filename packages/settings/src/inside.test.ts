import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { isInside } from './inside.js'

function folders() {
  const home = temporaryFolder()
  const folder = join(home, 'work')
  mkdirSync(join(folder, 'notes'), { recursive: true })
  mkdirSync(join(home, 'private'))
  writeFileSync(join(folder, 'file'), '')
  symlinkSync('../private', join(folder, 'out'))
  symlinkSync('notes', join(folder, 'in'))
  symlinkSync('../private/not-there', join(folder, 'dangling'))
  symlinkSync('round', join(folder, 'round'))
  symlinkSync('work', join(home, 'same'))
  return { home, folder }
}

describe('isInside', () => {
  it.each(['.', 'notes', 'in', 'in/new/x.sqlite', 'new', '..new', 'new/../file'])(
    'is true for %s',
    (path) => {
      const { folder } = folders()
      expect(isInside(folder, join(folder, path))).toBe(true)
    },
  )

  it.each([
    '..',
    '../private',
    '../workshop',
    'out',
    'out/new.sqlite',
    'dangling',
    'dangling/x',
    'file/below',
    'round',
    '/',
  ])('is false for %s', (path) => {
    const { folder } = folders()
    expect(isInside(folder, path === '/' ? path : join(folder, path))).toBe(false)
  })

  it('follows links to the folder too', () => {
    const { home, folder } = folders()
    expect(isInside(join(home, 'same'), join(folder, 'notes'))).toBe(true)
    expect(isInside(join(home, 'nowhere'), join(home, 'nowhere/a'))).toBe(true)
    expect(isInside('/', folder)).toBe(true)
  })
})
