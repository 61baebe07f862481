export { openOpenSearchStore, type OpenSearchStore, type OpenSearchStoreOptions } from './open-store.js'
export { readCluster, type ClusterReport } from './connection/cluster.js'
