import { randomUUID } from 'node:crypto'
import { rootOf, StoreError, unknownRoot, type KeptRoot, type Root, type Store } from '@recallite/store'
import { textKey } from '../keyword/word-index.js'
import { ifCurrent, read, write, type Session } from './session.js'

/** The names of the JSON values of a store: small, read as they are now, and replaced as a whole. */
type Cell = 'roots' | 'spaces' | 'lease' | 'generation' | `unused-${string}` | `note-${string}`

async function readStored<Value>(session: Session, cell: Cell) {
  const [stored] = await read<{ readonly json: string }>(session, 'meta', [{ _id: cell }])
  return { stored, value: stored && (JSON.parse(stored._source.json) as Value) }
}

/** Reads a value; undefined if it was never written. */
export const readCell = async <Value>(session: Session, cell: Cell): Promise<Value | undefined> =>
  (await readStored<Value>(session, cell)).value

const operationOn = (cell: Cell, value: unknown) =>
  ({ kind: 'index', part: 'meta', id: cell, document: { json: JSON.stringify(value) } }) as const

export async function writeCell(session: Session, cell: Cell, value: unknown): Promise<void> {
  await write(session, [operationOn(cell, value)])
}

type Edit<Value> = (value: Value | undefined) => Value | undefined

/** Replaces a value by one that follows from it, also if other processes do so; undefined: the value stays. */
export async function changeCell<Value>(session: Session, cell: Cell, edit: Edit<Value>) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { stored, value: before } = await readStored<Value>(session, cell)
    const after = edit(before)
    if (after === undefined) return { before, after }
    const condition = stored ? { over: ifCurrent(stored) } : ({ kind: 'create' } as const)
    const [isDone] = await write(session, [{ ...operationOn(cell, after), ...condition }])
    if (isDone) return { before, after }
  }
  throw new StoreError('STORE_BUSY', `Other processes keep changing the ${cell}. Try again in a moment.`)
}

/** Changes the generation, after a write. */
export const countWrite = (session: Session): Promise<void> => writeCell(session, 'generation', randomUUID())

export async function listRoots(session: Session): Promise<Root[]> {
  const roots = (await readCell<readonly KeptRoot[]>(session, 'roots')) ?? []
  return roots.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))).map(rootOf)
}

/** @throws StoreError `STORE_UNKNOWN_ROOT` */
export async function assertRoots(session: Session, names: readonly string[]): Promise<void> {
  const roots = new Set((await listRoots(session)).map(({ name }) => name))
  for (const name of names) if (!roots.has(name)) throw unknownRoot(name)
}

const noteCell = (name: string) => `note-${textKey(name)}` as const

/** The members of a store that read and write single cells. */
export const createCells = (session: Session) =>
  ({
    generation: async () => (await readCell<string>(session, 'generation')) ?? '',
    notes: {
      read: (name) => readCell<string>(session, noteCell(name)),
      write: (name, value) => writeCell(session, noteCell(name), value),
    },
    listRoots: () => listRoots(session),
    async putRoot({ name, path, kind = 'folder', include = [], description = '' }, { isNew = false } = {}) {
      const message = 'The name of a root is empty or has a colon. Use another name.'
      if (name === '' || name.includes(':')) throw new StoreError('STORE_INVALID_DOCUMENT', message)
      const stored: KeptRoot = { name, path, kind, include: JSON.stringify(include), description }
      await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) => {
        const others = roots.filter((root) => root.name !== name)
        const isTaken = (isNew ? roots : others).some((root) => root.path === path)
        if (isTaken || (isNew && others.length < roots.length)) {
          const taken = isTaken ? `at ${path}` : `named ${name}`
          throw new StoreError('STORE_ROOT_EXISTS', `There is already a root ${taken}.`)
        }
        return [...others, stored]
      })
      await countWrite(session)
    },
  }) satisfies Pick<Store, 'generation' | 'notes' | 'listRoots' | 'putRoot'>
