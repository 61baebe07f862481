import { existsSync } from 'node:fs'
import { StoreError } from '@recallite/store'
import { assertRegular, isSoundElsewhere, openConnection } from '../connection.js'
import { migrate } from '../migrations/ledger.js'
import { migrations } from '../migrations/migrations.js'
import type { SqlDatabase } from '../sql-database.js'
import { headerOf, isNearlyOurs } from './header-faults.js'
import { openPageFile, type PageFile } from './page-file.js'
import { holdsOurs } from './salvage.js'
import { hasLeftover } from './swap-in.js'

/** Why a file counts as damaged that may be anything. */
export const noDatabase = 'it does not begin as a database does'

/** What a file is, as far as that can be said without having SQLite change anything. */
export type Verdict =
  /** SQLite opens it as one of ours: what is in it, `verify` says. */
  { readonly kind: 'ours' } | { readonly kind: 'damaged'; readonly reason: string }

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
