import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Random } from '@recallite/test-kit/random'
import { vectorBytes } from '../provider.ts'
import type { Kind } from './kind.ts'
import { flipBit, pageSizeOf, pagesWith } from './pages.ts'

type Change = (file: Buffer, random: Random) => Buffer

/** A kind that changes the bytes of the database, or of a file beside it whose name ends otherwise. */
function changed(name: string, change: Change, suffix = ''): Kind {
  return {
    name,
    needsLog: suffix === '-wal',
    injure: ({ world, random }) => {
      const path = `${world.database}${suffix}`
      writeFileSync(path, change(readFileSync(path), random))
    },
  }
}

const oneBit: Change = (file, random) => flipBetween(file, random, { from: 0, to: file.length })
const cutAnywhere: Change = (file, random) => file.subarray(0, random.below(file.length))
const noisePage: Change = (file, random) =>
  withPage(file, anyPage(file, random), random.bytes(pageSizeOf(file)))

/** One bit, anywhere in the database. */
export const bitKind = changed('one bit', oneBit)

/** One bit on a page that holds vectors. */
export const vectorPageKind: Kind = {
  name: 'one bit on a page with vectors',
  injure: ({ world, random, texts }) => {
    const file = readFileSync(world.database)
    const [page = 0] = pagesWith(file, vectorBytes(random.pick(texts)))
    const from = page * pageSizeOf(file)
    writeFileSync(world.database, flipBetween(file, random, { from, to: from + pageSizeOf(file) }))
  },
}

/** Damage to bytes of the database and of what lies beside it. */
export const bytesKinds: readonly Kind[] = [
  bitKind,
  changed('twenty bits', (file, random) => {
    const bits = Array.from({ length: 20 })
    return bits.reduce((spoilt: Buffer) => oneBit(spoilt, random), file)
  }),
  changed('a bit of the header', (file, random) => flipBetween(file, random, { from: 0, to: 100 })),
  changed('a page of zeros', (file, random) =>
    withPage(file, anyPage(file, random), Buffer.alloc(pageSizeOf(file))),
  ),
  changed('a page of noise', noisePage),
  changed('a page in place of another', (file, random) => {
    const from = anyPage(file, random) * pageSizeOf(file)
    return withPage(file, anyPage(file, random), file.subarray(from, from + pageSizeOf(file)))
  }),
  changed('the first page of zeros', (file) => withPage(file, 0, Buffer.alloc(pageSizeOf(file)))),
  changed('every tenth page of noise', (file, random) => {
    const pages = Array.from({ length: Math.ceil(pagesOf(file) / 10) }, () => anyPage(file, random))
    return pages.reduce((spoilt, page) => withPage(spoilt, page, random.bytes(pageSizeOf(file))), file)
  }),
  changed('cut off anywhere', cutAnywhere),
  changed('cut off behind a page', (file, random) =>
    file.subarray(0, anyPage(file, random) * pageSizeOf(file)),
  ),
  changed('cut off in the header', (file, random) => file.subarray(0, 1 + random.below(99))),
  {
    name: 'noise behind its end',
    injure: ({ world, random }) => appendFileSync(world.database, random.bytes(1 + random.below(20_000))),
  },
  changed('a bit of the log', oneBit, '-wal'),
  {
    name: 'a log of noise',
    injure: ({ world, random }) =>
      writeFileSync(`${world.database}-wal`, random.bytes(1000 + random.below(100_000))),
  },
  changed(
    'noise at the head of the log',
    (file, random) => Buffer.concat([random.bytes(Math.min(file.length, 512)), file.subarray(512)]),
    '-wal',
  ),
  changed('the log cut off', cutAnywhere, '-wal'),
  { name: 'the log gone', needsLog: true, injure: ({ world }) => rmSync(`${world.database}-wal`) },
  {
    name: 'the log’s index of noise',
    needsLog: true,
    injure: ({ world, random }) => writeFileSync(`${world.database}-shm`, random.bytes(32_768)),
  },
  {
    name: 'the database gone and the log there',
    needsLog: true,
    injure: ({ world }) => rmSync(world.database),
  },
  { ...changed('a page of noise and a log', noisePage), needsLog: true },
  {
    name: 'a rollback journal of noise',
    injure: ({ world, random }) => writeFileSync(`${world.database}-journal`, random.bytes(5000)),
  },
]

const pagesOf = (file: Buffer) => Math.ceil(file.length / pageSizeOf(file))

const anyPage = (file: Buffer, random: Random) => random.below(pagesOf(file))

/** A copy in which one page, from 0, is another. */
function withPage(file: Buffer, page: number, content: Buffer): Buffer {
  const copy = Buffer.from(file)
  content.copy(copy, page * content.length)
  return copy
}

function flipBetween(file: Buffer, random: Random, { from, to }: { from: number; to: number }): Buffer {
  return flipBit(file, from * 8 + random.below((to - from) * 8))
}
