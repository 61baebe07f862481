import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { vectorBytes } from '../provider.js'
import { flipBit, pageSizeOf, pagesWith, rewrite } from './pages.js'

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('../random.js').Random} Random */

/**
 * Replaces one page by what `make` gives.
 * @param {Buffer} file
 * @param {number} page from 0
 * @param {(size: number) => Buffer} make
 */
function withPage(file, page, make) {
  const size = pageSizeOf(file)
  const copy = Buffer.from(file)
  make(size).copy(copy, page * size)
  return copy
}

/** @param {Buffer} file @param {Random} random */
function anyPage(file, random) {
  return random.below(Math.ceil(file.length / pageSizeOf(file)))
}

/** @param {Buffer} file @param {Random} random @param {{ from: number, to: number }} bytes */
function flipBetween(file, random, { from, to }) {
  return flipBit(file, from * 8 + random.below((to - from) * 8))
}

/**
 * One bit, anywhere in the database.
 * @type {Kind}
 */
export const bitKind = {
  name: 'one bit',
  injure: ({ world, random }) =>
    rewrite(world.database, (file) => flipBetween(file, random, { from: 0, to: file.length })),
}

/**
 * One bit on a page that holds vectors.
 * @type {Kind}
 */
export const vectorPageKind = {
  name: 'one bit on a page with vectors',
  injure: ({ world, random, texts }) =>
    rewrite(world.database, (file) => {
      const [page = 0] = pagesWith(file, vectorBytes(random.pick(texts)))
      const from = page * pageSizeOf(file)
      return flipBetween(file, random, { from, to: from + pageSizeOf(file) })
    }),
}

/** @type {readonly Kind[]} */
const inDatabase = [
  bitKind,
  {
    name: 'twenty bits',
    injure: ({ world, random }) =>
      rewrite(world.database, (file) =>
        Array.from({ length: 20 }).reduce(
          (/** @type {Buffer} */ changed) => flipBetween(changed, random, { from: 0, to: file.length }),
          file,
        ),
      ),
  },
  {
    name: 'a bit of the header',
    injure: ({ world, random }) =>
      rewrite(world.database, (file) => flipBetween(file, random, { from: 0, to: 100 })),
  },
  {
    name: 'a page of zeros',
    injure: ({ world, random }) =>
      rewrite(world.database, (file) => withPage(file, anyPage(file, random), (size) => Buffer.alloc(size))),
  },
  {
    name: 'a page of noise',
    injure: ({ world, random }) =>
      rewrite(world.database, (file) => withPage(file, anyPage(file, random), (size) => random.bytes(size))),
  },
  {
    name: 'a page in place of another',
    injure: ({ world, random }) =>
      rewrite(world.database, (file) => {
        const from = anyPage(file, random) * pageSizeOf(file)
        return withPage(file, anyPage(file, random), (size) => file.subarray(from, from + size))
      }),
  },
  {
    name: 'the first page of zeros',
    injure: ({ world }) => rewrite(world.database, (file) => withPage(file, 0, (size) => Buffer.alloc(size))),
  },
  {
    name: 'every tenth page of noise',
    injure: ({ world, random }) =>
      rewrite(world.database, (file) => {
        const pages = Math.ceil(file.length / pageSizeOf(file))
        const places = Array.from({ length: Math.ceil(pages / 10) }, () => random.below(pages))
        return places.reduce((changed, page) => withPage(changed, page, (size) => random.bytes(size)), file)
      }),
  },
  {
    name: 'cut off anywhere',
    injure: ({ world, random }) => truncateSync(world.database, random.below(statSync(world.database).size)),
  },
  {
    name: 'cut off behind a page',
    injure: ({ world, random }) => {
      const file = readFileSync(world.database)
      truncateSync(world.database, anyPage(file, random) * pageSizeOf(file))
    },
  },
  {
    name: 'cut off in the header',
    injure: ({ world, random }) => truncateSync(world.database, 1 + random.below(99)),
  },
  {
    name: 'noise behind its end',
    injure: ({ world, random }) => appendFileSync(world.database, random.bytes(1 + random.below(20_000))),
  },
]

/** @param {string} file @param {Random} random */
function spoilHead(file, random) {
  rewrite(file, (content) =>
    Buffer.concat([random.bytes(Math.min(content.length, 512)), content.subarray(512)]),
  )
}

/** @type {readonly Kind[]} */
const inLog = [
  {
    name: 'a bit of the log',
    needsLog: true,
    injure: ({ world, random }) =>
      rewrite(`${world.database}-wal`, (file) => flipBetween(file, random, { from: 0, to: file.length })),
  },
  {
    name: 'a log of noise',
    injure: ({ world, random }) =>
      writeFileSync(`${world.database}-wal`, random.bytes(1000 + random.below(100_000))),
  },
  {
    name: 'noise at the head of the log',
    needsLog: true,
    injure: ({ world, random }) => spoilHead(`${world.database}-wal`, random),
  },
  {
    name: 'the log cut off',
    needsLog: true,
    injure: ({ world, random }) =>
      truncateSync(`${world.database}-wal`, random.below(statSync(`${world.database}-wal`).size)),
  },
  {
    name: 'the log gone',
    needsLog: true,
    injure: ({ world }) => rmSync(`${world.database}-wal`),
  },
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
  {
    name: 'a page of noise and a log',
    needsLog: true,
    injure: ({ world, random }) =>
      rewrite(world.database, (file) => withPage(file, anyPage(file, random), (size) => random.bytes(size))),
  },
  {
    name: 'a rollback journal of noise',
    injure: ({ world, random }) => writeFileSync(`${world.database}-journal`, random.bytes(5000)),
  },
]

/** Damage to bytes of the database and of what lies beside it. */
export const bytesKinds = [...inDatabase, ...inLog]
