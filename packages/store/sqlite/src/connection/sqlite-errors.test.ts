import { describe, expect, it } from 'vitest'
import { StoreError } from '@recallite/store'
import { isBusy, mayWait, toStoreError } from './sqlite-errors.js'

function errorWithCode(code: string, message = 'cause'): Error {
  return Object.assign(new Error(message), { code })
}

const codes = [
  ['SQLITE_BUSY', 'STORE_BUSY'],
  ['SQLITE_BUSY_SNAPSHOT', 'STORE_BUSY'],
  ['SQLITE_LOCKED', 'STORE_BUSY'],
  ['SQLITE_CORRUPT', 'STORE_CORRUPT'],
  ['SQLITE_CORRUPT_VTAB', 'STORE_CORRUPT'],
  ['SQLITE_NOTADB', 'STORE_CORRUPT'],
  ['SQLITE_FULL', 'STORE_FULL'],
  ['ENOSPC', 'STORE_FULL'],
  ['EDQUOT', 'STORE_FULL'],
  ['SQLITE_READONLY', 'STORE_READ_ONLY'],
  ['SQLITE_READONLY_DIRECTORY', 'STORE_READ_ONLY'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'STORE_INVALID_DOCUMENT'],
  ['SQLITE_CONSTRAINT_DATATYPE', 'STORE_INVALID_DOCUMENT'],
  ['SQLITE_TOOBIG', 'STORE_INVALID_DOCUMENT'],
  ['SQLITE_CANTOPEN', 'STORE_UNAVAILABLE'],
  ['SQLITE_IOERR_READ', 'STORE_UNAVAILABLE'],
  ['EACCES', 'STORE_UNAVAILABLE'],
  ['ENOTDIR', 'STORE_UNAVAILABLE'],
] as const

const messages = [
  ['The database connection is not open', 'STORE_UNAVAILABLE', /was closed/],
  ["Cannot find module '/x/build/Release/better_sqlite3.node'", 'STORE_UNAVAILABLE', /no binary that loads/],
  [
    "/lib/libc.so.6: version `GLIBC_2.38' not found (required by /x/prebuilds/linux-x64.node)",
    'STORE_UNAVAILABLE',
    /no binary that loads/,
  ],
  ['Out of memory', 'STORE_UNAVAILABLE', /not enough memory/],
  ['Array buffer allocation failed', 'STORE_UNAVAILABLE', /not enough memory/],
  ['vtable constructor failed: chunk_words', 'STORE_CORRUPT', /doctor --repair/],
  ['no such table: chunk', 'STORE_CORRUPT', /doctor --repair/],
] as const

describe('an error of SQLite or the file system', () => {
  it.each(codes)('%s becomes %s, with the path and the cause', (code, expected) => {
    const cause = errorWithCode(code)
    const error = toStoreError(cause, '/the/path')
    expect(error).toMatchObject({ name: 'StoreError', code: expected, cause })
    expect(error).toHaveProperty('message', expect.stringContaining('(cause)'))
  })

  it.each(messages)('“%s” becomes %s and says what to do', (message, code, advice) => {
    const error = toStoreError(errorWithCode('SQLITE_ERROR', message), '/the/path')
    expect(error).toMatchObject({ code, message: expect.stringMatching(advice) })
  })

  it('that is already a StoreError, or from elsewhere, stays unchanged', () => {
    const ours = new StoreError('STORE_BUSY', 'busy')
    const others = [ours, new TypeError('a mistake'), errorWithCode('EUNKNOWN'), 'a text', undefined]
    for (const error of others) expect(toStoreError(error, '/the/path')).toBe(error)
  })

  it.each([
    ['SQLITE_BUSY', { isBusy: true, mayWait: true }],
    ['SQLITE_LOCKED', { isBusy: false, mayWait: true }],
    ['SQLITE_FULL', { isBusy: false, mayWait: true }],
    ['SQLITE_CANTOPEN', { isBusy: false, mayWait: true }],
    ['SQLITE_IOERR_WRITE', { isBusy: false, mayWait: true }],
    ['SQLITE_CORRUPT', { isBusy: false, mayWait: false }],
    ['SQLITE_ERROR', { isBusy: false, mayWait: false }],
  ])('with the code %s is classified by its code alone as %o', (code, expected) => {
    const error = errorWithCode(code)
    expect({ isBusy: isBusy(error), mayWait: mayWait(error) }).toEqual(expected)
    expect([isBusy(new Error(code)), mayWait(new Error(code)), isBusy(undefined)]).toEqual([
      false,
      false,
      false,
    ])
  })
})
