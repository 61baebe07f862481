import type { DocumentAddress, DocumentVersion } from '../document.js'
import type { Store } from '../store.js'
import type { CopyJob, CopyReport } from './copy-store.js'
import { eachOf, mergeSorted } from './merge-sorted.js'

type CopiedDocuments = Pick<CopyReport, 'copied' | 'unchanged' | 'removed' | 'damaged'>

/** Brings the documents of these roots up to date in the target. */
export async function copyDocuments(job: CopyJob, roots: readonly string[]): Promise<CopiedDocuments> {
  const { from, to, options } = job
  const total = (await from.status()).documents
  const batch = createBatch(job)
  let [unchanged, seen] = [0, 0]
  const tell = () => options.onProgress?.({ part: 'documents', done: Math.min(seen, total), total })
  for (const root of roots) {
    const pairs = mergeSorted(versionsOf(from, root), versionsOf(to, root), ({ path }) => path)
    for await (const { left, right } of pairs) {
      seen += Number(left !== undefined)
      if (left && right && isSame(left, right)) unchanged += 1
      else if (left) batch.wanted.push({ root, path: left.path })
      else if (right) batch.removed.push({ root, path: right.path })
      if (batch.isFull()) await batch.write()
      if (seen % documentsAtOnce === 0) tell()
      options.signal?.throwIfAborted()
    }
    await batch.write()
  }
  tell()
  return { unchanged, ...batch.report }
}

const documentsAtOnce = 64
const versionsAtOnce = 1000

function versionsOf(store: Store, root: string) {
  return eachOf<DocumentVersion>((after) =>
    store.listVersions(root, { limit: versionsAtOnce, after: after?.path }),
  )
}

function isSame(one: DocumentVersion, two: DocumentVersion): boolean {
  return one.stamp === two.stamp && one.readAt === two.readAt && one.fingerprint === two.fingerprint
}

/** Documents that are to be written or removed in one transaction. */
function createBatch({ contents, to, options }: CopyJob) {
  const [wanted, removed]: [DocumentAddress[], DocumentAddress[]] = [[], []]
  const report = { copied: 0, removed: 0, damaged: [] as DocumentAddress[] }
  return {
    wanted,
    removed,
    report,
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
