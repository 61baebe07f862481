import { findMovedRoots, type MovedRoot, planTexts, rootProblem, type TextReport } from '@recallite/core'
import { memorySettings } from '@recallite/settings'
import { maintenanceOf, type Root } from '@recallite/store'
import { describeSources, type DescribedSource } from '../../open/sources.js'
import { fine, warning, type Outcome, failure, fixSetting, recalliteCommand } from '../finding.js'
import type { Subject } from '../subject.js'
import { firstOf, shellWord } from '@recallite/command-line'
import { isOpen } from '../../open/driver.js'
import { count } from '../../render/amounts.js'

/** Whether the sources that the settings name exist. */
export function sources(subject: Subject): Outcome[] {
  return describeSources(subject.sources).flatMap((source) => sourceOutcomes(source, subject))
}

function sourceOutcomes(source: DescribedSource, { resolved, flags }: Subject): Outcome[] {
  const { kind, paths, missing, refused } = source
  if (missing.length + refused.length === 0) return [fine(`${kind}: ${paths.join(', ')}`)]
  const leftOut = (path: string) => `${kind}: ${path} is not indexed`
  const fixList = () => fixSetting('extraPaths', resolved.originOf('extraPaths'), flags)
  return [
    ...missing.map((path) =>
      kind === 'paths'
        ? warning(leftOut(path), 'extraPaths contains it, but it does not exist', fixList())
        : warning(leftOut(path), 'it does not exist yet', `mkdir -p ${shellWord(path)}`),
    ),
    ...refused.map(({ path, reason }) => warning(leftOut(path), reason, `ls -la ${shellWord(path)}`)),
  ]
}

/** With `--deep`: compares every stored byte with its checksum. */
export async function content({ store, isDeep, flags }: Subject): Promise<Outcome[]> {
  if (!isDeep || !isOpen(store)) return []
  const damages = await maintenanceOf(store).verify()
  if (damages.length === 0) return [fine('every stored byte matches its checksum')]
  return [failure('the index is damaged', damages.join('; '), recalliteCommand('doctor --repair', flags))]
}

/** Whether the indexed folders can be reached, and whether the index is up to date. */
export async function roots(subject: Subject): Promise<Outcome[]> {
  const { store, path, resolved, signal, flags, connection } = subject
  if (!isOpen(store)) return []
  const indexedRoots = await store.listRoots()
  if (indexedRoots.length === 0) {
    return [warning('no folder is indexed', 'none was added yet', recalliteCommand('index FOLDER', flags))]
  }
  const moved = await findMovedRoots(store)
  const reached = indexedRoots.map((root) => rootOutcome(root, moved, subject))
  if (connection.server !== undefined) return reached
  if (!subject.isCopy)
    return [...reached, fine(`changed files were not checked: ${path} is too large to copy`)]
  const { chunking } = memorySettings(resolved.settings)
  const plan = await planTexts(store, { sources: subject.sources, chunking, signal })
  return [...reached, ...changeOutcomes(plan, subject)]
}

function rootOutcome(root: Root, moved: readonly MovedRoot[], { flags }: Subject): Outcome {
  const cause = rootProblem(root)
  if (cause === undefined) return fine(`${root.name}: ${root.path}`)
  const detail = `${root.name}: ${root.path} is unreachable; its index is unchanged`
  const fix = recalliteCommand(`roots remove ${shellWord(root.name)}`, flags)
  const to = moved.find((each) => each.root === root.name)?.to
  const advice =
    to === undefined ? 'restore it, or remove the root' : `its notes are in ${to}, so remove the root`
  return failure(detail, `${cause}: ${advice}`, fix)
}

function changeOutcomes({ added, changed, removed, skipped }: TextReport, { flags }: Subject): Outcome[] {
  const unread = skipped.filter(({ isText }) => isText)
  const unreadFiles = unread.map(({ root, path, reason }) => `${root}:${path} ${reason}`)
  const amounts = `${added} new, ${changed} changed and ${removed} missing files are not in the index yet`
  const names = firstOf(unreadFiles, { separator: '; ' })
  const unreadable = warning(
    `${count(unread.length, 'text')} cannot be read`,
    names,
    recalliteCommand('index --json', flags),
  )
  return [
    added + changed + removed === 0
      ? fine('no file has changed since it was indexed')
      : warning(amounts, 'they changed since the last run', recalliteCommand('index', flags)),
    ...(unread.length === 0 ? [] : [unreadable]),
  ]
}
