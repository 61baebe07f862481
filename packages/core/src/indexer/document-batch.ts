import { StoreError, type NewDocument, type Store, type WriteOptions } from '@recallite/store'

/** Runs a write; false if the store rejected it because another process is writing. */
export type TryWrite = (write: (options: WriteOptions) => Promise<void>) => Promise<boolean>

/** Without `wait`, a busy store rejects writes instead of failing; after the first rejection no write is tried again. */
export function createTryWrite(wait: boolean): TryWrite {
  let isRefused = false
  return async (write) => {
    if (isRefused) return false
    try {
      await write({ wait })
    } catch (error) {
      if (wait || !StoreError.isInstance(error) || error.code !== 'STORE_BUSY') throw error
      isRefused = true
    }
    return !isRefused
  }
}

/** Characters of text per write, by whether other work waits for the thread. */
const maxLength = { dedicated: 400_000, shared: 6_000 }
/** Without transactions a write takes no lock, and one that makes many documents visible takes little longer. */
const maxLengthWithoutTransactions = 2_000_000
/** The overhead of a document, as a number of characters. */
const lengthOfDocument = 1_000

interface Writing {
  readonly store: Store
  readonly tryWrite: TryWrite
  readonly sharesThread?: boolean | undefined
  readonly deadline?: number | undefined
}

/** A document, and the number of characters of its source. */
export interface CutDocument {
  readonly document: NewDocument
  readonly length: number
}

/**
 * Writes several documents per transaction, because a transaction is expensive.
 * @param onRefusal called for each document that was rejected because another process is writing, with the number from `add`
 */
export function createDocumentBatch(
  { store, tryWrite, sharesThread = false, deadline }: Writing,
  onRefusal: (path: string, number: number) => void,
) {
  const limit =
    store.writes === 'document' && deadline === undefined
      ? maxLengthWithoutTransactions
      : maxLength[sharesThread || deadline !== undefined ? 'shared' : 'dedicated']
  let waiting: { readonly put: NewDocument; readonly number: number }[] = []
  let length = 0

  const write = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    length = 0
    const put = batch.map((each) => each.put)
    if (put.length === 0 || (await tryWrite((how) => writeAll(store, put, how)))) return
    for (const { put: refused, number } of batch) onRefusal(refused.document.path, number)
  }

  return {
    /** Adds a document, and writes all pending ones once there are enough. Rejects with StoreError. */
    async add(cut: CutDocument, number: number): Promise<void> {
      waiting.push({ put: cut.document, number })
      length += lengthOfDocument + cut.length
      if (length >= limit) await write()
    },
    write,
  }
}

/** If a batch fails, documents are written one by one up to the one that fails. */
async function writeAll(store: Store, put: readonly NewDocument[], options: WriteOptions): Promise<void> {
  try {
    await store.writeDocuments({ put }, options)
  } catch (error) {
    if (put.length === 1 || (StoreError.isInstance(error) && error.code === 'STORE_BUSY')) throw error
    for (const each of put) await store.writeDocuments({ put: [each] }, options)
  }
}
