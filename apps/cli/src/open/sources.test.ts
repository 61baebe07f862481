import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  flagLayer,
  type FlagSettings,
  memorySettings,
  readSettings,
  resolveSettings,
} from '@recallite/settings'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { locateMemory, recordsFileOf } from './memory-location.js'
import { describeUnused } from './sources.js'

/** A home with a workspace in it, and the sources that are chosen there. */
function workspace(name = 'work') {
  const home = temporaryFolder()
  const folder = join(home, name)
  const write = (path: string, content = '') => {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  mkdirSync(join(folder, 'inner'), { recursive: true })
  const choose = async ({
    cwd = folder,
    agent = 'main',
    variables = {} as Record<string, string>,
    livesLong = false,
  } = {}) => {
    const resolved = await readSettings({ cwd, agent, variables: { HOME: home, ...variables } })
    const { sources } = await locateMemory({ agent }, resolved, { livesLong })
    return sources
  }
  const unused = async (flags: { readonly scope?: 'user' } = {}, cwd = folder) => {
    const resolved = await readSettings({ cwd, agent: 'main', variables: { HOME: home } })
    const location = await locateMemory(flags, resolved)
    return describeUnused(location.resolved, location)
  }
  return { home, folder, write, choose, unused }
}

describe('the source memory', () => {
  it.each(['work/MEMORY.md', 'work/memory/a.md'])('is the working folder if it has %s', async (path) => {
    const { folder, write, choose } = workspace()
    expect(await choose()).toEqual([])
    write(path)
    expect(await choose()).toEqual([{ kind: 'memory', folder }])
    expect(await choose({ cwd: join(folder, 'inner') })).toEqual([{ kind: 'memory', folder }])
  })

  it('is the folder of the workspace file, from anywhere in it', async () => {
    const { folder, write, choose } = workspace()
    const cwd = join(folder, 'inner')
    write('work/.recallite.yaml', 'provider: none\n')
    expect(await choose({ cwd })).toEqual([])
    write('work/inner/memory/a.md')
    expect(await choose({ cwd })).toEqual([{ kind: 'memory', folder: cwd }])
    write('work/MEMORY.md')
    expect(await choose({ cwd })).toEqual([{ kind: 'memory', folder }])
  })

  it('exists before its files if it is requested, and never if it is not configured', async () => {
    const { folder, write, choose } = workspace()
    const variables = { RECALLITE_SOURCES: 'memory' }
    expect(await choose({ variables })).toEqual([{ kind: 'memory', folder }])
    write('work/.recallite.yaml', 'sources: []\n')
    write('work/MEMORY.md')
    expect(await choose()).toEqual([])
  })

  it('A21: exists before its files for a long-running program', async () => {
    const { folder, write, choose } = workspace()
    const cwd = join(folder, 'inner')
    expect(await choose({ cwd, livesLong: true })).toEqual([{ kind: 'memory', folder: cwd }])
    write('work/.recallite.yaml', 'provider: none\n')
    expect(await choose({ cwd, livesLong: true })).toEqual([{ kind: 'memory', folder }])
    write('work/inner/memory/a.md')
    expect(await choose({ cwd, livesLong: true })).toEqual([{ kind: 'memory', folder: cwd }])
    write('work/.recallite.yaml', 'sources: []\n')
    expect(await choose({ cwd, livesLong: true })).toEqual([])
  })

  it('is the user’s own for every program and command once something was remembered there', async () => {
    const { folder, write, choose } = workspace()
    expect(await choose({ livesLong: true })).toEqual([{ kind: 'memory', folder }])
    write('.recallite/memory/main.records.sqlite')
    expect(await choose({ livesLong: true })).toEqual([])
  })

  it('is the memory of the folder for every command once something was remembered there', async () => {
    const { home, folder, write, choose } = workspace()
    const resolved = await readSettings({ cwd: folder, agent: 'main', variables: { HOME: home } })
    const { path } = await locateMemory({ scope: 'project' }, resolved)
    expect(await choose()).toEqual([])
    write(relative(home, recordsFileOf(path)))
    expect(await choose()).toEqual([{ kind: 'memory', folder }])
    expect(await choose({ cwd: home })).toEqual([])
  })

  it('is no folder MEMORY.md, and no file memory', async () => {
    const { write, choose } = workspace()
    write('work/MEMORY.md/a.md')
    write('work/memory')
    expect(await choose()).toEqual([])
  })
})

describe('extraPaths', () => {
  it('are relative to the folder of their file or the working folder, and keep their `!`', async () => {
    const { home, folder, write, choose } = workspace()
    const written = ['~/papers/**/*.md', 'notes', '/elsewhere/{a,b}.txt', '../x/*/']
    write('.recallite/config.json', JSON.stringify({ extraPaths: written }))
    const papers = [join(home, 'papers/**/*.md'), join(home, '.recallite/notes')]
    expect(await choose()).toEqual([
      { kind: 'paths', paths: [...papers, '/elsewhere/{a,b}.txt', join(home, 'x/*/')] },
    ])
    const variables = { RECALLITE_EXTRA_PATHS: './*.md,.' }
    expect(await choose({ variables })).toEqual([{ kind: 'paths', paths: [join(folder, '*.md'), folder] }])
  })
})

describe('the source sessions', () => {
  it.each(['sources: [sessions]', 'sources: []\nsessions: { enabled: true }'])(
    'is the folder of the agent if it is configured: %j',
    async (settings) => {
      const { home, write, choose } = workspace()
      write('.recallite/config.yaml', settings)
      const folder = join(home, '.recallite/sessions/scout')
      expect(await choose({ agent: 'scout' })).toEqual([{ kind: 'sessions', folder, retentionDays: 30 }])
    },
  )

  it('is the folder in the settings', async () => {
    const { home, write, choose } = workspace()
    const sessions = 'enabled: true, path: ~/talks, retentionDays: 7'
    write('.recallite/config.yaml', `sessions: { ${sessions} }`)
    expect(await choose()).toEqual([{ kind: 'sessions', folder: join(home, 'talks'), retentionDays: 7 }])
  })
})

it('names the settings of the user that do not apply to a project', async () => {
  const { write, unused } = workspace()
  write('work/MEMORY.md')
  expect(await unused()).toBeUndefined()
  write(
    '.recallite/config.yaml',
    'sessions: { enabled: true }\nstore: { path: ~/mine.sqlite }\nextraPaths: [papers]\n',
  )
  expect(await unused()).toMatch(/extraPaths, sessions, store\.path apply to your own memory.*--scope user/)
  expect(await unused({ scope: 'user' })).toBeUndefined()
  write(
    'work/.recallite.yaml',
    'extraPaths: [notes]\nsessions: { path: ./talks }\nstore: { path: ./index.sqlite }\n',
  )
  expect(await unused()).toBeUndefined()
})

function optionsOf(settings: FlagSettings, livesLong: boolean) {
  const resolved = resolveSettings([flagLayer(settings)], { home: '/h', cwd: '/c', variables: {} })
  return memorySettings(resolved.settings, { livesLong })
}

describe('memorySettings', () => {
  it('make a long-running program sync after its searches and unload idle models', () => {
    const choices = (settings: FlagSettings) =>
      [false, true].map((livesLong) => optionsOf(settings, livesLong))
    expect(choices({})).toMatchObject([
      { freshness: 'before-search', modelIdle: undefined },
      { freshness: 'behind-search', modelIdle: 300_000 },
    ])
    expect(choices({ 'update.onBoot': false, 'models.idle': 0 })).toMatchObject([
      { freshness: 'none', modelIdle: undefined },
      { freshness: 'behind-search', modelIdle: undefined },
    ])
  })
})
