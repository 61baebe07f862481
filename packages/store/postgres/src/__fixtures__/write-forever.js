// Writes documents with their vectors until it is killed. Arguments: URL, schema, writer, first number. Prints each document
// and version once both are acknowledged, and `wrong` if it is not found.
import { openPostgresStore } from '@recallite/store-postgres'
import { chunksOfDocument, documentOf, sharedDocuments, space, untilDone, vectorsOf } from './fault-documents.js'

const [url = '', schema = '', writer = '', first = '0'] = process.argv.slice(2)
const store = await untilDone(() =>
  openPostgresStore({ url, schema, connections: 2, connectTimeout: 2000, indexFrom: 200 }),
)
process.stdout.write('ready\n')

for (let number = Number(first); ; number += 1) {
  // Every fourth write replaces a shared document.
  const isShared = number % 4 === 3
  const name = isShared ? `shared${number % sharedDocuments}` : `${writer}n${number}`
  const version = isShared ? `${writer}v${number}` : '1'
  const document = documentOf(name, version)
  await untilDone(() => store.writeDocuments({ put: [document] }))
  await untilDone(() => store.putVectors(space, vectorsOf(document)))
  process.stdout.write(`wrote ${number} ${name} ${version}\n`)
  const query = { kind: 'word', stem: `document${name}` }
  const { ids } = await untilDone(() => store.findByWords({ query, limit: 10 }))
  if (ids.length !== chunksOfDocument) process.stdout.write(`wrong ${name}: ${ids.length} chunks found\n`)
}
