import { readFileSync } from 'node:fs'
import { planTexts, rootTrouble, type TextReport } from '@recallite/core'
import { countWatched, verifyDocuments, type DocumentsVerdict } from '@recallite/core/doctor'
import { maintenanceOf, type Root, type StoreDamage } from '@recallite/store'
import { describeSources, type DescribedSource } from '../../sources.js'
import { fine, warning, type Outcome, failure } from '../finding.js'
import { mendSetting, ownCommand } from '../fix-commands.js'
import type { Probe, Subject } from '../subject.js'
import { shellWord } from '../../shell-word.js'
import { isOpen } from '../../driver.js'
import { memoryOptions } from '../../memory-options.js'
import { count } from '../../render/amounts.js'

/** Whether what the settings name to be indexed is there. */
export const sources: Probe = {
  name: 'sources',
  look: (subject) => describeSources(subject.sources).flatMap((source) => outcomesOf(source, subject)),
}

function outcomesOf(source: DescribedSource, subject: Subject): Outcome[] {
  const { kind, paths, missing, refused } = source
  if (missing.length + refused.length === 0) return [fine(`${kind}: ${paths.join(', ')}`)]
  return [...missingOutcomes(source, subject), ...refusedOutcomes(source)]
}

function missingOutcomes({ kind, missing }: DescribedSource, { resolved, flags }: Subject): Outcome[] {
  return missing.map((path) => {
    const isListed = kind === 'paths'
    const fix = isListed
      ? mendSetting('extraPaths', resolved.originOf('extraPaths'), flags)
      : `mkdir -p ${shellWord(path)}`
    const cause = isListed ? 'extraPaths names it, and it is not there' : 'it is not there yet'
    return warning({ detail: `${kind}: ${path} is left out`, cause, fix })
  })
}

function refusedOutcomes({ kind, refused }: DescribedSource): Outcome[] {
  return refused.map(({ path, reason }) =>
    warning({ detail: `${kind}: ${path} is left out`, cause: reason, fix: `ls -la ${shellWord(path)}` }),
  )
}

/** Other programs watch as well. */
const fairShare = 0.8

/** What is to be watched against what the system lets one person watch. Pure. */
export function watchOutcome(watches: number, limit: number): Outcome {
  const detail = `${watches} files and folders have to be watched; the system allows ${limit} (fs.inotify.max_user_watches)`
  if (watches <= limit * fairShare) return fine(detail)
  const wanted = Math.max(524_288, 2 ** Math.ceil(Math.log2(watches * 2)))
  const cause = 'without enough watches, recallite watch looks at all files every few seconds instead'
  return warning({ detail, cause, fix: `sudo sysctl fs.inotify.max_user_watches=${wanted}` })
}

/** More is not counted: it is too much in any case. */
const mostCounted = 1_000_000

/** Whether changes of files can be noticed as they happen. */
export const watching: Probe = {
  name: 'watching',
  async look({ store }) {
    if (!isOpen(store)) return []
    const limit = limitOf('max_user_watches')
    if (limit === undefined) return [fine('this system sets no limit of its own')]
    const watches = await countWatched(await store.listRoots(), { most: mostCounted })
    return [watchOutcome(watches, limit)]
  },
}

function limitOf(name: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

const shownAtMost = 5

/** With `--deep`: every byte against what was noted when it was written, and every document against its file. */
export const content: Probe = {
  name: 'content',
  async look(subject) {
    const { store, isDeep, resolved, signal } = subject
    if (!isDeep || !isOpen(store)) return []
    const damages = await maintenanceOf(store).verify({})
    const stored = damages.map((damage) => damageOutcome(damage, subject))
    const { chunking } = memoryOptions(resolved.settings)
    const compared = documentOutcomes(await verifyDocuments(store, { chunking, signal }), subject)
    return [...(stored.length > 0 ? stored : [fine('every stored byte is as it was written')]), ...compared]
  },
}

function damageOutcome(
  { part, count: damaged, reason, documents }: StoreDamage,
  { flags }: Subject,
): Outcome {
  const detail = `${part}: ${damaged} damaged${named(documents)}`
  return failure({ detail, cause: reason, fix: ownCommand('doctor --repair', flags) })
}

function named(documents: readonly { root: string; path: string }[]): string {
  const shown = documents.slice(0, shownAtMost).map(({ root, path }) => `${root}:${path}`)
  const rest = documents.length > shownAtMost ? ` and ${documents.length - shownAtMost} more` : ''
  return documents.length === 0 ? '' : ` (${shown.join(', ')}${rest})`
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
    const detail = `${damaged.length} documents do not match their files${named(damaged)}`
    return [failure({ detail, cause: `${first.path}: ${first.reason}`, fix }), ...others]
  }
  const left = outdated > 0 ? `; ${outdated} have changed since and were not compared` : ''
  return others.length > 0 ? others : [fine(`${compared} documents match their files${left}`)]
}

/** Whether the indexed folders are there, and the index is up to date with them. */
export const roots: Probe = {
  name: 'roots',
  async look(subject) {
    const { store, path, resolved, signal } = subject
    if (!isOpen(store)) return []
    const known = await store.listRoots()
    if (known.length === 0) {
      const fix = ownCommand('index FOLDER', subject.flags)
      return [warning({ detail: 'no folder is indexed', cause: 'none was named yet', fix })]
    }
    const reached = known.map((root) => rootOutcome(root, subject))
    if (!subject.isCopy)
      return [...reached, fine(`changed files were not looked for: ${path} is too large to be copied`)]
    const { chunking } = memoryOptions(resolved.settings)
    const plan = await planTexts(store, { sources: subject.sources, chunking, signal })
    return [...reached, staleOutcome(plan, subject), ...skippedOutcomes(plan, subject)]
  },
}

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
  if (added + changed + removed === 0) return fine('no file has changed since it was indexed')
  const detail = `${added} new, ${changed} changed and ${removed} missing files are not in the index yet`
  return warning({ detail, cause: 'they changed since the last run', fix: ownCommand('index', flags) })
}

function skippedOutcomes({ skipped }: TextReport, { flags }: Subject): Outcome[] {
  const texts = skipped.filter(({ isText }) => isText)
  if (texts.length === 0) return []
  const shown = texts.slice(0, shownAtMost).map(({ root, path, reason }) => `${root}:${path} ${reason}`)
  const rest = texts.length > shownAtMost ? `; and ${texts.length - shownAtMost} more` : ''
  const fix = ownCommand('index --json', flags)
  return [
    warning({
      detail: `${count(texts.length, 'text')} cannot be read`,
      cause: `${shown.join('; ')}${rest}`,
      fix,
    }),
  ]
}
