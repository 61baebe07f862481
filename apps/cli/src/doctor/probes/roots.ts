import { planTexts, rootTrouble, type TextReport } from '@recallite/core'
import type { Root } from '@recallite/store'
import { memoryOptions } from '../../memory-options.js'
import { count } from '../../render/count.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'
import type { Subject } from '../subject.js'
import { isOpen } from '../try-open.js'

const shownAtMost = 5

function rootOutcome(root: Root, { flags }: Subject): Outcome {
  const cause = rootTrouble(root)
  if (cause === undefined) return fine(`${root.name}: ${root.path}`)
  const detail = `${root.name}: ${root.path} cannot be reached; what is known of it is kept`
  return failure({
    detail,
    cause: `${cause}: bring it back, or forget it`,
    fix: ownCommand(`roots remove ${shellWord(root.name)}`, flags),
  })
}

function staleOutcome({ added, changed, removed }: TextReport, { flags }: Subject): Outcome {
  if (added + changed + removed === 0) return fine('every file is as it was indexed')
  const detail = `${added} new, ${changed} changed and ${removed} missing files are not in the index yet`
  return warning({ detail, cause: 'they changed since the last run', fix: ownCommand('index', flags) })
}

function skippedOutcomes({ skipped }: TextReport, { flags }: Subject): Outcome[] {
  const texts = skipped.filter(({ isText }) => isText)
  if (texts.length === 0) return []
  const named = texts.slice(0, shownAtMost).map(({ root, path, reason }) => `${root}:${path} ${reason}`)
  const rest = texts.length > shownAtMost ? `; and ${texts.length - shownAtMost} more` : ''
  const fix = ownCommand('index --json', flags)
  return [
    warning({
      detail: `${count(texts.length, 'text')} cannot be read`,
      cause: `${named.join('; ')}${rest}`,
      fix,
    }),
  ]
}

/** Whether the indexed folders are there, and the index is up to date with them. */
export const roots: Probe = {
  name: 'roots',
  async look(subject) {
    const { store, path, resolved, sources, signal } = subject
    if (!isOpen(store)) return []
    const known = await store.listRoots()
    if (known.length === 0) {
      const fix = ownCommand('index FOLDER', subject.flags)
      return [warning({ detail: 'no folder is indexed', cause: 'none was named yet', fix })]
    }
    const reached = known.map((root) => rootOutcome(root, subject))
    if (!subject.isCopy)
      return [...reached, fine(`whether files changed was not looked at: ${path} is too large to be copied`)]
    const { chunking } = memoryOptions(resolved.settings)
    const plan = await planTexts(store, { sources, chunking, signal })
    return [...reached, staleOutcome(plan, subject), ...skippedOutcomes(plan, subject)]
  },
}
