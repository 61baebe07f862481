import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The folder of the package that has the SQLite driver. */
export const driverFolder = fileURLToPath(new URL('../../../packages/store/sqlite/', import.meta.url))

/** The file of the SQLite driver, better-sqlite3, as the store resolves it. */
export const driverPath = createRequire(`${driverFolder}package.json`).resolve('better-sqlite3')
