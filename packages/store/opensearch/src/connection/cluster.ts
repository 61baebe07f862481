import { StoreError, type Capability } from '@recallite/store'
import type { AddressOptions } from './address.js'
import { createSession, type Session } from './session.js'

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

/** Reads the version of the server, and whether it can search vectors. Rejects for another program and an old version. */
export async function readServer(session: Session): Promise<{ version: string; vectorSearch: Capability }> {
  type Server = { readonly version?: { readonly distribution?: string; readonly number?: string } }
  const { version: server } = await session.send<Server>('GET', '/')
  const { distribution = 'another server', number: version = '' } = server ?? {}
  if (distribution !== 'opensearch' || !/^(?:2\.(?:19|[2-9]\d)|[3-9]|\d\d)\b/u.test(version)) {
    const message = `${session.address.displayUrl} is ${distribution} ${version}. Use OpenSearch 2.19 or newer.`
    throw new StoreError('STORE_UNAVAILABLE', message)
  }
  const nodes = (await readNodesWithoutVectors(session)).join(', ')
  if (nodes === '') return { version, vectorSearch: { available: true, version, reason: null } }
  const reason = `these nodes lack the plugin opensearch-knn: ${nodes}. Install it: opensearch-plugin install opensearch-knn`
  return { version, vectorSearch: { available: false, version: null, reason } }
}

type Row = Readonly<Record<string, string | null>>

/** Rows of the `_cat` API; empty if the user may not read them. */
async function cat(session: Session, table: string, columns: string): Promise<readonly Row[]> {
  const query = { format: 'json', h: columns }
  const rows = await session.send<readonly Row[]>('GET', `/_cat/${table}`, { query, allowed: [403] })
  return Array.isArray(rows) ? rows : []
}

async function readNodesWithoutVectors(session: Session): Promise<string[]> {
  const plugins = await cat(session, 'plugins', 'name,component')
  if (plugins.length === 0) return []
  const withKnn = plugins.filter(({ component }) => /knn/iu.test(component ?? ''))
  const capable = new Set(withKnn.map(({ name }) => name))
  const nodes = await cat(session, 'nodes', 'name')
  return nodes.flatMap(({ name }) => (name && !capable.has(name) ? [name] : []))
}

/** Reads the state of the cluster with the indexes of a store, without changes; rejects with `STORE_UNAVAILABLE`. */
export async function readCluster(options: AddressOptions): Promise<ClusterReport> {
  const session = createSession(options)
  try {
    const path = `/_cluster/health/${session.address.prefix}-*`
    type Health = { readonly status: ClusterReport['health']; readonly unassigned_shards: number }
    const { status: health, unassigned_shards: unassignedShards } = await session.send<Health>('GET', path)
    const nodes = await cat(session, 'nodes', 'version')
    const max = await readLowWatermark(session)
    const disks = await cat(session, 'allocation', 'node,disk.percent')
    return {
      versions: [...new Set(nodes.flatMap(({ version }) => version ?? []))],
      nodes: nodes.length,
      health,
      unassignedShards,
      nodesWithoutVectors: await readNodesWithoutVectors(session),
      fullNodes: disks.flatMap(({ node, 'disk.percent': percent }) =>
        node && Number(percent) > max ? [{ name: node, usedPercent: Number(percent) }] : [],
      ),
    }
  } finally {
    await session.close()
  }
}

/** In percent; the server's default if it is given in bytes, or the user may not read it. */
async function readLowWatermark(session: Session): Promise<number> {
  const query = { flat_settings: true, include_defaults: true }
  type Settings = Readonly<Record<string, Readonly<Record<string, string>>>>
  const levels = await session.send<Settings>('GET', '/_cluster/settings', { query, allowed: [403] })
  const value = ['transient', 'persistent', 'defaults']
    .map((level) => levels[level]?.['cluster.routing.allocation.disk.watermark.low'])
    .find((setting) => setting !== undefined)
  return value?.endsWith('%') ? Number.parseFloat(value) : 85
}
