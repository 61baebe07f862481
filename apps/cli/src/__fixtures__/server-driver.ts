import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sqlite = new URL('../../../../packages/store/sqlite/dist/index.js', import.meta.url)
const contract = new URL('../../../../packages/store/contract/dist/index.js', import.meta.url)

/** Whether the packages that the driver needs are built. */
export const isDriverBuilt = [sqlite, contract].every((file) => existsSync(fileURLToPath(file)))

const folderOf = (home: string) => join(home, 'server')

/** A driver with the exports of @recallite/store-postgres that keeps each database and schema in an SQLite file. */
const program = (home: string) => `
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from '${contract.href}'
import { openSqliteStore } from '${sqlite.href}'

export async function openPostgresStore({ url, schema = 'recallite', create = true, isReadOnly, within }) {
  const { pathname, username, host, password, searchParams } = new URL(url)
  if (searchParams.has('schema')) throw new Error('the parameter schema is not one of PostgreSQL')
  const location = \`postgres://\${username}@\${host}\${pathname} (schema \${schema})\`
  if (password !== '' && password !== 'right') throw new StoreError('STORE_UNAVAILABLE', \`\${location} refuses the password.\`)
  const path = join('${folderOf(home)}', \`\${pathname.slice(1)}-\${schema}.sqlite\`)
  if (!create && !existsSync(path)) throw new StoreError('STORE_UNAVAILABLE', \`\${location} does not exist.\`)
  const store = await openSqliteStore({ path, isReadOnly, within })
  const { maintenance } = store
  return {
    ...store,
    maintenance: {
      ...maintenance,
      async backup() { throw new StoreError('STORE_UNSUPPORTED', 'Back it up with pg_dump.') },
    },
    status: async () => ({ ...(await store.status()), backend: 'postgres', location }),
  }
}
`

/** Puts the driver where the program looks for providers. */
export function installServerDriver(home: string): void {
  const folder = join(home, '.recallite/providers/node_modules/@recallite/store-postgres')
  mkdirSync(folder, { recursive: true })
  mkdirSync(folderOf(home), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@recallite/store-postgres', version: '0.0.0', type: 'module', exports: './index.js' }))
  writeFileSync(join(folder, 'index.js'), program(home))
}

/** The files of the stores that the driver has made. */
export function storesOf(home: string): string[] {
  const folder = folderOf(home)
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')).toSorted() : []
}
