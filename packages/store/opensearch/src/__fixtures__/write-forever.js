// Writes documents with their vectors until it is killed. Arguments: URL, writer, first number. Prints each document and version
// once both are acknowledged, and `wrong` if its chunks are not found.
import { openOpenSearchStore } from '@recallite/store-opensearch'
import { documentOf, pause, readId, say, sharedDocuments, space, untilDone, vectorsOf } from './fault-documents.ts'

const [url = '', writer = '', first = '0'] = process.argv.slice(2)
const store = await untilDone(() => openOpenSearchStore({ url }))
say('ready')

/** In turn a new document, the writer's own document again, a new one, and one that all writers replace. */
function nameOf(number) {
  if (number % 2 === 0) return `${writer}n${number}`
  return number % 4 === 1 ? `${writer}again` : `shared${(number >> 2) % sharedDocuments}`
}

for (let number = Number(first); ; number += 1) {
  const name = nameOf(number)
  const version = `${writer}v${number}`
  const document = documentOf(name, version)
  say('writes', number, name, version)
  await untilDone(() => store.writeDocuments({ put: [document] }))
  await untilDone(() => store.putVectors(space, vectorsOf(document)))
  say('wrote', number, name, version)
  await pause()
  if (name.startsWith('shared')) continue
  const query = { kind: 'word', stem: `document${name}` }
  const { ids } = await untilDone(() => store.findByWords({ query, limit: 100 }))
  const isWhole = ids.length === document.chunks.length && ids.every((id) => readId(id).version === version)
  if (!isWhole) say('wrong', `${name} ${version} is not found after its write: ${ids}`)
}
