import { existsSync } from 'node:fs'
import { StoreError } from '@recallite/store'
import { applicationId, assertRegular, isSoundElsewhere, openConnection, pageSize } from '../connection.js'
import { migrate } from '../migrations/ledger.js'
import { migrations } from '../migrations/migrations.js'
import type { SqlDatabase } from '../sql-database.js'
import { openPageFile, type PageFile } from './page-file.js'
import { holdsOurs } from './salvage.js'
import { hasLeftover } from './swap-in.js'

/** Why a file counts as damaged that may be anything. */
export const noDatabase = 'it does not begin as a database does'

/** What a file is, as far as that can be said without having SQLite change anything. */
type Verdict =
  /** SQLite opens it as one of ours: what is in it, `verify` says. */
  { readonly kind: 'ours' } | { readonly kind: 'damaged'; readonly reason: string }

/**
 * Says what a file is, and reads only. No connection to it may be open in this process.
 * @throws StoreError `STORE_FOREIGN` for a whole database with another mark, and for a damaged one that has nothing of ours;
 * `STORE_UNAVAILABLE` where there is no file
 */
export function judgeFile(path: string): Verdict {
  assertRegular(path)
  if (!existsSync(path)) throw new StoreError('STORE_UNAVAILABLE', `There is no database at ${path}.`)
  if (hasLeftover(path)) return { kind: 'damaged', reason: 'an earlier repair was ended before it was done' }
  return judge(path)
}

function judge(path: string): Verdict {
  return withPages(path, (pages, model) => {
    const header = headerOf(pages)
    if (!header) return pages.count > 0 ? damaged('the file is empty, and its log is not') : { kind: 'ours' }
    const { isSqlite, mark, faults } = header
    if (!isSqlite) return damaged(holdsOurs(pages, model) ? 'its beginning is damaged' : noDatabase)
    if (faults.includes(markFault) && !isOurs(path, pages, { mark, model })) throw foreign(path)
    const isNew = mark === 0 && pages.count <= 1
    return faults[0] === undefined || isNew
      ? { kind: 'ours' }
      : damaged(`its header is damaged: ${faults[0]}`)
  })
}

const damaged = (reason: string): Verdict => ({ kind: 'damaged', reason })

const markFault = 'the mark of this program'

/** Whether a database with another mark is ours all the same: but for a flipped bit, or what is on its pages. */
function isOurs(
  path: string,
  pages: PageFile,
  { mark, model }: { mark: number; model: SqlDatabase },
): boolean {
  if (isNearlyOurs(mark)) return true
  // One that another program has just begun, or this one.
  if (mark === 0 && pages.count <= 1) return true
  return !isSoundElsewhere(path) && holdsOurs(pages, model)
}

function foreign(path: string): StoreError {
  return new StoreError(
    'STORE_FOREIGN',
    `${path} is a database of another program and was not changed. Name another file.`,
  )
}

/** Works with the pages of a file, and an empty database that says what rows of ours are like. */
function withPages<Result>(path: string, work: (pages: PageFile, model: SqlDatabase) => Result): Result {
  const { database: model } = openConnection({ path: ':memory:' })
  try {
    migrate(model, migrations, Date.now)
    const pages = openPageFile(path)
    try {
      return work(pages, model)
    } finally {
      pages.close()
    }
  } finally {
    model.close()
  }
}

/** What the header of a file says it is. */
interface FileHeader {
  /** Whether it begins as every SQLite database does. */
  readonly isSqlite: boolean
  /** The mark of the program that it belongs to; 0 for none. */
  readonly mark: number
  /** What in it is not as this program leaves it, in words. */
  readonly faults: readonly string[]
}

/** The header of a database as its file has it, or its log where the file is still empty; undefined where it has none. */
function headerOf(pages: PageFile): FileHeader | undefined {
  const page = pages.readFile(1) ?? pages.read(1)
  return page && readFileHeader(page)
}

/** Reads a page of at least 100 bytes as the first one of a database. */
function readFileHeader(page: Buffer): FileHeader {
  const isSqlite = page.subarray(0, magic.length).equals(magic)
  const wrong = fields.filter(([at, size, values]) => !values.includes(page.readUIntBE(at, size)))
  return {
    isSqlite,
    mark: page.readUInt32BE(markAt),
    faults: [...(isSqlite ? [] : ['its first bytes']), ...new Set(wrong.map(([, , , name]) => name))],
  }
}

const magic = Buffer.from('SQLite format 3\0', 'latin1')

const markAt = 68

/** Numbers in the header of every database of ours: where they stand, in how many bytes, and what they may be. */
const fields: readonly (readonly [at: number, size: 1 | 2 | 4, values: readonly number[], name: string])[] = [
  [16, 2, [pageSize], 'the size of its pages'],
  // 1 is what a copy has that was never opened.
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
  [markAt, 4, [applicationId], 'the mark of this program'],
  ...[72, 76, 80, 84, 88].map((at) => [at, 4, [0], 'what is always empty'] as const),
]

function bitsOf(number: number): number {
  let [bits, rest] = [0, number >>> 0]
  for (; rest !== 0; rest >>>= 1) bits += rest & 1
  return bits
}

/** Whether a mark is ours but for one flipped bit. */
function isNearlyOurs(mark: number): boolean {
  return bitsOf(mark ^ applicationId) === 1
}
