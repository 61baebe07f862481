import { StoreError, type Capability } from '@recallite/store'
import type { AddressOptions } from './address.js'
import { createRequests, type Requests } from './requests.js'

/** The state of a cluster, for diagnosis. */
export interface ClusterReport {
  /** The versions of its nodes, without repeats. */
  readonly versions: readonly string[]
  readonly nodes: number
  /** `green`: every copy of every shard of the store is available; `yellow`: copies are missing; `red`: shards are. */
  readonly health: 'green' | 'yellow' | 'red'
  /** The number of copies of the store's shards that no node holds. */
  readonly unassignedShards: number
  /** Nodes that lack the k-NN plugin. */
  readonly nodesWithoutVectors: readonly string[]
  /** Nodes whose disk is fuller than the low watermark, from which OpenSearch assigns no more shards to them. */
  readonly fullNodes: readonly { readonly name: string; readonly usedPercent: number }[]
}

const [minMajor, minMinor] = [2, 19]

/**
 * Reads the version of the server, and whether it can search vectors.
 * @throws StoreError `STORE_UNAVAILABLE` for another program and an old version
 */
export async function readServer(requests: Requests): Promise<{ version: string; vectorSearch: Capability }> {
  const { body } = await requests.send<{ version?: { distribution?: string; number?: string } }>({
    method: 'GET',
    path: '/',
  })
  const { distribution = 'another server', number: version = '' } = body.version ?? {}
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isRecent = major > minMajor || (major === minMajor && minor >= minMinor)
  if (distribution !== 'opensearch' || !isRecent) {
    const message = `${requests.address.displayUrl} is ${distribution} ${version}. Use OpenSearch ${minMajor}.${minMinor} or newer.`
    throw new StoreError('STORE_UNAVAILABLE', message)
  }
  const names = await nodesWithoutVectors(requests)
  if (names.length === 0) return { version, vectorSearch: { available: true, version, reason: null } }
  const reason = `these nodes lack the plugin opensearch-knn: ${names.join(', ')}. Install it: opensearch-plugin install opensearch-knn`
  return { version, vectorSearch: { available: false, version: null, reason } }
}

/** Rows of the `_cat` API; empty if the user may not read them. */
async function cat(
  requests: Requests,
  what: string,
  columns: string,
): Promise<readonly Record<string, string | null>[]> {
  const query = { format: 'json', h: columns }
  const { status, body } = await requests.send({
    method: 'GET',
    path: `/_cat/${what}`,
    query,
    allowed: [403],
  })
  return status === 403 ? [] : (body as readonly Record<string, string>[])
}

async function nodesWithoutVectors(requests: Requests): Promise<string[]> {
  const plugins = await cat(requests, 'plugins', 'name,component')
  if (plugins.length === 0) return []
  const having = new Set(
    plugins.filter(({ component }) => /knn/iu.test(component ?? '')).map(({ name }) => name),
  )
  const nodes = await cat(requests, 'nodes', 'name')
  return nodes.flatMap(({ name }) => (name && !having.has(name) ? [name] : []))
}

/**
 * Reads the state of the cluster with the indexes of a store, without changes.
 * @throws StoreError `STORE_UNAVAILABLE`
 */
export async function readCluster(options: AddressOptions): Promise<ClusterReport> {
  const requests = createRequests(options)
  try {
    const path = `/_cluster/health/${requests.address.prefix}-*`
    const { body } = await requests.send<{ status: ClusterReport['health']; unassigned_shards: number }>({
      method: 'GET',
      path,
    })
    const { status: health, unassigned_shards: unassignedShards } = body
    const nodes = await cat(requests, 'nodes', 'version')
    const max = await readLowWatermark(requests)
    const full = (await cat(requests, 'allocation', 'node,disk.percent')).flatMap(
      ({ node, 'disk.percent': percent }) =>
        node && Number(percent) > max ? [{ name: node, usedPercent: Number(percent) }] : [],
    )
    return {
      versions: [...new Set(nodes.flatMap(({ version }) => version ?? []))],
      nodes: nodes.length,
      health,
      unassignedShards,
      nodesWithoutVectors: await nodesWithoutVectors(requests),
      fullNodes: full,
    }
  } finally {
    await requests.close()
  }
}

const defaultWatermark = 85

/** In percent; the default if it is given in bytes, or the user may not read it. */
async function readLowWatermark(requests: Requests): Promise<number> {
  const { body } = await requests.send<Record<string, Record<string, string>>>({
    method: 'GET',
    path: '/_cluster/settings',
    query: { flat_settings: true, include_defaults: true },
    allowed: [403],
  })
  const values = ['transient', 'persistent', 'defaults'].map(
    (level) => body[level]?.['cluster.routing.allocation.disk.watermark.low'],
  )
  const value = values.find((one) => one !== undefined) ?? ''
  return value.endsWith('%') ? Number.parseFloat(value) : defaultWatermark
}
