// Writes interrupted documents again, as the next sync does. Then compares the store with the acknowledged writes, and prints the
// differences as JSON. Argument: URL. Input: lines of `writes` or `wrote`, a number, a document and a version, each writer's in order.
import { readFileSync } from 'node:fs'
import { openOpenSearchStore } from '@recallite/store-opensearch'
import { cosine, documentOf, idsOf, space, textOf, vectorOf } from './fault-documents.ts'

const [url = ''] = process.argv.slice(2)
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean).map((line) => line.split(' '))
const linesOf = (kind) => new Map(lines.flatMap(([one, , name, version]) => (one === kind ? [[name, version]] : [])))
const acknowledged = linesOf('wrote')
const store = await openOpenSearchStore({ url })
const lock = await store.maintenance.lock({ wait: 60_000 })

async function readVersions() {
  const documents = await store.listDocuments('notes')
  return new Map(documents.map(({ path, stamp }) => [path.replace(/\.md$/u, ''), stamp]))
}

const first = await readVersions()
const interrupted = [...linesOf('writes')].filter(([name]) => !first.get(name))
for (const [name, version] of interrupted) await store.writeDocuments({ put: [documentOf(name, version)] })
const versions = await readVersions()
const numberOf = (version) => Number(/v(\d+)$/u.exec(version)?.[1])
const broken = []
const wrongVectors = []

/** The writers of shared documents overtake each other, so any of their versions may be the last one. */
function isLost([name, version]) {
  const stored = versions.get(name)
  return stored === undefined || (!name.startsWith('shared') && numberOf(stored) < numberOf(version))
}

for (const [name, version] of versions) {
  const ids = idsOf(name, version)
  const { items } = await store.readItems(ids)
  if (items.length !== ids.length || items.some(({ id, text }) => text !== textOf(id))) broken.push(`${name} ${version}`)
  const request = { space, vector: vectorOf(name), ids }
  const scores = await store.scoreByVector(request)
  const isWrong = (id) => {
    const score = scores.get(id)?.score
    // The last write of a killed client may lack vectors.
    if (score === undefined) return acknowledged.get(name) === version
    return Math.abs(score - cosine(request.vector, vectorOf(textOf(id)))) > 1e-6
  }
  wrongVectors.push(...ids.filter(isWrong))
}

const { chunks } = await store.status()
process.stdout.write(
  JSON.stringify({
    documents: versions.size,
    interrupted: interrupted.length,
    chunks,
    lost: [...acknowledged].filter(isLost).map(([name]) => name),
    broken,
    wrongVectors,
    extraChunks: chunks - [...versions].reduce((sum, [name, version]) => sum + idsOf(name, version).length, 0),
    damages: await store.maintenance.verify(),
  }),
)
await lock.release()
await store.close()
