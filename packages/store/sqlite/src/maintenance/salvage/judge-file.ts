import { existsSync } from 'node:fs'
import { applicationId, pageSize } from '../../connection/connection.js'
import { openToRead } from '../../connection/open-file.js'
import { closing } from '../../connection/sql-database.js'
import { foreignDatabase, hasCode, missingDatabase, toStoreError } from '../../connection/sqlite-errors.js'
import { assertRegular, realPathOf } from '../../connection/store-files.js'
import { hasDamagedLog, withPages, type PageFile } from './page-file.js'
import { holdsOurs } from './salvage.js'
import { isUnfinished } from './swap-in.js'

/** How to recognise a kind of file. Only the content counts, since any file can have any name; zeros count as ours. */
export interface FileKind {
  /** The application id in its header. */
  readonly mark: number
  /** Whether any row on the pages can only have been written into this kind of file. */
  readonly holdsOurs: (pages: PageFile) => boolean
  /** The refusal to use a file of another kind. */
  readonly refusal: (path: string) => Error
}

const ofStore: FileKind = { mark: applicationId, holdsOurs, refusal: foreignDatabase }

/** The error of a file that could not be opened: SQLite calls every file damaged that it cannot read. */
export function openingError(error: unknown, path: string, kind = ofStore): unknown {
  const failure = toStoreError(error, path)
  if (path === ':memory:' || !hasCode(failure, 'STORE_CORRUPT', 'RECORDS_CORRUPT')) return failure
  try {
    findFileDamage(realPathOf(path), kind)
    return failure
  } catch (refusal) {
    return hasCode(refusal, 'STORE_FOREIGN', 'RECORDS_FOREIGN') ? refusal : failure
  }
}

/**
 * Describes the damage in a file that shows without SQLite, which could change the file; undefined if SQLite can open it as this
 * kind. Reads only. No connection to the file may be open in this process.
 * @throws StoreError `STORE_UNAVAILABLE` if there is no file; the kind's refusal for a file of another kind
 */
export function findFileDamage(path: string, kind = ofStore): string | undefined {
  assertRegular(path)
  if (isUnfinished(path)) return 'an earlier repair did not finish'
  if (!existsSync(path)) {
    if (hasDamagedLog(path)) return 'the file is missing, but its log exists'
    throw missingDatabase(path)
  }
  return withPages(path, (pages) => {
    const header = headerOf(pages, kind)
    if (!header) return pages.count > 0 ? 'the file is empty, but its log is not' : undefined
    if (!header.isSqlite && isBlank(pages)) return 'it contains only zeros'
    const damage = damageIn(header, pages)
    if (damage !== undefined && !isOurs(path, pages, { ...header, kind })) throw kind.refusal(path)
    return damage
  })
}

type Header = NonNullable<ReturnType<typeof headerOf>>

function damageIn({ isSqlite, mark, faults }: Header, { count }: PageFile): string | undefined {
  if (!isSqlite) return 'its beginning is damaged'
  const isNew = mark === 0 && count <= 1 && !faults.includes('the page size')
  return isNew || faults[0] === undefined ? undefined : `its header is damaged: ${faults[0]}`
}

/** Whether a file holds nothing that could be lost, as after a crash of the file system. */
function isBlank({ count, read }: PageFile): boolean {
  const blank = Buffer.alloc(pageSize)
  for (let number = 1; number <= count; number += 1) if (read(number)?.equals(blank) === false) return false
  return true
}

/** Whether a damaged file is ours: at most one bit of its mark differs, or SQLite finds damage and it has rows of ours. */
function isOurs(
  path: string,
  pages: PageFile,
  { isSqlite, mark, kind }: Header & { readonly kind: FileKind },
): boolean {
  const differingBits = ((mark ^ kind.mark) >>> 0).toString(2).replaceAll('0', '').length
  return (isSqlite && differingBits <= 1) || (!isSound(path) && kind.holdsOurs(pages))
}

/** Whether SQLite finds no damage; the database may belong to any program. */
function isSound(path: string): boolean {
  try {
    return closing(
      openToRead(path),
      (database) => database.pragma('integrity_check(1)', { simple: true }) === 'ok',
    )
  } catch {
    return false
  }
}

/** The header from the file, or from the log if the file is still empty; undefined if neither has one. */
function headerOf(pages: PageFile, kind: FileKind) {
  const inFile = pages.readFile(1) ?? pages.read(1)
  if (!inFile) return undefined
  // A new database has its mark only in the log until the first checkpoint.
  const page = inFile.readUInt32BE(markAt) === 0 ? (pages.read(1) ?? inFile) : inFile
  const fields: readonly Field[] = [...sharedFields, [markAt, 4, [kind.mark], 'the application id']]
  const wrong = fields.filter(([at, size, values]) => !values.includes(page.readUIntBE(at, size)))
  return {
    isSqlite: page.subarray(0, magic.length).equals(magic),
    /** The application id; 0 for none. */
    mark: page.readUInt32BE(markAt),
    /** The wrong fields, by their names. */
    faults: wrong.map(([, , , name]) => name),
  }
}

const magic = Buffer.from('SQLite format 3\0', 'latin1')

const markAt = 68

type Field = readonly [at: number, size: 2 | 4, values: readonly number[], name: string]

/** Fields in the header of all our databases: offset and size in bytes, the valid values, the name. */
const sharedFields: readonly Field[] = [
  [16, 2, [pageSize], 'the page size'],
  // A backup that was never opened has 1, others 2.
  [18, 2, [0x01_01, 0x02_02], 'the file format versions'],
  [20, 4, [0x00_40_20_20], 'the page layout'],
  [44, 4, [4], 'the schema format'],
  [48, 4, [0], 'the cache size'],
  [52, 4, [0], 'the vacuum mode'],
  [56, 4, [1], 'the text encoding'],
  [64, 4, [0], 'the vacuum mode'],
  ...[72, 76, 80, 84, 88].map((at) => [at, 4, [0], 'a reserved field'] as const),
]
