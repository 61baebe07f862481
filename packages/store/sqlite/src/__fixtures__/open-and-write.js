// Opens a store, adds a root and writes a document, as one of several concurrent processes.
// Arguments: path, a unique name.
import { openSqliteStore } from '../../dist/index.js'

const [path, name] = process.argv.slice(2)
const store = await openSqliteStore({ path })
const root = await addRoot()
const document = { root: root.name, path: 'a.md', title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '' }
await store.writeDocuments({ put: [{ document: { ...document, readAt: 1 }, chunks: [] }] })
await store.close()

/** Tries several names, since another process may add the same name. */
async function addRoot() {
  for (let number = 1; ; number += 1) {
    const candidate = { name: number === 1 ? 'notes' : `notes-${number}`, path: `/${name}` }
    const error = await store.putRoot(candidate, { isNew: true }).catch((reason) => reason)
    if (error === undefined) return candidate
    if (error.code !== 'STORE_ROOT_EXISTS') throw error
  }
}
