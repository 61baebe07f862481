import { StoreError, type Capability } from '@recallite/store'
import type { AddressOptions } from './address.js'
import { createRequests, type Requests } from './requests.js'

/** The state of a cluster, for diagnosis. */
export interface ClusterReport {
  /** The version of each node, without repeats. */
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
export async function readVersion(
  requests: Requests,
): Promise<{ readonly version: string; readonly vectors: Capability }> {
  const { body } = await requests.send<{ version?: { distribution?: string; number?: string } }>({
    method: 'GET',
    path: '/',
  })
  const { distribution = 'unknown', number = '0' } = body.version ?? {}
  const [major = 0, minor = 0] = number.split('.').map(Number)
  if (distribution !== 'opensearch' || major < minMajor || (major === minMajor && minor < minMinor)) {
    const message = `${requests.address.displayUrl} is ${distribution} ${number}. Use OpenSearch ${minMajor}.${minMinor} or newer.`
    throw new StoreError('STORE_UNAVAILABLE', message)
  }
  const plugins = await readPlugins(requests)
  const without = nodesWithoutVectors(plugins)
  const reason = `these nodes lack the plugin opensearch-knn: ${without.join(', ')}. Install it: opensearch-plugin install opensearch-knn`
  const works = without.length === 0
  return {
    version: number,
    vectors: { available: works, version: works ? number : null, reason: works ? null : reason },
  }
}

interface NodePlugin {
  readonly name: string
  readonly component: string
}

/** Undefined if the user may not read them. */
async function readPlugins(
  requests: Requests,
): Promise<{ nodes: readonly string[]; plugins: readonly NodePlugin[] } | undefined> {
  const query = { format: 'json', h: 'name,component' }
  const answer = await requests.send<NodePlugin[]>({
    method: 'GET',
    path: '/_cat/plugins',
    query,
    allowed: [403],
  })
  const nodes = await requests.send<{ name: string }[]>({
    method: 'GET',
    path: '/_cat/nodes',
    query: { format: 'json', h: 'name' },
    allowed: [403],
  })
  if (answer.status === 403 || nodes.status === 403) return undefined
  return { nodes: nodes.body.map(({ name }) => name), plugins: answer.body }
}

function nodesWithoutVectors(read: Awaited<ReturnType<typeof readPlugins>>): string[] {
  const { nodes = [], plugins = [] } = read ?? {}
  const having = new Set(plugins.filter(({ component }) => /knn/iu.test(component)).map(({ name }) => name))
  return nodes.filter((name) => !having.has(name))
}

/**
 * Reads the state of the cluster with the indexes of a store, without changes.
 * @throws StoreError `STORE_UNAVAILABLE`
 */
export async function readCluster(options: AddressOptions): Promise<ClusterReport> {
  const requests = createRequests(options)
  try {
    return await read(requests)
  } finally {
    await requests.close()
  }
}

interface Health {
  readonly status: ClusterReport['health']
  readonly number_of_nodes: number
  readonly unassigned_shards: number
}

async function read(requests: Requests): Promise<ClusterReport> {
  const cat = async <Row>(what: string, columns: string): Promise<readonly Row[]> => {
    const query = { format: 'json', h: columns }
    return (await requests.send<readonly Row[]>({ method: 'GET', path: `/_cat/${what}`, query })).body
  }
  const path = `/_cluster/health/${requests.address.prefix}-*`
  const { body: health } = await requests.send<Health>({
    method: 'GET',
    path,
    query: { timeout: '1s' },
    allowed: [408],
  })
  const nodes = await cat<{ version: string }>('nodes', 'version')
  const disks = await cat<{ node: string; 'disk.percent': string | null }>('allocation', 'node,disk.percent')
  const low = await readLowWatermark(requests)
  return {
    versions: [...new Set(nodes.map(({ version }) => version))],
    nodes: health.number_of_nodes,
    health: health.status,
    unassignedShards: health.unassigned_shards,
    nodesWithoutVectors: nodesWithoutVectors(await readPlugins(requests)),
    fullNodes: disks.flatMap(({ node: name, 'disk.percent': percent }) =>
      Number(percent) > low ? [{ name, usedPercent: Number(percent) }] : [],
    ),
  }
}

const defaultWatermark = 85

/** In percent; the default if it is given in bytes. */
async function readLowWatermark(requests: Requests): Promise<number> {
  const name = 'cluster.routing.allocation.disk.watermark.low'
  const { body } = await requests.send<Record<string, Record<string, string>>>({
    method: 'GET',
    path: '/_cluster/settings',
    query: { flat_settings: true, include_defaults: true },
  })
  const value = body['transient']?.[name] ?? body['persistent']?.[name] ?? body['defaults']?.[name] ?? ''
  return value.endsWith('%') ? Number.parseFloat(value) : defaultWatermark
}
