// Replaces seven documents in turn until it is killed; each version has twenty chunks and its number in every word.
// Arguments: path, first version. Prints the number of each version once it is written.
import { openSqliteStore } from '../../dist/index.js'

const [path, first] = process.argv.slice(2)
const store = await openSqliteStore({ path })
const space = { provider: 'sample', model: 'plane', dimensions: 2, promptStyle: 'none' }
await store.putRoot({ name: 'notes', path: '/notes' })
await store.putSpace(space)

for (let version = Number(first); ; version += 1) {
  const chunks = Array.from({ length: 20 }, (_, position) => {
    const text = `version${version} chunk${position} `.repeat(20)
    const place = { startLine: position + 1, endLine: position + 1, startColumn: null, endColumn: null }
    const words = text.trim().split(' ').map((word) => ({ form: word, stem: word }))
    const inputs = [{ prefix: '', from: 0, to: text.length }]
    return { id: `${version}-${position}`, ...place, heading: [], text, tokens: 40, words: { text: words, parts: [], place: [] }, termList: new Uint8Array(), inputs }
  })
  const document = { root: 'notes', path: `${version % 7}.md`, title: 'Title', metadata: {}, fingerprint: 'fingerprint' }
  await store.writeDocuments({ put: [{ document: { ...document, contentHash: String(version), stamp: 'stamp', readAt: version }, chunks }] })
  process.stdout.write(`${version}\n`)
  const pending = await store.pendingTexts(space, { limit: 20 })
  await store.putVectors(space, pending.map(({ key }) => ({ key, vector: Float32Array.of(version, 1) })))
}
