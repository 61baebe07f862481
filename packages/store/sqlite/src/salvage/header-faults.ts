import { applicationId } from '../connection.js'
import { pageSize, type PageFile } from './page-file.js'

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

/** What the header of a file says it is. */
export interface FileHeader {
  /** Whether it begins as every SQLite database does. */
  readonly isSqlite: boolean
  /** The mark of the program that it belongs to; 0 for none. */
  readonly mark: number
  /** What in it is not as this program leaves it, in words. */
  readonly faults: readonly string[]
}

/** Reads a page of at least 100 bytes as the first one of a database. */
function readHeader(page: Buffer): FileHeader {
  const isSqlite = page.subarray(0, magic.length).equals(magic)
  const wrong = fields.filter(([at, size, values]) => !values.includes(page.readUIntBE(at, size)))
  return {
    isSqlite,
    mark: page.readUInt32BE(markAt),
    faults: [...(isSqlite ? [] : ['its first bytes']), ...new Set(wrong.map(([, , , name]) => name))],
  }
}

/** The header of a database as its file has it, or its log where the file is still empty; undefined where it has none. */
export function headerOf(pages: PageFile): FileHeader | undefined {
  const page = pages.readFile(1) ?? pages.read(1)
  return page && readHeader(page)
}

function bitsOf(number: number): number {
  let [bits, rest] = [0, number >>> 0]
  for (; rest !== 0; rest >>>= 1) bits += rest & 1
  return bits
}

/** Whether a mark is ours but for one flipped bit. */
export function isNearlyOurs(mark: number): boolean {
  return bitsOf(mark ^ applicationId) === 1
}
