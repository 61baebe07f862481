import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { withDatabase } from '../database.ts'
import type { Injury, Kind } from './kind.ts'

/** A kind that puts something in the place of the database, or of a file beside it. */
function replaced(
  name: string,
  make: (path: string, injury: Injury) => unknown,
  { suffix = '', mayRefuse = true }: { suffix?: string; mayRefuse?: boolean } = {},
): Kind {
  return {
    name,
    mayRefuse,
    injure: (injury) => {
      const { database } = injury.world
      const replacedFiles =
        suffix === '' ? [database, `${database}-wal`, `${database}-shm`] : [database + suffix]
      for (const each of replacedFiles) rmSync(each, { recursive: true, force: true })
      make(database + suffix, injury)
    },
  }
}

function byOtherProgram(name: string, sql: string): Kind {
  return replaced(name, (path) => withDatabase(path, (database) => database.exec(sql)))
}

function linkOut(place: string, suffix: string): Kind {
  const name = `a link to another file in place of the ${place}`
  return replaced(name, (path, { outside }) => symlinkSync(outside, path), { suffix })
}

/** What is no memory of this user's, and links in place of files. */
export const foreignKinds: readonly Kind[] = [
  byOtherProgram(
    'a database of another program',
    'CREATE TABLE bookmark (url); INSERT INTO bookmark VALUES (1)',
  ),
  byOtherProgram(
    'a marked database of another program',
    'PRAGMA application_id = 252006675; CREATE TABLE bookmark (url)',
  ),
  byOtherProgram(
    'a database of another program with tables of the same names',
    'CREATE TABLE document (x); CREATE TABLE chunk (y); CREATE TABLE migration (number, z)',
  ),
  replaced('a text in place of the database', (path) =>
    writeFileSync(path, '# My notes\n\nDo not lose them.\n'.repeat(300)),
  ),
  replaced('an empty database file', (path) => writeFileSync(path, ''), { mayRefuse: false }),
  replaced('noise in place of the database', (path, { random }) => writeFileSync(path, random.bytes(40_000))),
  replaced('noise behind a header of SQLite', (path, { random }) =>
    writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), random.bytes(40_000)])),
  ),
  replaced('a folder in place of the database', (path) => mkdirSync(path)),
  replaced('a pipe in place of the database', (path) => execFileSync('mkfifo', [path])),
  replaced('the database gone', () => undefined, { mayRefuse: false }),
  linkOut('database', ''),
  linkOut('log', '-wal'),
  linkOut('log’s index', '-shm'),
  linkOut('journal', '-journal'),
  linkOut('lock', '.lock'),
  replaced('a link to itself in place of the database', (path) => symlinkSync(path, path)),
  replaced('a link to nothing in place of the database', (path, { outside }) =>
    symlinkSync(`${outside}.absent`, path),
  ),
  {
    name: 'the database moved and linked',
    injure: ({ world }) => {
      renameSync(world.database, `${world.database}.moved`)
      symlinkSync(`${world.database}.moved`, world.database)
    },
  },
  replaced('a lock of noise', (path, { random }) => writeFileSync(path, random.bytes(500)), {
    suffix: '.lock',
    mayRefuse: false,
  }),
  replaced('a folder in place of the lock', (path) => mkdirSync(path), { suffix: '.lock' }),
  replaced('a folder in place of the log', (path) => mkdirSync(path), { suffix: '-wal' }),
  replaced('a folder in place of the log’s index', (path) => mkdirSync(path), { suffix: '-shm' }),
]
