import { reasonOf } from '@recallite/core'
import { addEntry, type Change, type Content, type Entry, removeEntry, stateOf } from './change.js'
import { entriesOf, type EntryContext, type FileEntry } from './entries.js'
import { missingFolders, naming, readHostFile } from './host-file.js'
import type { HostName } from './host-table.js'
import type { JournaledChange } from './journal.js'

/** How a file will change. */
export interface FilePlan {
  readonly file: string
  readonly before: Content
  readonly after: Content
  /** What will be added; empty if the file already has everything. */
  readonly added: readonly Entry[]
  /** Entries of the user for the same purpose, which stay. */
  readonly foreign: readonly Entry[]
  /** All changes of the file that the journal will contain. */
  readonly changes: readonly JournaledChange[]
}

/** What connecting a host will do. */
export interface HostPlan {
  readonly name: HostName
  readonly files: readonly FilePlan[]
  /** Why the host cannot be connected; nothing of it is changed then. */
  readonly refusal?: string
}

/** Plans all hosts. Reads files, but changes nothing. */
export function planHosts(
  names: readonly HostName[],
  context: EntryContext,
  journal: readonly JournaledChange[],
): HostPlan[] {
  // Hosts share the file of the skill.
  const drafts = new Map<string, FilePlan>()
  return names.map((name) => {
    try {
      const files = [...Map.groupBy(entriesOf(name, context), ({ file }) => file)].map(([file, entries]) => {
        const draft = drafts.get(file)
        const before = draft ? draft.after : naming(file, () => readHostFile(file))
        const owned = draft ? draft.changes : journal.filter((change) => change.file === file)
        return naming(file, () => planFile({ file, before }, entries, { owned, name }))
      })
      for (const file of files) drafts.set(file.file, file)
      return { name, files }
    } catch (error) {
      return { name, files: [], refusal: reasonOf(error) }
    }
  })
}

/**
 * Removes the earlier changes of the journal (`owned`) and adds everything again, so that all can be undone exactly. If the file already has everything, it does
 * not change, because a host may have formatted it in its own way.
 */
function planFile(
  { file, before }: Pick<FilePlan, 'file' | 'before'>,
  entries: readonly FileEntry[],
  { owned, name }: { readonly owned: readonly JournaledChange[]; readonly name: HostName },
): FilePlan {
  const places = entries.map(({ entry }) => {
    const change = owned.find((each) => isSamePlace(each.entry, entry))
    return { entry, change, hosts: [...new Set([...(change?.hosts ?? []), name])] }
  })
  const isComplete = places.every(({ entry, change }) => {
    const state = stateOf(before, entry)
    const isOutdated =
      change !== undefined && state === 'similar' && stateOf(before, change.entry) === 'equal'
    return state !== 'absent' && !isOutdated
  })
  if (isComplete) {
    const changes = owned.map((change) => {
      const place = places.find((each) => each.change === change)
      return place ? { ...change, hosts: place.hosts } : change
    })
    const foreign = places.filter(({ entry, change }) => !change || stateOf(before, entry) !== 'equal')
    return { file, before, after: before, added: [], foreign: foreign.map(({ entry }) => entry), changes }
  }
  let content = before
  for (const change of owned.toReversed()) ({ content } = removeEntry(content, change))
  const others = owned.filter(({ entry }) => !places.some((place) => isSamePlace(place.entry, entry)))
  const folders = owned[0]?.folders ?? (before === undefined ? missingFolders(file) : [])
  const [changes, foreign]: [JournaledChange[], Entry[]] = [[], []]
  for (const { entry, hosts } of [
    ...others.filter((change) => stateOf(before, change.entry) === 'equal'),
    ...places,
  ]) {
    if (stateOf(content, entry) !== 'absent') foreign.push(entry)
    else {
      const { content: next, change } = addEntry(content, entry)
      content = next
      changes.push({ ...change, hosts, file, folders })
    }
  }
  const added = places
    .map(({ entry }) => entry)
    .filter((entry) => !foreign.includes(entry) && stateOf(before, entry) !== 'equal')
  return { file, before, after: content, added, foreign, changes }
}

/** Whether two entries replace each other. */
function isSamePlace(one: Change['entry'], other: Entry): boolean {
  return one.kind === other.kind && one.path.join('\0') === other.path.join('\0')
}
