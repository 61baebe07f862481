import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { findProject } from './find-project.js'

function homeWith(...paths: string[]) {
  const home = realpathSync(temporaryFolder())
  for (const path of paths) {
    const full = join(home, path)
    mkdirSync(path.endsWith('/') ? full : dirname(full), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(full, '# Notes\n')
  }
  return { home, find: (folder: string) => findProject(join(home, folder), { home }) }
}

describe('findProject', () => {
  it('finds the nearest folder upwards that has a memory', () => {
    const { home, find } = homeWith('work/MEMORY.md', 'work/src/deep/', 'work/inner/memory/', 'other/')
    expect(find('work')).toBe(join(home, 'work'))
    expect(find('work/src/deep')).toBe(join(home, 'work'))
    expect(find('work/inner/memory')).toBe(join(home, 'work/inner'))
    expect(find('other')).toBeUndefined()
    expect(find('none')).toBeUndefined()
  })

  it('stops at the folder that contains .git, and below the home folder', () => {
    const { home, find } = homeWith(
      'MEMORY.md',
      'work/MEMORY.md',
      'work/repository/.git',
      'work/repository/src/',
    )
    expect(find('work/repository/src')).toBeUndefined()
    expect(find('')).toBe(home)
    mkdirSync(join(home, 'elsewhere'))
    expect(find('elsewhere')).toBeUndefined()
  })

  it('ignores a memory in an outer folder that all users may write to', () => {
    const { home, find } = homeWith('shared/MEMORY.md', 'shared/mine/')
    expect(find('shared/mine')).toBe(join(home, 'shared'))
    chmodSync(join(home, 'shared'), 0o777)
    expect(find('shared/mine')).toBeUndefined()
    expect(find('shared')).toBe(join(home, 'shared'))
  })

  it('returns the real path of a project', () => {
    const { home, find } = homeWith('work/MEMORY.md')
    symlinkSync(join(home, 'work'), join(home, 'link'))
    expect(find('link')).toBe(join(home, 'work'))
  })
})
