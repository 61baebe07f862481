import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, writeWhole } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { faultOf, serveFolder } from './resident-files.js'

const tokenBytes = 32

/** The file of the token; it stays, so that the entries of clients stay valid. */
export function tokenFile(home: string): string {
  return join(serveFolder(home), 'token')
}

/**
 * The token that clients of this user's resident programs send. It is made once and kept in a file that only the user can
 * read; the folder must be there.
 * @throws UsageError if others can read the file, or it holds no token
 */
export async function keepToken(home: string): Promise<string> {
  const file = tokenFile(home)
  return readToken(file) ?? (await withLock(file, () => readToken(file) ?? makeToken(file)))
}

function readToken(file: string): string | undefined {
  const fault = faultOf(file, 'file')
  if (fault !== undefined) throw new UsageError(`${file} ${fault}.`)
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (/^[A-Za-z0-9_-]{43}$/u.test(text)) return text
  throw new UsageError(`${file} holds no token. Remove it; the next 'recallite serve' makes another one.`)
}

function makeToken(file: string): string {
  const token = randomBytes(tokenBytes).toString('base64url')
  writeWhole(file, [`${token}\n`], { mode: 0o600 })
  return token
}
