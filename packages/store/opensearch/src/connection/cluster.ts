import type { OpenSearchStoreOptions } from '../open-store.js'

/** The state of a cluster, for diagnosis. */
export interface ClusterReport {
  /** The version of each node, without repeats. */
  readonly versions: readonly string[]
  readonly nodes: number
  /** `green`: every copy of every shard of the store is available; `yellow`: copies are missing; `red`: shards are. */
  readonly health: 'green' | 'yellow' | 'red'
  /** The number of shards of the store's indexes that no node holds. */
  readonly unassignedShards: number
  /** Nodes that lack the k-NN plugin. */
  readonly nodesWithoutVectors: readonly string[]
  /** Nodes whose disk is fuller than the low watermark, from which OpenSearch assigns no more shards to them. */
  readonly fullNodes: readonly { readonly name: string; readonly usedPercent: number }[]
}

/**
 * Reads the state of the cluster with the indexes of a store, without changes.
 * @throws StoreError `STORE_UNAVAILABLE`
 */
export async function readCluster(
  _options: Pick<OpenSearchStoreOptions, 'url' | 'password'>,
): Promise<ClusterReport> {
  throw new Error('follows')
}
