import { reasonOf } from '@recallite/core'
import { failure, fine, type Outcome, recalliteCommand, fixSetting } from '../finding.js'
import type { Subject } from '../subject.js'
import { serverVectors } from './database.js'
import { isOpen } from '../../open/driver.js'
import { describeOrigin } from '@recallite/settings'

/** Whether the keyword index works. */
export async function keywordIndex({ store, flags }: Subject): Promise<Outcome[]> {
  if (!isOpen(store)) return []
  const { keywordIndex: state, backend } = await store.status()
  if (state.available) return [fine(`works (${backend === 'sqlite' ? 'SQLite ' : ''}${state.version})`)]
  const cause = state.reason ?? 'reason unknown'
  return [failure('keyword search does not work', cause, recalliteCommand('doctor --repair', flags))]
}

/** The versions of Node and of the database driver. */
export async function runtime({ empty }: Subject): Promise<Outcome[]> {
  const node = fine(`Node ${process.versions.node} on ${process.platform}-${process.arch}`)
  const driver = isOpen(empty)
    ? fine(`better-sqlite3 works, with SQLite ${(await empty.status()).keywordIndex.version}`)
    : failure('the database driver does not work', reasonOf(empty.error), 'npm install --global recallite')
  return [node, driver]
}

const keywordOnly = 'only keyword search works'

/** Whether sqlite-vec, bundled or built by the user, loads; tried in an empty store, since the database may be damaged. */
export async function vectorSearch(subject: Subject): Promise<Outcome[]> {
  const { empty, resolved, connection } = subject
  if (connection.server !== undefined) return serverVectors(subject, connection.server)
  const { enabled, extensionPath } = resolved.settings.store.vector
  if (!enabled) {
    const origin = describeOrigin(resolved.originOf('store.vector.enabled'))
    return [fine(`switched off (store.vector.enabled: false, ${origin}); ${keywordOnly}`)]
  }
  if (!isOpen(empty)) return []
  const { vectorSearch: state } = await empty.status()
  if (!state.available) return [unloaded(state.reason ?? 'reason unknown', subject)]
  const source = extensionPath === undefined ? '' : ` from ${extensionPath}`
  return [fine(`sqlite-vec ${state.version}${source} works`)]
}

function unloaded(reason: string, { resolved, flags }: Subject): Outcome {
  const detail = `vectors cannot be searched; ${keywordOnly}`
  const { extensionPath } = resolved.settings.store.vector
  if (extensionPath === undefined) {
    return failure(detail, reason, 'npm install -g recallite --include=optional')
  }
  const origin = resolved.originOf('store.vector.extensionPath')
  const cause = `store.vector.extensionPath is ${extensionPath} (${describeOrigin(origin)}): ${reason}`
  return failure(detail, cause, fixSetting('store.vector.extensionPath', origin, flags))
}
