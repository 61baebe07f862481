import type { DocumentAddress } from '@recallite/store'

/** What a list of documents is made from: both in the order of code points. */
export interface DocumentSource {
  listRoots(): Promise<readonly { readonly name: string }[]>
  listDocuments(root: string): Promise<readonly DocumentAddress[]>
}

/** Some documents, and after which the next page begins; undefined where there is no next page. */
export interface DocumentPage {
  readonly documents: readonly DocumentAddress[]
  readonly next: DocumentAddress | undefined
}

/** The order of the store: that of code points, which UTF-8 keeps. */
function isAfter(text: string, other: string): boolean {
  return Buffer.compare(Buffer.from(text), Buffer.from(other)) > 0
}

/**
 * Lists documents in the order of roots and paths. It goes on after a document whether or not that is still there, so that
 * a list that is read while files change neither repeats nor loses what stays.
 */
export async function pageOfDocuments(
  memory: DocumentSource,
  after: DocumentAddress | undefined,
  size: number,
): Promise<DocumentPage> {
  const found: DocumentAddress[] = []
  for (const { name } of await memory.listRoots()) {
    if (after && isAfter(after.root, name)) continue
    const documents = await memory.listDocuments(name)
    const isListed =
      after?.root === name ? documents.filter(({ path }) => isAfter(path, after.path)) : documents
    found.push(...isListed.map(({ root, path }) => ({ root, path })))
    if (found.length > size) break
  }
  const page = found.slice(0, size)
  return { documents: page, next: found.length > size ? page.at(-1) : undefined }
}
