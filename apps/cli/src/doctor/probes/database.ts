import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from '@recallite/core'
import { StoreError, type StoreErrorCode } from '@recallite/store'
import { megabytes } from '../../render/megabytes.js'
import { accessCommand } from '../access-command.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'
import type { Subject } from '../subject.js'
import { isOpen } from '../try-open.js'

type Failing = Pick<Subject, 'path' | 'flags'>

const mendings: Partial<
  Readonly<Record<StoreErrorCode, readonly [detail: string, fix: (of: Failing) => string]>>
> = {
  STORE_CORRUPT: ['is damaged', ({ flags }) => ownCommand('doctor --repair', flags)],
  STORE_FOREIGN: [
    'is another program’s',
    ({ flags }) => ownCommand('index FOLDER', { ...flags, db: 'OTHER.sqlite' }),
  ],
  STORE_TOO_NEW: ['was written by a newer version', () => 'npm install -g recallite@latest'],
  STORE_READ_ONLY: ['cannot be written', ({ path }) => accessCommand(path)],
  STORE_FULL: [
    'has too little room on its disk',
    ({ path }) => `du -xh ${shellWord(dirname(path))} | sort -h | tail`,
  ],
  STORE_BUSY: ['is in use by another process', ({ flags }) => ownCommand('doctor', flags)],
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** What keeps a database from being opened. */
export function unopenedOutcome(error: unknown, of: Failing): Outcome {
  const [detail, fix] = (StoreError.isInstance(error) ? mendings[error.code] : undefined) ?? [
    'cannot be opened',
    ({ path }: Failing) => (isReadable(path) ? `ls -la ${shellWord(path)}*` : accessCommand(path)),
  ]
  return failure({ detail: `${of.path} ${detail}`, cause: reasonOf(error), fix: fix(of) })
}

/** A copy would be brought up to date, and looked into. */
function outdated({ path, flags }: Failing): Outcome {
  return warning({
    detail: `${path} was written by an older version, and was not looked into`,
    cause: 'it is too large to be copied; whatever writes to it brings it up to date',
    fix: ownCommand('index', flags),
  })
}

/** Whether there is a database, and whether it is ours, whole and of a version that is known. */
export const database: Probe = {
  name: 'database',
  async look({ store, path, flags, sources }) {
    if (path === ':memory:') return [fine('in memory: it is gone with every command')]
    if (store === undefined) {
      const cause = 'nothing was indexed yet'
      const fix = ownCommand(sources.length > 0 ? 'index' : 'index FOLDER', flags)
      return [failure({ detail: `there is no database at ${path}`, cause, fix })]
    }
    if (!isOpen(store)) {
      const isTooOld = StoreError.isInstance(store.error) && store.error.code === 'STORE_TOO_OLD'
      return [isTooOld ? outdated({ path, flags }) : unopenedOutcome(store.error, { path, flags })]
    }
    const status = await store.status()
    const amount = `${status.files} files, ${status.chunks} chunks, ${megabytes(status.database.bytes)}`
    return [fine(`${path}: ${amount}`)]
  },
}
