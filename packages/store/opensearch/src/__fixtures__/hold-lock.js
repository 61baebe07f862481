// For each line of its input, a number: acquires the lock, writes documents until a write is refused, and releases the lock.
// Argument: URL. Prints `wrote` and `refused` with the number.
import { createInterface } from 'node:readline'
import { openOpenSearchStore } from '@recallite/store-opensearch'
import { documentOf, say } from './fault-documents.ts'

const [url = ''] = process.argv.slice(2)
const store = await openOpenSearchStore({ url, leaseTime: 1000 })
say('ready')

for await (const number of createInterface({ input: process.stdin })) {
  const lock = await store.maintenance.lock({ wait: 20_000 })
  for (let write = 0; ; write += 1) {
    try {
      const name = write % 2 === 0 ? 'contested' : `late${number}n${write}`
      await store.writeDocuments({ put: [documentOf(name, `a${number}v${write}`)] })
      say('wrote', number)
    } catch (error) {
      say('refused', number, error?.code)
      break
    }
  }
  await lock.release()
  say('released', number)
}
