import { rootOf, StoreError, unknownRoot, type KeptRoot, type Root } from '@recallite/store'
import { changeCell, readCell, writeCell, type Cell } from '../connection/cells.js'
import { scan, type Session } from '../connection/session.js'
import { indexed, textKey } from '../keyword/index-words.js'
import { isOneOf } from '../keyword/match-query.js'
import { documentOf, type Entry } from './entries.js'
import { countWrite } from './generation.js'
import { writeDocuments } from './write-documents.js'

/** See `Store.listRoots`. */
export async function listRoots(session: Session): Promise<Root[]> {
  const roots = (await readCell<readonly KeptRoot[]>(session, 'roots')) ?? []
  const bytes = (text: string) => Buffer.from(text)
  return roots.toSorted((a, b) => Buffer.compare(bytes(a.name), bytes(b.name))).map(rootOf)
}

/** See `Store.putRoot`. */
export async function putRoot(
  session: Session,
  root: Root,
  { isNew = false }: { readonly isNew?: boolean | undefined } = {},
): Promise<void> {
  const { name, path, kind = 'folder', include = [], description = '' } = root
  if (name === '' || name.includes(':'))
    throw new StoreError(
      'STORE_INVALID_DOCUMENT',
      'The name of a root is empty or has a colon. Use another name.',
    )
  const kept: KeptRoot = { name, path, kind, include: JSON.stringify(include), description }
  await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) => {
    const taken = roots.find((one) => one.path === path && (isNew || one.name !== name))
    if (taken || (isNew && roots.some((one) => one.name === name))) {
      const what = taken ? `at ${path}` : `named ${name}`
      throw new StoreError('STORE_ROOT_EXISTS', `There is already a root ${what}.`)
    }
    return [...roots.filter((one) => one.name !== name), kept]
  })
  await countWrite(session)
}

const atOnce = 200

/** See `Store.removeRoot`. Its documents are removed first, so that an interrupted removal can be repeated. */
export async function removeRoot(session: Session, name: string): Promise<void> {
  await assertRoot(session, name)
  const pages = scan<Entry>(session, session.index('documents'), {
    query: isOneOf('root', [indexed(name)]),
    sort: [{ doc: 'asc' }],
  })
  for await (const hits of pages) {
    const addresses = hits.map(({ _source }) => documentOf(_source))
    for (let from = 0; from < addresses.length; from += atOnce)
      await writeDocuments(session, { removed: addresses.slice(from, from + atOnce) })
  }
  await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) =>
    roots.filter((one) => one.name !== name),
  )
  await countWrite(session)
}

/** @throws StoreError `STORE_UNKNOWN_ROOT` */
export async function assertRoot(session: Session, name: string): Promise<void> {
  if (!(await listRoots(session)).some((root) => root.name === name)) throw unknownRoot(name)
}

export const noteCell = (name: string): Cell => `note-${textKey(name)}`

/** See `Notes.read`. */
export const readNote = (session: Session, name: string): Promise<string | undefined> =>
  readCell<string>(session, noteCell(name))

/** See `Notes.write`. */
export const writeNote = (session: Session, name: string, value: string): Promise<void> =>
  writeCell(session, noteCell(name), value)
