import assert from 'node:assert/strict'
import type { DocumentVersion, StoredDocument } from '../document.js'
import type { Store } from '../store.js'

/** Compares pages of versions, and single documents, with all documents of a root. */
export async function compareVersions(store: Store, root: string, documents: readonly StoredDocument[]) {
  const versions: DocumentVersion[] = []
  for (let after: string | undefined; ; after = versions.at(-1)?.path) {
    const page = await store.listVersions(root, { limit: 2, after })
    assert.ok(page.length <= 2)
    versions.push(...page)
    if (page.length === 0) break
  }
  const expected = documents.map(({ path, stamp, readAt, fingerprint }) => ({
    path,
    stamp,
    readAt,
    fingerprint,
  }))
  assert.deepEqual(versions, expected)
  const found = await Promise.all(documents.map(({ path }) => store.findDocument({ root, path })))
  assert.deepEqual(found, documents)
  for (const address of [
    { root, path: 'no such file' },
    { root: 'nowhere', path: 'a.md' },
  ])
    assert.equal(await store.findDocument(address), undefined)
}
