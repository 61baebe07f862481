import { mkdirSync, rmdirSync } from 'node:fs'
import { orUndefined } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { reasonOf } from '@recallite/core'
import { recalliteFolder } from '@recallite/settings'
import { type Entry, removeEntry } from './change.js'
import type { EntryContext } from './entries.js'
import { naming, readHostFile, removeHostFile, writeHostFile } from './host-file.js'
import type { HostName } from './host-table.js'
import { journalFile, type JournaledChange, readJournal, writeJournal } from './journal.js'
import { type HostPlan, planHosts } from './plan-host.js'

/** Connects hosts. A host that cannot be connected does not affect the others; its plan then has the reason. */
export function connectHosts(names: readonly HostName[], context: EntryContext, home: string) {
  return locked(home, () => {
    let journal = readJournal(home)
    // Files may have changed since they were shown.
    return planHosts(names, context, journal).map((plan): HostPlan => {
      try {
        for (const { file, before, after, changes } of plan.files) {
          const others = journal.filter((change) => change.file !== file)
          const previous = journal
          journal = [...others, ...changes]
          // The journal comes first, so that everything in a file can be undone.
          if (JSON.stringify(journal) !== JSON.stringify(previous)) writeJournal(home, journal)
          try {
            if (after !== undefined && after !== before) naming(file, () => writeHostFile(file, after))
          } catch (error) {
            // Otherwise the next run could not replace the old entry.
            journal = previous
            writeJournal(home, journal)
            throw error
          }
        }
        return plan
      } catch (error) {
        return { ...plan, refusal: reasonOf(error) }
      }
    })
  })
}

/** What undoing did to a file. */
export interface UndoneFile {
  readonly file: string
  readonly removed: readonly Entry[]
  /** Entries that someone changed since, which stay. */
  readonly changed: readonly Entry[]
  /** Why nothing could be removed. */
  readonly refusal?: string
}

/** Removes from the files of hosts what `connect` wrote. With `isDryRun`, changes nothing. */
export function disconnectHosts(
  names: readonly HostName[],
  home: string,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<UndoneFile[]> {
  return locked(home, () => {
    let journal = readJournal(home)
    const files = Map.groupBy(journal, ({ file }) => file)
    return [...files].flatMap(([file, changes]): UndoneFile[] => {
      if (!changes.some(({ hosts }) => hosts.some((host) => names.includes(host)))) return []
      try {
        const undone = naming(file, () => undoFile(file, changes, names))
        if (!isDryRun) {
          const { before, after } = undone
          if (after === undefined) removeHostFile(file, changes[0]?.folders ?? [])
          else if (after !== before) naming(file, () => writeHostFile(file, after))
          journal = [...journal.filter((change) => change.file !== file), ...undone.remaining]
          writeJournal(home, journal)
        }
        return undone.removed.length + undone.changed.length > 0 ? [{ file, ...undone }] : []
      } catch (error) {
        return [{ file, removed: [], changed: [], refusal: reasonOf(error) }]
      }
    })
  })
}

/** Undoes changes of a file, the last one first, except those that another host needs too. */
function undoFile(file: string, changes: readonly JournaledChange[], names: readonly HostName[]) {
  const before = readHostFile(file)
  let content = before
  const [removed, changed, remaining]: [Entry[], Entry[], JournaledChange[]] = [[], [], []]
  for (const change of changes.toReversed()) {
    const hosts = change.hosts.filter((host) => !names.includes(host))
    if (hosts.length > 0) remaining.unshift({ ...change, hosts })
    else {
      const { content: next, isKept } = removeEntry(content, change)
      if (isKept) changed.push(change.entry)
      else if (next !== content) removed.push(change.entry)
      content = next
    }
  }
  return { before, after: content, removed, changed, remaining }
}

/** Runs work while no other process changes the journal. Removes its folder if it is empty then. */
async function locked<Result>(home: string, work: () => Result): Promise<Result> {
  mkdirSync(recalliteFolder(home), { recursive: true, mode: 0o700 })
  try {
    return await withLock(journalFile(home), work)
  } finally {
    orUndefined(() => rmdirSync(recalliteFolder(home)))
  }
}
