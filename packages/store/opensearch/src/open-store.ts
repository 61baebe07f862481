import type { Store } from '@recallite/store'

/** Options of `openOpenSearchStore`. */
export interface OpenSearchStoreOptions {
  /**
   * `opensearch://user@host1,host2:9200/?prefix=team`. Parameters: `prefix` (default `recallite`), `shards` (default 1) and `replicas`
   * (default: one if there are several nodes), which count when the indexes are created, and `ca`, a file with certificates.
   */
  readonly url: string
  /** The password of the user. */
  readonly password?: string | undefined
  /** Whether to create missing indexes; default true. */
  readonly create?: boolean | undefined
  /** Whether to reject writes with `STORE_READ_ONLY`; default false. */
  readonly isReadOnly?: boolean | undefined
  /** Limits the store to roots inside this folder, which is absolute and without links; see `confineStore`. */
  readonly within?: string | undefined
  /** How long a lock remains after its holder stopped, in milliseconds; default 30,000. */
  readonly leaseTime?: number | undefined
  /** In milliseconds; default 30,000. */
  readonly requestTimeout?: number | undefined
}

/** A store with every capability except a thread and records. */
export type OpenSearchStore = Store

/**
 * Opens the store in the indexes of an OpenSearch cluster that begin with a prefix, and creates them if they are missing.
 * @throws StoreError
 */
export async function openOpenSearchStore(_options: OpenSearchStoreOptions): Promise<OpenSearchStore> {
  throw new Error('follows')
}
