import type { DocumentAddress, DocumentVersion } from '../document.js'
import type { Store } from '../store.js'
import type { CopyJob, CopyReport } from './job.js'
import { eachOf, mergeSorted, type Pair } from './merge-sorted.js'

type CopiedDocuments = Pick<CopyReport, 'copied' | 'unchanged' | 'removed' | 'damaged'>

/** Brings the documents of these roots up to date in the target. */
export async function copyDocuments(job: CopyJob, roots: readonly string[]): Promise<CopiedDocuments> {
  const { from, to, options } = job
  const total = (await from.status()).documents
  const batch = createBatch(job)
  const tell = () => {
    options.onProgress?.({ part: 'documents', done: Math.min(batch.report.seen, total), total })
  }
  for (const root of roots) {
    const pairs = mergeSorted(versionsOf(from, root), versionsOf(to, root), ({ path }) => path)
    for await (const pair of pairs) {
      batch.add(root, pair)
      if (batch.isFull()) await batch.write()
      if (batch.report.seen % documentsAtOnce === 0) tell()
      options.signal?.throwIfAborted()
    }
    await batch.write()
  }
  tell()
  const { seen: _, ...report } = batch.report
  return report
}

const documentsAtOnce = 64
const versionsAtOnce = 1000

function versionsOf(store: Store, root: string) {
  return eachOf<DocumentVersion>((after) =>
    store.listVersions(root, { limit: versionsAtOnce, after: after?.path }),
  )
}

/** A target that read the same version of a source later knows as much of it at least. */
function isSame(one: DocumentVersion, two: DocumentVersion): boolean {
  return one.stamp === two.stamp && one.fingerprint === two.fingerprint && one.readAt <= two.readAt
}

/** Documents that are to be written or removed in one transaction. */
function createBatch({ contents, to, options }: CopyJob) {
  const [wanted, removed]: [DocumentAddress[], DocumentAddress[]] = [[], []]
  const report = { seen: 0, copied: 0, unchanged: 0, removed: 0, damaged: [] as DocumentAddress[] }
  return {
    report,

    /** Notes what is to be done about a document of the source, the target, or both. */
    add(root: string, { left, right }: Pair<DocumentVersion>): void {
      report.seen += Number(left !== undefined)
      if (left && right && isSame(left, right)) report.unchanged += 1
      else if (left) wanted.push({ root, path: left.path })
      else if (right) removed.push({ root, path: right.path })
    },

    isFull: () => wanted.length + removed.length >= documentsAtOnce,

    async write(): Promise<void> {
      options.signal?.throwIfAborted()
      if (wanted.length + removed.length === 0) return
      const { documents, damaged } = await contents.readDocuments(wanted)
      await to.writeDocuments({ put: documents, removed })
      report.copied += documents.length
      report.removed += removed.length
      report.damaged.push(...damaged)
      wanted.length = 0
      removed.length = 0
    },
  }
}
