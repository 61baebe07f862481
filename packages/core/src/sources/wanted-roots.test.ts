import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { wantedRoots } from './wanted-roots.js'

const real = realpathSync

describe('A20: what sources want', () => {
  it('a memory is MEMORY.md and the Markdown in memory', () => {
    const folder = notesFolder({ 'memory/a.md': 'a', 'src/b.md': 'b' })
    expect(wantedRoots([{ kind: 'memory', folder }])).toEqual({
      roots: [{ path: real(folder), include: ['MEMORY.md', 'memory/**/*.md'] }],
      missing: [],
      unreachable: [],
    })
  })

  it('a workspace without a memory wants nothing', () => {
    const folder = notesFolder({ 'notes.md': 'a' })
    const wanted = wantedRoots([{ kind: 'memory', folder }])
    expect(wanted).toEqual({ roots: [], missing: [join(folder, 'memory')], unreachable: [] })
  })

  it('a memory that is a link is found where it lies', () => {
    const folder = notesFolder({ 'workspace/MEMORY.md': 'm', 'cloud/memory/a.md': 'a' })
    symlinkSync(join(folder, 'cloud/memory'), join(folder, 'workspace/memory'))
    const { roots } = wantedRoots([{ kind: 'memory', folder: join(folder, 'workspace') }])
    expect(roots.map(({ path, include }) => [path, include])).toEqual([
      [join(real(folder), 'workspace'), ['MEMORY.md', 'memory/**/*.md']],
      [join(real(folder), 'cloud/memory'), ['**/*.md']],
    ])
  })

  it('paths are folders, files and globs, from home and from a folder', () => {
    const home = notesFolder({ 'notes/deep/a.md': 'a', 'todo.md': 't', 'work/x.md': 'x' })
    const paths = ['~/notes/**/*.md', '~/todo.md', 'x.md', '~', '.', '~/notes/*/', join(home, 'notes')]
    const { roots, missing } = wantedRoots([{ kind: 'paths', paths, home, folder: join(home, 'work') }])
    const at = (path: string) => join(real(home), path)
    expect(missing).toEqual([])
    expect(roots).toEqual([
      { path: at('notes'), include: ['**/*.md'] },
      { path: real(home), include: ['todo.md'] },
      { path: at('work'), include: ['x.md'] },
      { path: real(home) },
      { path: at('work') },
      { path: at('notes'), include: ['*/**'] },
      { path: at('notes') },
    ])
  })

  it('signs in the names of what is there are no signs', () => {
    const folder = notesFolder({ '[2024]/plan {a}.md': 'a', 'what?.md': 'b', 'a*/c.md': 'c' })
    const paths = [
      '[2024]',
      '[2024]/plan {a}.md',
      'what?.md',
      '[2024]/**/*.md',
      String.raw`\[2024\]/*.md`,
      'a*',
    ]
    const { roots } = wantedRoots([{ kind: 'paths', paths, folder }])
    const at = (path: string) => join(real(folder), path)
    expect(roots).toEqual([
      { path: at('[2024]') },
      { path: at('[2024]'), include: [String.raw`plan \{a\}.md`] },
      { path: real(folder), include: [String.raw`what\?.md`] },
      { path: at('[2024]'), include: ['**/*.md'] },
      { path: at('[2024]'), include: ['*.md'] },
      { path: at('a*') },
    ])
  })

  it('what is not there is missing and no error', () => {
    const folder = notesFolder({ 'a.md': 'a' })
    const paths = [
      'none',
      'none/**/*.md',
      'a.md/b',
      '',
      'nul\0',
      `${'x'.repeat(1100)}*`,
      'x'.repeat(300),
      'a.md/*',
    ]
    const { roots, missing } = wantedRoots([
      { kind: 'paths', paths, folder },
      { kind: 'sessions', folder: join(folder, 'sessions') },
      join(folder, 'gone'),
    ])
    expect(roots).toEqual([])
    expect(missing).toEqual(
      ['none', 'a.md/b', 'nul\0', '', 'x'.repeat(300), 'a.md', 'sessions', 'gone'].map((path) =>
        path === '' ? folder : join(folder, path),
      ),
    )
  })

  it('sessions are a folder of transcripts', () => {
    const folder = notesFolder()
    mkdirSync(join(folder, 's'))
    expect(wantedRoots([{ kind: 'sessions', folder: join(folder, 's'), retentionDays: 30 }]).roots).toEqual([
      { path: join(real(folder), 's'), kind: 'sessions', retentionDays: 30 },
    ])
  })
})
