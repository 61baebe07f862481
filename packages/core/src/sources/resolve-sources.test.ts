import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { resolveSources } from './resolve-sources.js'

const real = realpathSync

describe('A20: the folders of sources', () => {
  it('a memory is MEMORY.md and the Markdown in memory', () => {
    const folder = notesFolder({ 'memory/a.md': 'a', 'src/b.md': 'b' })
    expect(resolveSources([{ kind: 'memory', folder }])).toEqual({
      roots: [{ path: real(folder), include: ['MEMORY.md', 'memory/**/*.md'] }],
      refused: [],
      missing: [],
      unreachable: [],
    })
  })

  it('a workspace without a memory has no root', () => {
    const folder = notesFolder({ 'notes.md': 'a' })
    const resolved = resolveSources([{ kind: 'memory', folder }])
    expect(resolved).toEqual({ roots: [], refused: [], missing: [join(folder, 'memory')], unreachable: [] })
  })

  it('a memory that is a link inside its folder is found at its target', () => {
    const folder = notesFolder({ 'MEMORY.md': 'm', 'docs/memory/a.md': 'a' })
    symlinkSync('docs/memory', join(folder, 'memory'))
    const { roots, refused } = resolveSources([{ kind: 'memory', folder }])
    expect(roots.map(({ path, include }) => [path, include])).toEqual([
      [real(folder), ['MEMORY.md', 'memory/**/*.md']],
      [join(real(folder), 'docs/memory'), ['**/*.md']],
    ])
    expect(refused).toEqual([])
  })

  it('a memory that is a link out of its folder is refused, for any kind of link', () => {
    const folder = notesFolder({
      'other/private.md': 'p',
      'other/deep/b.md': 'b',
      'w/MEMORY.md': 'm',
      'x/a': '',
    })
    const workspace = join(folder, 'w')
    symlinkSync('../other', join(workspace, 'memory'))
    symlinkSync('../other', join(folder, 'x/hop'))
    symlinkSync('hop/deep', join(folder, 'x/memory'))
    symlinkSync(join(folder, 'other/private.md'), join(folder, 'x/MEMORY.md'))
    const resolved = resolveSources([{ kind: 'memory', folder: workspace }])
    expect(resolved.roots.map(({ path }) => path)).toEqual([join(real(folder), 'w')])
    expect(resolved.refused).toEqual([
      {
        path: join(real(folder), 'w/memory'),
        reason: `it is a link out of its folder, to ${real(folder)}/other. To index that, name it: recallite index ${real(folder)}/other`,
      },
    ])
    const all = resolveSources([{ kind: 'memory', folder: join(folder, 'x') }])
    expect(all.roots).toEqual([])
    expect(all.refused.map(({ path }) => path)).toEqual(
      ['x/MEMORY.md', 'x/memory'].map((path) => join(real(folder), path)),
    )
  })

  it('paths out of the folder of a source or a store are refused', () => {
    const folder = notesFolder({ 'w/docs/a.md': 'a', 's/a.jsonl': '{}' })
    const workspace = join(real(folder), 'w')
    symlinkSync('../s', join(workspace, 'sessions'))
    symlinkSync('/', join(workspace, 'top'))
    const sources = [
      { kind: 'paths', paths: ['docs', 'top', '..', 'top/etc/*.md'], folder: workspace, within: workspace },
      { kind: 'sessions', folder: join(workspace, 'sessions'), within: workspace },
    ] as const
    const bound = resolveSources(sources)
    expect(bound.roots.map(({ path }) => path)).toEqual([join(workspace, 'docs')])
    expect(bound.refused.map(({ path }) => path)).toEqual([
      '/',
      real(folder),
      '/etc',
      join(real(folder), 's'),
    ])
    const unbound = sources.map(({ within: _, ...source }) => source)
    expect(resolveSources(unbound).refused).toEqual([])
    const confined = resolveSources(unbound, workspace)
    expect(confined.roots).toEqual(bound.roots)
    expect(confined.refused.map(({ path }) => path)).toEqual(bound.refused.map(({ path }) => path))
    expect(confined.refused[0]?.reason).toContain(`recallite trust ${workspace}`)
  })

  it('paths are folders, files and globs, from home and from a folder', () => {
    const home = notesFolder({ 'notes/deep/a.md': 'a', 'todo.md': 't', 'work/x.md': 'x' })
    const paths = ['~/notes/**/*.md', '~/todo.md', 'x.md', '~', '.', '~/notes/*/', join(home, 'notes')]
    const { roots, missing } = resolveSources([{ kind: 'paths', paths, home, folder: join(home, 'work') }])
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

  it('wildcards in existing names are literal', () => {
    const folder = notesFolder({ '[2024]/plan {a}.md': 'a', 'what?.md': 'b', 'a*/c.md': 'c' })
    const paths = [
      '[2024]',
      '[2024]/plan {a}.md',
      'what?.md',
      '[2024]/**/*.md',
      String.raw`\[2024\]/*.md`,
      'a*',
    ]
    const { roots } = resolveSources([{ kind: 'paths', paths, folder }])
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

  it('a path that does not exist is missing, and not an error', () => {
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
    const { roots, missing } = resolveSources([
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
    expect(
      resolveSources([{ kind: 'sessions', folder: join(folder, 's'), retentionDays: 30 }]).roots,
    ).toEqual([{ path: join(real(folder), 's'), kind: 'sessions', retentionDays: 30 }])
    const include = ['*/chats/session-*.json']
    expect(
      resolveSources([{ kind: 'sessions', folder: join(folder, 's'), name: 'gemini-cli', include }]).roots,
    ).toEqual([{ path: join(real(folder), 's'), kind: 'sessions', name: 'gemini-cli', include }])
  })
})
