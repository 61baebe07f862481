import type { Store } from '@recallite/store'
import { failure, fine } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import { isOpen } from '../try-open.js'

const mostTitles = 50

/** A word that some chunk has, to be looked for; undefined where titles give none. */
async function knownWord(store: Store): Promise<string | undefined> {
  for (const { name } of await store.listRoots()) {
    const documents = await store.listDocuments(name)
    const titles = documents.slice(0, mostTitles).map(({ title }) => title.toLowerCase())
    const words = titles.flatMap((title) => title.match(/[\p{L}\p{N}]+/gu) ?? [])
    const counts = await store.chunksWithStems(words)
    const found = words.find((word) => (counts.get(word) ?? 0) > 0)
    if (found !== undefined) return found
  }
  return undefined
}

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
    const found = await store.findByWords({ query: { kind: 'word', stem }, limit: 1 })
    if (found.length > 0) return [fine(`works (SQLite ${state.version}); asked for “${stem}”`)]
    const cause = `it counts “${stem}” and does not find it`
    return [failure({ detail: 'words are not found', cause, fix })]
  },
}
