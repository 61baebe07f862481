import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagSettings, readSettings, trustFolder } from '@recallite/settings'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import type { Flags } from '../flags/flags.js'
import { hasRecordIndex, locateMemory } from './memory-location.js'

interface Row {
  readonly flags?: Flags
  readonly variable?: string
  /** The store in the settings files of the project and of the user. */
  readonly workspace?: string
  readonly user?: string
  /** `records.url` in the user file, and in a variable. */
  readonly userRecords?: string
  readonly variableRecords?: string
}

/** Writes the settings files of a row into a home folder, and returns its variables. */
function writeSettings({
  variable,
  workspace,
  user,
  userRecords,
  variableRecords,
}: Row): Record<string, string> {
  const home = temporaryFolder()
  const write = (path: string, text: string) => writeFileSync(join(home, path), text)
  for (const name of ['project', 'elsewhere', '.recallite']) mkdirSync(join(home, name))
  write('project/MEMORY.md', '# Notes\n')
  if (workspace !== undefined) write('project/.recallite.yaml', `store: ${workspace}\n`)
  const records = userRecords && `{ url: "${userRecords}" }`
  const lines = Object.entries({ store: user, records }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}\n`],
  )
  if (lines.length > 0) write('.recallite/config.yaml', lines.join(''))
  return {
    HOME: home,
    ...(variable !== undefined && { RECALLITE_STORE_PATH: variable }),
    ...(variableRecords !== undefined && { RECALLITE_RECORDS_URL: variableRecords }),
  }
}

/** The memory of a command inside or outside a project; folders are in capitals. */
async function located(row: Row, folder: 'project' | 'elsewhere') {
  const { flags = {} } = row
  const variables = writeSettings(row)
  const { HOME: home = '' } = variables
  const { agent } = flags
  const cwd = join(home, folder)
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
    ...(hasRecordIndex({ connection }) ? [`records ${connection.recordServer?.display ?? 'local'}`] : []),
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

const cluster = 'opensearch://me@a,b:9200/?prefix=team'
const others = 'postgres://me@db.example/records'
const own = 'user MEMORY/main.sqlite - -'

it.each<[Row, inProject: string, elsewhere: string]>([
  [
    { flags: { store: cluster } },
    `project MEMORY/servers/HASH/main.sqlite ${cluster} HOME/project records local`,
    `user MEMORY/servers/HASH/main.sqlite ${cluster} - records local`,
  ],
  [
    { flags: { store: cluster }, userRecords: others },
    `project MEMORY/servers/HASH/main.sqlite ${cluster} HOME/project records local`,
    `user MEMORY/servers/HASH/main.sqlite ${cluster} - records ${others}`,
  ],
  [
    { user: `{ url: "${url}" }`, variableRecords: others },
    `${ofProject} - - records ${others}`,
    `user MEMORY/servers/HASH/main.sqlite ${server} - records ${others}`,
  ],
  [
    { user: `{ url: "${url}" }`, userRecords: server },
    `${ofProject} - -`,
    `user MEMORY/servers/HASH/main.sqlite ${server} -`,
  ],
  [
    { user: `{ url: "${url}" }`, userRecords: url.replace('/notes', ',db2/notes?target_session_attrs=any') },
    `${ofProject} - -`,
    `user MEMORY/servers/HASH/main.sqlite ${server} -`,
  ],
  [{ userRecords: others }, `${ofProject} - -`, `${own} records ${others}`],
  [{ variableRecords: others }, `${ofProject} - - records ${others}`, `${own} records ${others}`],
  [
    { flags: { db: '/a.sqlite' }, userRecords: others },
    'project /a.sqlite - HOME/project',
    'user /a.sqlite - -',
  ],
  [
    { flags: { db: '/a.sqlite' }, variableRecords: others },
    'project /a.sqlite - HOME/project',
    'user /a.sqlite - -',
  ],
  [
    { variable: '/a.sqlite', variableRecords: others },
    `project /a.sqlite - HOME/project records ${others}`,
    `user /a.sqlite - - records ${others}`,
  ],
])('with %j the memory of a project is %s, that of the user %s', async (row, inProject, elsewhere) => {
  expect([await located(row, 'project'), await located(row, 'elsewhere')]).toEqual([inProject, elsewhere])
})

it('names local files after the first host and the prefix of a cluster', async () => {
  const pathWith = async (address: string) => {
    const home = temporaryFolder()
    const flags = { store: address }
    const read = { cwd: home, variables: { HOME: home }, flags: flagSettings(flags) }
    return (await locateMemory(flags, await readSettings(read))).path.replace(home, '')
  }
  const path = await pathWith('opensearch://me@a:9200/?prefix=team')
  expect(await pathWith('opensearch://you@a,b,c:9201/?prefix=team&shards=3')).toBe(path)
  expect(await pathWith('opensearch://me@a:9200/?prefix=other')).not.toBe(path)
  expect(await pathWith('opensearch://me@b:9200/?prefix=team')).not.toBe(path)
})

it.each(['store', 'records'])('refuses %s.url in a workspace file that is not trusted', async (section) => {
  const home = temporaryFolder()
  writeFileSync(join(home, '.recallite.yaml'), `${section}: { url: "${url}" }\n`)
  const read = () => readSettings({ cwd: home, variables: { HOME: home } })
  await expect(read()).rejects.toThrow(`${section}.url names a server that texts are sent to`)
  trustFolder(home, home)
  const flags = { agent: 'main' }
  const { connection, scope } = await locateMemory(flags, await read())
  expect([scope.kind, connection.recordServer?.display]).toEqual(['project', server])
})

it.each<[Row, string]>([
  [{ flags: { agent: '../x' } }, 'an agent id must have'],
  [{ flags: { db: '/a.sqlite', store: url } }, 'name two stores'],
  [{ flags: { db: `/${'x'.repeat(300)}` } }, 'too long'],
])('refuses %j', async (row, message) => {
  await expect(located(row, 'elsewhere')).rejects.toThrow(message)
})
