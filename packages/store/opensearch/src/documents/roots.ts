import { StoreError, type KeptRoot, type Root } from '@recallite/store'
import { changeCell } from '../connection/cells.js'
import { scan, type Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { isOneOf } from '../keyword/match-query.js'
import { documentOf, type Entry } from './entries.js'
import { countWrite } from './generation.js'
import { assertRoot } from './read-roots.js'
import { writeDocuments } from './write-documents.js'

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
    if (taken || (isNew && roots.some((one) => one.name === name)))
      throw new StoreError(
        'STORE_ROOT_EXISTS',
        `There is already a root ${taken ? `at ${path}` : `named ${name}`}.`,
      )
    return [...roots.filter((one) => one.name !== name), kept]
  })
  await countWrite(session)
}

const removedAtOnce = 200

/** See `Store.removeRoot`. Its documents are removed first, so that an interrupted removal can be repeated. */
export async function removeRoot(session: Session, name: string): Promise<void> {
  await assertRoot(session, name)
  const query = isOneOf('root', [indexed(name)])
  for await (const hits of scan<Entry>(session, 'documents', {
    query,
    size: removedAtOnce,
    sort: [{ doc: 'asc' }],
  }))
    await writeDocuments(session, { removed: hits.map(({ source }) => documentOf(source)) })
  await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) =>
    roots.filter((one) => one.name !== name),
  )
  await countWrite(session)
}
