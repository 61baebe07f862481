import { existsSync } from 'node:fs'
import { reasonOf } from '@recallite/core'
import type { Store } from '@recallite/store'
import { failure, fine, type Outcome } from '../finding.js'
import type { Subject } from '../subject.js'
import { serverVectors } from './database.js'
import { isOpen } from '../../open/driver.js'
import { ownCommand, fixSetting } from '../finding.js'
import { describeOrigin } from '@recallite/settings'

const mostTitles = 50

/** Searches the keyword index for a word that it counts. */
export async function keywordIndex({ store, flags }: Subject): Promise<Outcome[]> {
  if (!isOpen(store)) return []
  const fix = ownCommand('doctor --repair', flags)
  const { keywordIndex: state, backend } = await store.status()
  const version = `${backend === 'sqlite' ? 'SQLite ' : ''}${state.version}`
  if (!state.available) {
    return [failure('words cannot be searched', state.reason ?? 'it gives no reason', fix)]
  }
  const stem = await knownWord(store)
  if (stem === undefined) return [fine(`works (${version})`)]
  const { ids: found } = await store.findByWords({ query: { kind: 'word', stem }, limit: 1 })
  if (found.length > 0) return [fine(`works (${version}); asked for “${stem}”`)]
  return [failure('words are not found', `it counts “${stem}” and does not find it`, fix)]
}

/** A word from the title of a document that some chunk contains; undefined if no title has one. */
async function knownWord(store: Store): Promise<string | undefined> {
  for (const { name } of await store.listRoots()) {
    const documents = await store.listDocuments(name)
    const titles = documents.slice(0, mostTitles).map(({ title }) => title.toLowerCase())
    const words = titles.flatMap((title) => title.match(/[\p{L}\p{N}]+/gu) ?? [])
    const counts = await store.vocabulary?.chunksWithStems(words)
    const found = words.find((word) => (counts?.get(word) ?? 0) > 0)
    if (found !== undefined) return found
  }
  return undefined
}

/** Node, which is new enough where the program started, and the native part of the database driver. */
export async function runtime({ empty }: Subject): Promise<Outcome[]> {
  const node = fine(`Node ${process.versions.node} on ${process.platform}-${process.arch}`)
  const driver = isOpen(empty)
    ? fine(`better-sqlite3 works, with SQLite ${(await empty.status()).keywordIndex.version}`)
    : failure('the database driver does not work', reasonOf(empty.error), 'npm install --global recallite')
  return [node, driver]
}

const keywordOnly = 'the keyword search answers alone'
/** SQLite adds the platform's own. */
const endings = ['', '.so', '.dylib', '.dll']

/** Whether sqlite-vec, ours or the user's own build, loads; tried in an empty store, as the database may be broken. */
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
  if (!state.available) return [unloaded(state.reason ?? 'it gives no reason', subject)]
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
  const exists = endings.some((ending) => existsSync(extensionPath + ending))
  const missing = exists ? '' : 'there is no such file; '
  const cause = `${missing}${extensionPath} is what store.vector.extensionPath names (${describeOrigin(origin)}): ${reason}`
  return failure(detail, cause, fixSetting('store.vector.extensionPath', origin, flags))
}
