import { existsSync } from 'node:fs'
import { applicationId, openToRead, pageSize } from '../../connection/connection.js'
import { foreignDatabase, missingDatabase } from '../../connection/sqlite-errors.js'
import { assertRegular } from '../../connection/store-files.js'
import { hasDamagedLog, withPages, type PageFile } from './page-file.js'
import { holdsOurs } from './salvage.js'
import { hasLeftover } from './swap-in.js'

/** What tells the files of one kind from those of other programs. */
export interface FileKind {
  /** The mark in their header. */
  readonly mark: number
  /** Whether any row on the pages of a file can only have been written into one of this kind. */
  readonly holdsOurs: (pages: PageFile) => boolean
}

/** The database of a store. */
const ofStore: FileKind = { mark: applicationId, holdsOurs }

/** The damage of a file that may be anything. */
export const noDatabase = 'it does not begin as a database does'

/**
 * What of a file is damaged, as far as that can be said without having SQLite change anything; undefined if SQLite opens
 * it as one of this kind. Reads only. No connection to the file may be open in this process.
 * @throws StoreError `STORE_FOREIGN` for a whole database with the mark of another program, and for a damaged one without
 * any row of ours; `STORE_UNAVAILABLE` if there is no file
 */
export function findFileDamage(path: string, kind = ofStore): string | undefined {
  assertRegular(path)
  if (!existsSync(path)) {
    if (hasDamagedLog(path)) return 'the file is gone, and its log is there'
    throw missingDatabase(path)
  }
  if (hasLeftover(path)) return 'an earlier repair was ended before it was done'
  return withPages(path, (pages) => {
    const header = headerOf(pages, kind)
    if (!header) return pages.count > 0 ? 'the file is empty, and its log is not' : undefined
    const { isSqlite, mark, faults } = header
    if (!isSqlite) return kind.holdsOurs(pages) ? 'its beginning is damaged' : noDatabase
    const isNew = mark === 0 && pages.count <= 1
    if (isNew || faults[0] === undefined) return undefined
    if (faults.includes(markFault) && !isOurs(path, pages, { mark, kind })) throw foreignDatabase(path)
    return `its header is damaged: ${faults[0]}`
  })
}

const markFault = 'the mark of this program'

/** Whether a database with another mark is ours all the same, because of its bits or of what is on its pages. */
function isOurs(
  path: string,
  pages: PageFile,
  { mark, kind }: { readonly mark: number; readonly kind: FileKind },
): boolean {
  const differingBits = ((mark ^ kind.mark) >>> 0).toString(2).replaceAll('0', '').length
  return differingBits === 1 || (!isSound(path) && kind.holdsOurs(pages))
}

/** Whether SQLite itself finds a database whole, whatever program it belongs to. */
function isSound(path: string): boolean {
  let database: ReturnType<typeof openToRead> | undefined
  try {
    database = openToRead(path)
    return database.pragma('integrity_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/** The header of a database as its file has it, or its log if the file is still empty; undefined if neither has one. */
function headerOf(pages: PageFile, kind: FileKind) {
  const inFile = pages.readFile(1) ?? pages.read(1)
  if (!inFile) return undefined
  // The file of a new database has no mark before the log was moved into it for the first time.
  const page = inFile.readUInt32BE(markAt) === 0 ? (pages.read(1) ?? inFile) : inFile
  const fields: readonly Field[] = [...sharedFields, [markAt, 4, [kind.mark], markFault]]
  const wrong = fields.filter(([at, size, values]) => !values.includes(page.readUIntBE(at, size)))
  return {
    isSqlite: page.subarray(0, magic.length).equals(magic),
    /** The mark of the program that it belongs to; 0 for none. */
    mark: page.readUInt32BE(markAt),
    /** What in it is not as this program leaves it, in words. */
    faults: wrong.map(([, , , name]) => name),
  }
}

const magic = Buffer.from('SQLite format 3\0', 'latin1')

const markAt = 68

type Field = readonly [at: number, size: 1 | 2 | 4, values: readonly number[], name: string]

/** Numbers in the header of every database of this program: offset and size in bytes, and the values they may have. */
const sharedFields: readonly Field[] = [
  [16, 2, [pageSize], 'the size of its pages'],
  // 1 is what a backup has that was never opened.
  [18, 1, [1, 2], 'which versions may write it'],
  [19, 1, [1, 2], 'which versions may read it'],
  [20, 1, [0], 'how much of each page is unused'],
  [21, 1, [64], 'a fixed number'],
  [22, 1, [32], 'a fixed number'],
  [23, 1, [32], 'a fixed number'],
  [44, 4, [4], 'the version of its schema format'],
  [48, 4, [0], 'the size of its cache'],
  [52, 4, [0], 'how it gives back room'],
  [56, 4, [1], 'how texts are encoded'],
  [64, 4, [0], 'how it gives back room'],
  ...[72, 76, 80, 84, 88].map((at) => [at, 4, [0], 'what is always empty'] as const),
]
