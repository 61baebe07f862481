import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../__fixtures__/settings-error.js'
import { treeOf } from '../tree.js'
import { pathPattern } from './path.js'

const surroundings = { home: '/home/me', cwd: '/cwd', variables: { ROOT: '/data' } }

function resolved(written: string, isWorkspace = false, file = '/etc/memory/c.yaml'): string {
  const origin = { kind: 'file', file, line: 7, isWorkspace } as const
  return pathPattern.read(treeOf(written), { key: 'extraPaths', origin })(surroundings)
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
  ])('is resolved as paths are, and keeps its signs: %s', (written, expected) => {
    expect(resolved(written)).toBe(expected)
  })

  it("starts from one's own folders", () => {
    expect(refusalOf(() => resolved('~other/*.md'))).toContain("other people's")
  })
})

describe('a glob in a workspace file', () => {
  it.each([
    '~',
    '/b',
    '~/*.md',
    '../*.md',
    '/b/*.md',
    '*/../../b/*.md',
    '{../b,a}/*.md',
    '{..,a}/b/*.md',
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

  it('leads behind no link out of the folder', () => {
    const folder = temporaryFolder()
    for (const name of ['work', 'private']) mkdirSync(join(folder, name))
    symlinkSync('../private', join(folder, 'work/out'))
    const file = join(folder, 'work/c.yaml')
    expect(refusalOf(() => resolved('out/*.md', true, file))).toMatch(refusedOutside)
  })

  it('names no variables', () => {
    expect(refusalOf(() => resolved('${ROOT}/*.md', true))).toMatch(/^SETTINGS_REFUSED .* from a variable/)
  })
})
