// Writes and searches in threads, and never closes the store. Prints the native modules loaded in this thread, then and after
// opening a store in it. Argument: path.
import { createRequire } from 'node:module'
import { openSqliteStore } from '../../dist/index.js'
import { openSqliteStoreInThreads } from '../../dist/open-store-in-threads.js'

const [path] = process.argv.slice(2)
const { cache } = createRequire(import.meta.url)
const nativeModules = () => Object.keys(cache).filter((file) => file.endsWith('.node')).length

const store = await openSqliteStoreInThreads({ path })
await store.putRoot({ name: 'notes', path: '/notes' })
const query = { kind: 'word', stem: 'harbour' }
await store.findByWords({ query, limit: 1 })
const inThreads = nativeModules()
await openSqliteStore({ path: ':memory:' })
process.stdout.write(JSON.stringify({ inThreads, here: nativeModules() - inThreads }))
