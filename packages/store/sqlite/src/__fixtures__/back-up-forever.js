// Backs a store up into a file, again and again, until it is killed. Says `begun` before the first time.
// Arguments: path, file.
import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../dist/index.js'

const [path, file] = process.argv.slice(2)
const store = await openSqliteStore({ path })
writeSync(1, 'begun\n')
for (;;) await store.maintenance.backup(file, { replace: true })
