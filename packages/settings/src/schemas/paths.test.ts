import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../__fixtures__/settings-error.js'
import { isInside, pathPattern } from './paths.js'
import { readValue } from './schema.js'

const surroundings = { home: '/home/me', cwd: '/cwd', variables: { ROOT: '/data' } }

function resolved(written: string, isWorkspace = false, file = '/etc/memory/c.yaml'): string {
  const origin = { kind: 'file', file, line: 7, isWorkspace } as const
  return String(readValue(pathPattern, written, { key: 'extraPaths', origin })(surroundings))
}

const refusedOutside = /^SETTINGS_REFUSED .* own folder .* user file/

describe('a path or a glob', () => {
  it.each([
    ['~/notes/**/*.{md,txt}', '/home/me/notes/**/*.{md,txt}'],
    ['../[ab]?.md', '/etc/[ab]?.md'],
    ['./a', '/etc/memory/a'],
    ['a*/', '/etc/memory/a*/'],
    ['/', '/'],
    ['${ROOT}/*.md', '/data/*.md'],
  ])('is resolved like a path, and retains its wildcards: %s', (written, expected) => {
    expect(resolved(written)).toBe(expected)
  })

  it('is relative to the folders of the run', () => {
    expect(refusalOf(() => resolved('~other/*.md'))).toContain("other people's")
  })
})

describe('a glob in a workspace file', () => {
  it.each([
    '~/*.md',
    '../*.md',
    '/b/*.md',
    '*/../../b/*.md',
    '{../b,a}/*.md',
    'a/{b,..}/../*.md',
    '\\.\\./b/*.md',
    './.\\./b',
  ])('must not lead out of the folder, as %s does', (written) => {
    expect(refusalOf(() => resolved(written, true))).toMatch(refusedOutside)
  })

  it.each([
    ['notes/**/*.md', '/etc/memory/notes/**/*.md'],
    ['./b/*..md', '/etc/memory/b/*..md'],
    ['./a/../b', '/etc/memory/b'],
    ['/etc/memory/{a,b}', '/etc/memory/{a,b}'],
  ])('may stay inside: %s', (written, expected) => {
    expect(resolved(written, true)).toBe(expected)
  })

  it('does not follow a link out of the folder', () => {
    const folder = temporaryFolder()
    for (const name of ['work', 'private']) mkdirSync(join(folder, name))
    symlinkSync('../private', join(folder, 'work/out'))
    const file = join(folder, 'work/c.yaml')
    expect(refusalOf(() => resolved('out/*.md', true, file))).toMatch(refusedOutside)
  })

  it('must not refer to variables', () => {
    expect(refusalOf(() => resolved('${ROOT}/*.md', true))).toMatch(/^SETTINGS_REFUSED .* from a variable/)
  })
})

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

  it.each(['..', '../private', 'out/new.sqlite', 'dangling', 'file/below', 'round', '/'])(
    'is false for %s',
    (path) => {
      const { folder } = folders()
      expect(isInside(folder, path === '/' ? path : join(folder, path))).toBe(false)
    },
  )

  it('resolves links to the folder', () => {
    const { home, folder } = folders()
    expect(isInside(join(home, 'same'), join(folder, 'notes'))).toBe(true)
    expect(isInside(join(home, 'nowhere'), join(home, 'nowhere/a'))).toBe(true)
    expect(isInside('/', folder)).toBe(true)
  })
})
