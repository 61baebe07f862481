import { existsSync } from 'node:fs'
import { reasonOf } from '@recallite/core'
import type { Store } from '@recallite/store'
import { failure, fine, type Outcome } from '../finding.js'
import type { Probe, Subject } from '../subject.js'
import { isOpen } from '../../driver.js'
import { ownCommand, mendSetting } from '../fix-commands.js'
import { describeOrigin } from '../../settings/errors.js'

/** As `engines` of our package has it. */
const leastNode = [20, 19] as const

/** Whether a version of Node is new enough. Pure. */
export function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

const mostTitles = 50

/** Asks the keyword index a real question: a word that it has. */
export const keywordIndex: Probe = {
  name: 'keyword index',
  async look({ store, flags }) {
    if (!isOpen(store)) return []
    const fix = ownCommand('doctor --repair', flags)
    const { keywordIndex: state } = await store.status()
    if (!state.available) {
      const cause = state.reason ?? 'it does not say why'
      return [failure({ detail: 'words cannot be searched', cause, fix })]
    }
    const stem = await knownWord(store)
    if (stem === undefined) return [fine(`works (SQLite ${state.version})`)]
    const { ids: found } = await store.findByWords({ query: { kind: 'word', stem }, limit: 1 })
    if (found.length > 0) return [fine(`works (SQLite ${state.version}); asked for “${stem}”`)]
    const cause = `it counts “${stem}” and does not find it`
    return [failure({ detail: 'words are not found', cause, fix })]
  },
}

/** A word that some chunk contains, from the titles of documents; undefined where no title has one. */
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

/** Node itself, and the native part of the database driver. */
export const runtime: Probe = {
  name: 'runtime',
  async look({ empty }) {
    const node = nodeOutcome(process.versions.node)
    if (!isOpen(empty)) {
      const cause = reasonOf(empty.error)
      return [
        node,
        failure({ detail: 'the database driver does not work', cause, fix: 'npm rebuild better-sqlite3' }),
      ]
    }
    const { keywordIndex: state } = await empty.status()
    return [node, fine(`better-sqlite3 works, with SQLite ${state.version}`)]
  },
}

function nodeOutcome(version: string): Outcome {
  const detail = `Node ${version} on ${process.platform}-${process.arch}`
  if (isNodeNewEnough(version)) return fine(detail)
  const least = leastNode.join('.')
  return failure({ detail, cause: `Node ${least} or newer is needed`, fix: 'nvm install --lts' })
}

const wordsAnswer = 'the keyword search answers alone'

/** SQLite adds the platform's own. */
const endings = ['', '.so', '.dylib', '.dll']

/** Whether sqlite-vec, ours or one of the person's own, loads; tried beside the database, which may be broken. */
export const vectorSearch: Probe = {
  name: 'vector search',
  async look(subject) {
    const { empty, resolved } = subject
    const { enabled, extensionPath } = resolved.settings.store.vector
    if (!enabled) {
      const origin = describeOrigin(resolved.originOf('store.vector.enabled'))
      return [fine(`switched off (store.vector.enabled: false, ${origin}); ${wordsAnswer}`)]
    }
    if (!isOpen(empty)) return []
    const { vectorSearch: state } = await empty.status()
    if (!state.available) return [unloaded(state.reason ?? 'it does not say why', subject)]
    const whose = extensionPath === undefined ? '' : ` from ${extensionPath}`
    return [fine(`sqlite-vec ${state.version}${whose} works`)]
  },
}

function unloaded(reason: string, { resolved, flags }: Subject): Outcome {
  const detail = `vectors cannot be searched; ${wordsAnswer}`
  const { extensionPath } = resolved.settings.store.vector
  if (extensionPath === undefined) {
    const fix = 'npm install -g recallite --include=optional'
    return failure({ detail, cause: reason, fix })
  }
  const origin = resolved.originOf('store.vector.extensionPath')
  const isThere = endings.some((ending) => existsSync(extensionPath + ending))
  const missing = isThere ? '' : 'there is no such file; '
  const cause = `${missing}${extensionPath} is what store.vector.extensionPath names (${describeOrigin(origin)}): ${reason}`
  return failure({ detail, cause, fix: mendSetting('store.vector.extensionPath', origin, flags) })
}
