// Puts records, each naming its writer and its number, until it is killed. Arguments: path, writer, first
// number. Prints each number once it is acknowledged. Every seventh record supersedes the one before it, every eleventh is forgotten.
import { openSqliteRecords } from '../../../dist/records/index.js'

const [path = '', writer = '', first = '0'] = process.argv.slice(2)
const store = await openSqliteRecords({ path })
process.stdout.write('ready\n')

let last = ''
for (let number = Number(first); ; number += 1) {
  const record = { id: `${writer}-${number}`, content: `Writer ${writer} says ${number}. ${'x'.repeat((number % 9) * 1500)}`, session: writer }
  try {
    if (number % 7 === 6 && last !== '') await store.supersede(last, record)
    else await store.put([record])
    last = record.id
    if (number % 11 === 10) {
      await store.forget(record.id)
      last = ''
    }
    process.stdout.write(`${number}\n`)
  } catch (error) {
    // Another writer blocked this one for too long: the record was not acknowledged, and its number is repeated.
    if (error?.isRetryable !== true) throw error
    number -= 1
  }
}
