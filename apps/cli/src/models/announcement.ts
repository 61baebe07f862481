/** What a server says of a file beside the file. */
export interface Announcement {
  /** `sha256:<hex>` or, as Git names a file's content, `git:<hex>`. */
  readonly checksum?: string | undefined
  readonly bytes?: number | undefined
}

function unquoted(etag: string | null): string {
  return (etag ?? '').replace(/^W\//, '').replaceAll('"', '').toLowerCase()
}

function announcedChecksum(headers: Headers): string | undefined {
  const linked = unquoted(headers.get('x-linked-etag'))
  if (/^[\da-f]{64}$/.test(linked)) return `sha256:${linked}`
  // Any other server's ETag may be anything; a repository's is a checksum.
  if (!headers.has('x-repo-commit')) return undefined
  const etag = linked || unquoted(headers.get('etag'))
  if (/^[\da-f]{64}$/.test(etag)) return `sha256:${etag}`
  return /^[\da-f]{40}$/.test(etag) ? `git:${etag}` : undefined
}

/**
 * Reads what Hugging Face (and its mirrors) announce on `/resolve/` addresses: for large files the sha256 as
 * `X-Linked-ETag` and the size as `X-Linked-Size`, on the redirect to where the file is; for small ones Git's name for
 * the content as `ETag`.
 */
export function announcementOf(headers: Headers): Announcement {
  const bytes = headers.get('x-linked-size') ?? ''
  return {
    checksum: announcedChecksum(headers),
    bytes: /^\d+$/.test(bytes) ? Number(bytes) : undefined,
  }
}
