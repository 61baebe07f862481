import { StoreError, type NewDocument, type Store, type WriteOptions } from '@recallite/store'

/** Runs a write; false if the store refused it because another process is writing. */
export type TryWrite = (write: (options: WriteOptions) => Promise<void>) => Promise<boolean>

/** With `wait` false a busy store refuses writes instead of failing; after the first refusal no write is tried again. */
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

/** The characters of text that are written in one transaction, in a thread for which no other work waits, and in one for which it does. */
const lengths = { alone: 400_000, shared: 6_000 }
/** A document takes as much memory, and as long to write, as this many characters of its text. */
const lengthOfDocument = 1_000

interface Writing {
  readonly store: Store
  readonly tryWrite: TryWrite
  readonly sharesThread?: boolean | undefined
  readonly deadline?: number | undefined
}

/** A document, and the number of characters that it was cut from. */
export interface CutDocument {
  readonly document: NewDocument
  readonly length: number
}

/**
 * Writes documents some at a time, as a transaction takes as long as a few documents do.
 * @param onRefusal is told of each document that the store refused because another process is writing, with the number that was
 * given with it
 */
export function createDocumentBatch(
  { store, tryWrite, sharesThread = false, deadline }: Writing,
  onRefusal: (path: string, number: number) => void,
) {
  const most = sharesThread || deadline !== undefined ? lengths.shared : lengths.alone
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
    /** Adds a document, and writes it with those before once these are enough. Rejects with StoreError. */
    async add(cut: CutDocument, number: number): Promise<void> {
      waiting.push({ put: cut.document, number })
      length += lengthOfDocument + cut.length
      if (length >= most) await write()
    },
    /** Writes the documents that wait. Rejects with StoreError. */
    write,
  }
}

/** Where documents cannot be written together, those before the one that cannot be written are written all the same. */
async function writeAll(store: Store, put: readonly NewDocument[], options: WriteOptions): Promise<void> {
  try {
    await store.writeDocuments({ put }, options)
  } catch (error) {
    if (put.length === 1 || (StoreError.isInstance(error) && error.code === 'STORE_BUSY')) throw error
    for (const each of put) await store.writeDocuments({ put: [each] }, options)
  }
}
