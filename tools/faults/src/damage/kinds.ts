import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { Random } from '@recallite/test-kit/random'
import { withDatabase } from '../database.ts'
import { pageSize } from './pages.ts'

/** The target of the damage. */
export interface Injury {
  /** The index or the file of records. */
  readonly file: string
  readonly notesFolder: string
  readonly random: Random
  /** A file outside of the data folder, which must not change. */
  readonly outside: string
  /** Texts with vectors in the index. */
  readonly texts: readonly string[]
}

export interface Kind {
  readonly name: string
  /** Whether the case starts with a memory whose server was killed while it wrote. */
  readonly needsLog?: boolean
  /** Whether the program may reject the file permanently, because it does not recognise it. */
  readonly mayRefuse?: boolean
  /** Whether nothing may change the file, because another program created it. */
  readonly isForeign?: boolean
  /** Whether it only applies to an index. */
  readonly isOfIndex?: boolean
  injure(injury: Injury): void
}

/** Damage to bytes of a file and its log. */
export const bytesKinds: readonly Kind[] = [
  changed('one bit', flipBit),
  changed('a bit of the header', (bytes, random) => flipBit(bytes, random, 100)),
  changed('a page of noise', noisePage),
  changed('the first page of zeros', (bytes) => withPage(bytes, 0, Buffer.alloc(pageSize))),
  changed('cut off anywhere', cutOff),
  { name: 'noise after its end', injure: ({ file, random }) => appendFileSync(file, random.bytes(9000)) },
  changed('a bit of the log', flipBit, '-wal'),
  changed('the log cut off', cutOff, '-wal'),
  { name: 'the log gone', needsLog: true, injure: ({ file }) => rmSync(`${file}-wal`) },
  { name: 'the database gone and the log there', needsLog: true, injure: ({ file }) => rmSync(file) },
]

/** Foreign files in place of a file, and links. */
export const foreignKinds: readonly Kind[] = [
  byOtherProgram('a database of another program', 'CREATE TABLE document (x); CREATE TABLE chunk (y)'),
  byOtherProgram(
    'a marked database of another program',
    'PRAGMA application_id = 252006675; CREATE TABLE a (b)',
  ),
  {
    ...replaced('a text', (path) => writeFileSync(path, '# My notes\n\nDo not lose them.\n'.repeat(300))),
    isForeign: true,
  },
  { ...replaced('an empty file', (path) => writeFileSync(path, '')), mayRefuse: false },
  replaced('a folder', (path) => mkdirSync(path)),
  replaced('a pipe', (path) => execFileSync('mkfifo', [path])),
  { ...replaced('nothing', () => undefined), mayRefuse: false },
  ...['', '-wal', '-journal', '.lock'].map((suffix) =>
    replaced(`a link to another file${suffix}`, (path, { outside }) => symlinkSync(outside, path), suffix),
  ),
  replaced('a folder as log', (path) => mkdirSync(path), '-wal'),
  {
    name: 'the file moved and linked',
    injure: ({ file }) => {
      renameSync(file, `${file}.moved`)
      symlinkSync(`${file}.moved`, file)
    },
  },
]

type Change = (bytes: Buffer, random: Random) => Buffer

/** Changes the bytes of the file, or of a neighbour with another suffix. */
function changed(name: string, change: Change, suffix = ''): Kind {
  return {
    name,
    needsLog: suffix === '-wal',
    injure: ({ file, random }) => writeFileSync(file + suffix, change(readFileSync(file + suffix), random)),
  }
}

/** Replaces the file, or a neighbour. */
function replaced(name: string, make: (path: string, injury: Injury) => unknown, suffix = ''): Kind {
  return {
    name: `${name} in its place`,
    mayRefuse: true,
    injure: (injury) => {
      const { file } = injury
      for (const each of suffix === '' ? [file, `${file}-wal`, `${file}-shm`] : [file + suffix])
        rmSync(each, { recursive: true, force: true })
      make(file + suffix, injury)
    },
  }
}

function byOtherProgram(name: string, sql: string): Kind {
  return {
    ...replaced(name, (path) => withDatabase(path, (database) => database.exec(sql))),
    isForeign: true,
  }
}

function flipBit(bytes: Buffer, random: Random, end = bytes.length): Buffer {
  const copy = Buffer.from(bytes)
  const bit = random.below(end * 8)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

function cutOff(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random.below(bytes.length))
}

function noisePage(bytes: Buffer, random: Random): Buffer {
  return withPage(bytes, anyPage(bytes, random), random.bytes(pageSize))
}

function anyPage(bytes: Buffer, random: Random): number {
  return random.below(Math.ceil(bytes.length / pageSize))
}

function withPage(bytes: Buffer, page: number, content: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  content.copy(copy, page * pageSize)
  return copy
}
