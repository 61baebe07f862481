import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagSettings, readSettings } from '@recallite/settings'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import type { Flags } from '../flags/flags.js'
import { locateMemory } from './memory-location.js'

interface Row {
  readonly flags?: Flags
  readonly variable?: string
  /** The store in the settings files of the project and of the user. */
  readonly workspace?: string
  readonly user?: string
}

/** The memory of a command inside or outside a project; folders are in capitals. */
async function located({ flags = {}, variable, workspace, user }: Row, folder: 'project' | 'elsewhere') {
  const home = temporaryFolder()
  const cwd = join(home, folder)
  const write = (path: string, text: string) => writeFileSync(join(home, path), text)
  for (const name of ['project', 'elsewhere', '.recallite']) mkdirSync(join(home, name))
  write('project/MEMORY.md', '# Notes\n')
  if (workspace !== undefined) write('project/.recallite.yaml', `store: ${workspace}\n`)
  if (user !== undefined) write('.recallite/config.yaml', `store: ${user}\n`)
  const variables = { HOME: home, ...(variable !== undefined && { RECALLITE_STORE_PATH: variable }) }
  const { agent } = flags
  const resolved = await readSettings({ cwd, agent, variables, flags: flagSettings(flags) })
  const { path, connection, scope } = await locateMemory(flags, resolved)
  const shown = (text: string) =>
    text
      .replace(join(home, '.recallite/memory'), 'MEMORY')
      .replace(home, 'HOME')
      .replaceAll(/[0-9a-f]{12}/gu, 'HASH')
  return [
    scope.kind,
    shown(path),
    connection.server?.display ?? '-',
    connection.within === undefined ? '-' : shown(connection.within),
  ].join(' ')
}

const url = 'postgres://me@db.example/notes'
const server = 'postgres://me@db.example/notes'
const ofProject = 'project MEMORY/projects/project-HASH/main.sqlite'

it.each<[Row, inProject: string, elsewhere: string]>([
  [{}, `${ofProject} - -`, 'user MEMORY/main.sqlite - -'],
  [
    { flags: { agent: 'scout' } },
    'project MEMORY/projects/project-HASH/scout.sqlite - -',
    'user MEMORY/scout.sqlite - -',
  ],
  [{ flags: { scope: 'user' } }, 'user MEMORY/main.sqlite - -', 'user MEMORY/main.sqlite - -'],
  [{ flags: { db: '/a.sqlite' } }, 'project /a.sqlite - HOME/project', 'user /a.sqlite - -'],
  [{ variable: '/a.sqlite' }, 'project /a.sqlite - HOME/project', 'user /a.sqlite - -'],
  [
    { workspace: '{ path: a.sqlite }' },
    'project HOME/project/a.sqlite - HOME/project',
    'user MEMORY/main.sqlite - -',
  ],
  [{ user: '{ path: ~/a.sqlite }' }, `${ofProject} - -`, 'user HOME/a.sqlite - -'],
  [{ user: "{ path: ':memory:' }" }, 'project :memory: - -', 'user :memory: - -'],
  [
    { flags: { store: url } },
    `project MEMORY/servers/HASH/main.sqlite ${server} HOME/project`,
    `user MEMORY/servers/HASH/main.sqlite ${server} -`,
  ],
  [{ user: `{ url: "${url}" }` }, `${ofProject} - -`, `user MEMORY/servers/HASH/main.sqlite ${server} -`],
  [
    { flags: { db: '/a.sqlite' }, user: `{ url: "${url}" }` },
    'project /a.sqlite - HOME/project',
    'user /a.sqlite - -',
  ],
  [
    { flags: { store: url }, variable: '/a.sqlite' },
    `project MEMORY/servers/HASH/main.sqlite ${server} HOME/project`,
    `user MEMORY/servers/HASH/main.sqlite ${server} -`,
  ],
])('A1: with %j the memory of a project is %s, that of the user %s', async (row, inProject, elsewhere) => {
  expect([await located(row, 'project'), await located(row, 'elsewhere')]).toEqual([inProject, elsewhere])
})

it.each<[Row, string]>([
  [{ flags: { agent: '../x' } }, 'an agent id must have'],
  [{ flags: { db: '/a.sqlite', store: url } }, 'name two stores'],
  [{ flags: { db: `/${'x'.repeat(300)}` } }, 'too long'],
])('refuses %j', async (row, message) => {
  await expect(located(row, 'elsewhere')).rejects.toThrow(message)
})
