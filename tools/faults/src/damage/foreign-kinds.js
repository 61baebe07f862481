import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { withDatabase } from '../database.js'

/** @typedef {import('./kinds.js').Kind} Kind */

/** @param {string} file */
function replaced(file) {
  for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { recursive: true, force: true })
  return file
}

/** @param {string} sql @returns {Kind['injure']} */
const byOtherProgram =
  (sql) =>
  ({ world }) =>
    withDatabase(replaced(world.database), (database) => database.exec(sql))

/** @type {readonly Kind[]} */
const files = [
  {
    name: 'a database of another program',
    mayRefuse: true,
    injure: byOtherProgram('CREATE TABLE bookmark (url); INSERT INTO bookmark VALUES (1)'),
  },
  {
    name: 'a marked database of another program',
    mayRefuse: true,
    injure: byOtherProgram('PRAGMA application_id = 252006675; CREATE TABLE bookmark (url)'),
  },
  {
    name: 'a database of another program with tables of the same names',
    mayRefuse: true,
    injure: byOtherProgram(
      'CREATE TABLE document (x); CREATE TABLE chunk (y); CREATE TABLE migration (number, z)',
    ),
  },
  {
    name: 'a text in place of the database',
    mayRefuse: true,
    injure: ({ world }) =>
      writeFileSync(replaced(world.database), '# My notes\n\nDo not lose them.\n'.repeat(300)),
  },
  { name: 'an empty database file', injure: ({ world }) => writeFileSync(replaced(world.database), '') },
  {
    name: 'noise in place of the database',
    mayRefuse: true,
    injure: ({ world, random }) => writeFileSync(replaced(world.database), random.bytes(40_000)),
  },
  {
    name: 'noise behind a header of SQLite',
    mayRefuse: true,
    injure: ({ world, random }) =>
      writeFileSync(
        replaced(world.database),
        Buffer.concat([Buffer.from('SQLite format 3\0'), random.bytes(40_000)]),
      ),
  },
  {
    name: 'a folder in place of the database',
    mayRefuse: true,
    injure: ({ world }) => mkdirSync(replaced(world.database)),
  },
  {
    name: 'a pipe in place of the database',
    mayRefuse: true,
    injure: ({ world }) => void execFileSync('mkfifo', [replaced(world.database)]),
  },
  { name: 'the database gone', injure: ({ world }) => void replaced(world.database) },
]

/** @param {string} suffix @returns {Kind['injure']} */
const linkOut =
  (suffix) =>
  ({ world, outside }) => {
    const file = `${world.database}${suffix}`
    rmSync(file, { recursive: true, force: true })
    symlinkSync(outside, file)
  }

/** @type {readonly Kind[]} */
const links = [
  { name: 'a link to another file in place of the database', mayRefuse: true, injure: linkOut('') },
  { name: 'a link to another file in place of the log', mayRefuse: true, injure: linkOut('-wal') },
  { name: 'a link to another file in place of the log’s index', mayRefuse: true, injure: linkOut('-shm') },
  { name: 'a link to another file in place of the journal', mayRefuse: true, injure: linkOut('-journal') },
  { name: 'a link to another file in place of the lock', mayRefuse: true, injure: linkOut('.lock') },
  { name: 'a link to another file in place of the last search', injure: linkOut('.last-search.json') },
  {
    name: 'a link to itself in place of the database',
    mayRefuse: true,
    injure: ({ world }) => symlinkSync(replaced(world.database), world.database),
  },
  {
    name: 'a link to nothing in place of the database',
    mayRefuse: true,
    injure: ({ world, outside }) => symlinkSync(`${outside}.absent`, replaced(world.database)),
  },
  {
    name: 'the database moved and linked',
    injure: ({ world }) => {
      renameSync(world.database, `${world.database}.moved`)
      symlinkSync(`${world.database}.moved`, world.database)
    },
  },
  {
    name: 'a lock of noise',
    injure: ({ world, random }) => writeFileSync(`${world.database}.lock`, random.bytes(500)),
  },
  {
    name: 'a folder in place of the lock',
    injure: ({ world }) => {
      rmSync(`${world.database}.lock`, { force: true })
      mkdirSync(`${world.database}.lock`)
    },
  },
  {
    name: 'a folder in place of the log',
    mayRefuse: true,
    injure: ({ world }) => mkdirSync(`${world.database}-wal`),
  },
  {
    name: 'a folder in place of the log’s index',
    mayRefuse: true,
    injure: ({ world }) => mkdirSync(`${world.database}-shm`),
  },
]

/** What is no memory of this user's, and links in place of files. */
export const foreignKinds = [...files, ...links]
