// Pauses while writing `other.md`, with the write lock held, for the given time.
// Arguments: path, milliseconds. Prints `held` once it has the lock.
import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../dist/index.js'

const [path, milliseconds] = process.argv.slice(2)
const store = await openSqliteStore({ path })
const chunk = {
  id: 'other',
  startLine: 1,
  endLine: 1,
  startColumn: null,
  endColumn: null,
  heading: [],
  text: '',
  tokens: 1,
  termList: new Uint8Array(), inputs: [],
  get words() {
    writeSync(1, 'held\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(milliseconds))
    return { text: [{ form: 'harbour', stem: 'harbour' }], parts: [], place: [] }
  },
}
const document = { root: 'notes', path: 'other.md', title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '' }
await store.writeDocuments({ put: [{ document: { ...document, readAt: 1 }, chunks: [chunk] }] })
await store.close()
