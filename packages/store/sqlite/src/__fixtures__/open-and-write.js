// Opens a store, adds a root and writes a document, as one of several processes that begin together.
// Arguments: path, a name of its own.
import { openSqliteStore } from '../../dist/index.js'

const [path, name] = process.argv.slice(2)
const store = await openSqliteStore({ path })
const root = await addRoot()
const document = { root: root.name, path: 'a.md', title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '' }
await store.writeDocuments({ put: [{ document: { ...document, readAt: 1 }, chunks: [] }] })
await store.close()

/** Tries one name after the other, as another process may take a name at the same moment. */
async function addRoot() {
  for (let number = 1; ; number += 1) {
    const root = { name: number === 1 ? 'notes' : `notes-${number}`, path: `/${name}` }
    const error = await store.putRoot(root, { isNew: true }).catch((reason) => reason)
    if (error === undefined) return root
    if (error.code !== 'STORE_ROOT_EXISTS') throw error
  }
}
