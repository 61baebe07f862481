// Holds the write lock of a database, with a root added and not yet committed, until its time is over.
// Arguments: path, milliseconds. Says `held` once it has the lock.
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'

const [path, milliseconds] = process.argv.slice(2)
const database = new Database(path)
database.exec("BEGIN IMMEDIATE; INSERT INTO root (name, path) VALUES ('of the other', '/other')")
process.stdout.write('held\n')
await sleep(Number(milliseconds))
database.exec('COMMIT')
database.close()
