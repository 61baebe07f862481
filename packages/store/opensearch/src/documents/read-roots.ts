import { rootOf, unknownRoot, type KeptRoot, type Root } from '@recallite/store'
import { readCell } from '../connection/cells.js'
import type { Session } from '../connection/session.js'

/** See `Store.listRoots`. */
export async function readRoots(session: Session): Promise<Root[]> {
  const roots = (await readCell<readonly KeptRoot[]>(session, 'roots')) ?? []
  return roots.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))).map(rootOf)
}

/** @throws StoreError `STORE_UNKNOWN_ROOT` */
export async function assertRoot(session: Session, name: string): Promise<void> {
  if (!(await readRoots(session)).some((root) => root.name === name)) throw unknownRoot(name)
}
