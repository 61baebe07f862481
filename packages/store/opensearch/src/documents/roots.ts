import { rootOf, StoreError, unknownRoot, type KeptRoot, type Root, type Store } from '@recallite/store'
import { changeCell, countWrite, readCell } from '../connection/cells.js'
import type { Session } from '../connection/session.js'

export async function listRoots(session: Session): Promise<Root[]> {
  const roots = (await readCell<readonly KeptRoot[]>(session, 'roots')) ?? []
  return roots.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))).map(rootOf)
}

/** @throws StoreError `STORE_UNKNOWN_ROOT` */
export async function assertRoots(session: Session, names: readonly string[]): Promise<void> {
  const roots = new Set((await listRoots(session)).map(({ name }) => name))
  for (const name of names) if (!roots.has(name)) throw unknownRoot(name)
}

export const createRoots = (session: Session) =>
  ({
    listRoots: () => listRoots(session),
    async putRoot(root, { isNew = false } = {}) {
      const { name, path, kind = 'folder', include = [], description = '' } = root
      if (name === '' || name.includes(':'))
        throw new StoreError(
          'STORE_INVALID_DOCUMENT',
          'The name of a root is empty or has a colon. Use another name.',
        )
      const stored: KeptRoot = { name, path, kind, include: JSON.stringify(include), description }
      await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) => {
        const taken = roots.find((one) => one.path === path && (isNew || one.name !== name))
        if (taken || (isNew && roots.some((one) => one.name === name)))
          throw new StoreError(
            'STORE_ROOT_EXISTS',
            `There is already a root ${taken ? `at ${path}` : `named ${name}`}.`,
          )
        return [...roots.filter((one) => one.name !== name), stored]
      })
      await countWrite(session)
    },
  }) satisfies Pick<Store, 'listRoots' | 'putRoot'>
