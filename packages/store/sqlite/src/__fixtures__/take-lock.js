// Takes the store's lock, prints `locked`, and holds it until it is killed; prints `busy` if another process holds it.
// Arguments: path, milliseconds to wait for the lock, milliseconds to hold it (default: forever), file to append lines to.
import { appendFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteStore } from '../../dist/index.js'

const [path, wait, hold, log] = process.argv.slice(2)
const store = await openSqliteStore({ path })
try {
  const lock = await store.maintenance.lock({ wait: Number(wait) })
  if (log) appendFileSync(log, `${process.pid} locked\n`)
  writeSync(1, 'locked\n')
  await sleep(hold === undefined ? 1_000_000 : Number(hold))
  if (log) appendFileSync(log, `${process.pid} released\n`)
  await lock.release()
  await store.close()
} catch (error) {
  writeSync(1, `${error.code}\n`)
}
