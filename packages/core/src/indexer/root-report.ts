import type { StoredDocument } from '@recallite/store'
import type { KnownSkip, RootPlan } from './plan.js'
import type { SkippedFile } from './scan.js'

/** A document that an index run added, read again because it had changed, or removed. */
export interface PathChange {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly path: string
}

/** What became of one root. */
export interface RootReport {
  /** The documents that the run wrote or removed: the removed ones first, then in the order in which they were read. */
  readonly changes: readonly PathChange[]
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly skipped: readonly SkippedFile[]
  /** Paths that were not examined in time, or not written because another process is writing; `.` for all of the root. */
  readonly stale: readonly string[]
}

/** Records that a document was read again and was the same, so that its file need not be read next time. */
export type DocumentMark = Pick<StoredDocument, 'root' | 'path' | 'stamp' | 'readAt'>

/** What became of a file. */
export type FileOutcome =
  | { readonly kind: 'added' | 'changed' | 'stale' }
  | { readonly kind: 'unchanged'; readonly mark?: DocumentMark | undefined }
  | {
      readonly kind: 'skipped'
      readonly reason: string
      readonly wasRemoved: boolean
      readonly skip?: KnownSkip
    }

/** What became of the file at a path. */
export type PathOutcome = FileOutcome & { readonly path: string }

/** What became of a root, by what became of its files. */
export function reportOf(plan: RootPlan, outcomes: readonly PathOutcome[], areRemoved: boolean): RootReport {
  const { remove, skipped, unchanged } = plan
  const count = (kind: FileOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const newlySkipped = outcomes.filter((outcome) => outcome.kind === 'skipped')
  const removedFiles = newlySkipped.filter(({ wasRemoved }) => wasRemoved)
  const stale = outcomes.filter(({ kind }) => kind === 'stale')
  return {
    changes: changesOf(areRemoved ? remove : [], outcomes),
    added: count('added'),
    changed: count('changed'),
    removed: removedFiles.length + (areRemoved ? remove.length : 0),
    unchanged: unchanged + count('unchanged'),
    skipped: [...skipped, ...newlySkipped.map(({ path, reason }) => ({ path, reason, isText: true }))],
    stale: [...(areRemoved ? [] : remove), ...stale].map(({ path }) => path),
  }
}

function changesOf(
  removed: readonly { readonly path: string }[],
  outcomes: readonly PathOutcome[],
): PathChange[] {
  const read = outcomes.flatMap((outcome): PathChange[] => {
    const { kind, path } = outcome
    if (kind === 'added' || kind === 'changed') return [{ kind, path }]
    return kind === 'skipped' && outcome.wasRemoved ? [{ kind: 'removed', path }] : []
  })
  return [...removed.map(({ path }): PathChange => ({ kind: 'removed', path })), ...read]
}
