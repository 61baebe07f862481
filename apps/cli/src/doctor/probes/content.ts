import { verifyDocuments, type DocumentsVerdict } from '@recallite/core'
import type { StoreDamage } from '@recallite/store'
import { memoryOptions } from '../../memory-options.js'
import { failure, fine, type Outcome } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import type { Subject } from '../subject.js'
import { isOpen } from '../try-open.js'

const shownAtMost = 5

function named(documents: readonly { root: string; path: string }[]): string {
  const shown = documents.slice(0, shownAtMost).map(({ root, path }) => `${root}:${path}`)
  const rest = documents.length > shownAtMost ? ` and ${documents.length - shownAtMost} more` : ''
  return documents.length === 0 ? '' : ` (${shown.join(', ')}${rest})`
}

function damageOutcome({ part, count, reason, documents }: StoreDamage, { flags }: Subject): Outcome {
  const detail = `${part}: ${count} damaged${named(documents)}`
  return failure({ detail, cause: reason, fix: ownCommand('doctor --repair', flags) })
}

function documentOutcomes(
  { compared, outdated, damaged, surplus }: DocumentsVerdict,
  { flags }: Subject,
): Outcome[] {
  const fix = ownCommand('doctor --repair', flags)
  const [first] = damaged
  const others = surplus.map(({ root, chunks }) =>
    failure({ detail: `${root}: ${chunks} chunks too many`, cause: 'no file gives them', fix }),
  )
  if (first) {
    const detail = `${damaged.length} documents are not as their files${named(damaged)}`
    return [failure({ detail, cause: `${first.path}: ${first.reason}`, fix }), ...others]
  }
  const left = outdated > 0 ? `; ${outdated} have changed since and were not compared` : ''
  return others.length > 0 ? others : [fine(`${compared} documents are as their files${left}`)]
}

/** With `--deep`: every byte against what was noted when it was written, and every document against its file. */
export const content: Probe = {
  name: 'content',
  async look(subject) {
    const { store, isDeep, resolved, signal } = subject
    if (!isDeep || !isOpen(store)) return []
    const damages = await store.verify({})
    const stored = damages.map((damage) => damageOutcome(damage, subject))
    const { chunking } = memoryOptions(resolved.settings)
    const compared = documentOutcomes(await verifyDocuments(store, { chunking, signal }), subject)
    return [...(stored.length > 0 ? stored : [fine('every stored byte is as it was written')]), ...compared]
  },
}
