// Remembers and recalls until it is killed. Arguments: path of the records, path of their index, writer, first number. Says
// each number once it is acknowledged, and each recall that did not find what was acknowledged before it.
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'

const [path = '', indexPath = '', writer = '', first = '0'] = process.argv.slice(2)
const records = await openSqliteRecords({ path })
const store = await openSqliteStore({ path: indexPath })
const { records: memory } = createMemory({ store, records })
process.stdout.write('ready\n')

for (let number = Number(first); ; number += 1) {
  // Every fifth text is the same for all writers: it must be stored once.
  const word = number % 5 === 4 ? `everybody${number}` : `${writer}says${number}`
  try {
    const { outcome } = await memory.remember(`The word of the moment is ${word}.`, { session: writer })
    process.stdout.write(`${number} ${outcome}\n`)
    if (number % 3 === 0) {
      const { results, degraded } = await memory.recall(word, { limit: 3, threshold: 0 })
      const isFound = results.some(({ record }) => record.content.includes(word))
      process.stdout.write(isFound ? 'recalled\n' : `${degraded.length > 0 ? 'unindexed' : 'missed'} ${word}\n`)
    }
  } catch (error) {
    // Another process was in the way for too long: nothing was acknowledged, and the number comes again.
    if (error?.isRetryable !== true) throw error
    process.stdout.write('busy\n')
    number -= 1
  }
}
