import { inWriteTransaction } from '../connection/transactions.js'
import { toRecordError } from './record-errors.js'
import type { RecordsFile } from './records-file.js'

/** Turns synchronous work on a file of records into the promises of a store, which reject with `RecordError`. */
export function createRecordCalls({ database, path, assertInPlace }: RecordsFile) {
  async function run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw toRecordError(error, path)
    }
  }

  /** The file is looked at inside of the transaction: no repair can put another one into its place meanwhile. */
  const inPlace =
    <Result>(work: () => Result) =>
    () => {
      assertInPlace()
      return work()
    }

  return {
    run,
    /** All statements of a read see one state of the database. */
    read: <Result>(work: () => Result) => run(() => database.transaction(inPlace(work)).deferred()),
    /** A write is one IMMEDIATE transaction. */
    write: <Result>(work: () => Result) => run(() => inWriteTransaction(database, inPlace(work))),
  }
}
