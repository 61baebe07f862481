// Opens a store, adds a root and writes a document, as one of several processes that begin together.
// Arguments: path, a name of its own.
import { openSqliteStore } from '../../dist/index.js'

const [path, name] = process.argv.slice(2)
const store = await openSqliteStore({ path })
const root = await store.addRoot({ name: 'notes', path: `/${name}` })
const document = { root: root.name, path: 'a.md', title: '', metadata: {}, contentHash: '', recipe: '', stamp: '' }
await store.replaceDocument({ ...document, readAt: 1 }, [])
await store.close()
