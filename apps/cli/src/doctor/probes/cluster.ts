import { firstOf, shellWord } from '@recallite/command-line'
import { isLoopbackHost, splitCluster, type StoreAddress } from '@recallite/settings'
import type { readAddressCluster } from '@recallite/settings/server-store'
import { count } from '../../render/amounts.js'
import { failure, fine, type Outcome, warning } from '../finding.js'

/** The state of an OpenSearch cluster. Rejects with `StoreError`. */
export async function clusterOutcomes(server: StoreAddress): Promise<Outcome[]> {
  const { readAddressCluster } = await import('@recallite/settings/server-store')
  return outcomesOf(await readAddressCluster(server), server)
}

type ClusterReport = Awaited<ReturnType<typeof readAddressCluster>>

/** The health of a cluster, its shards, versions, plugin for vectors, and disks. */
export function outcomesOf(
  { health, nodes, versions, unassignedShards, nodesWithoutVectors, fullNodes }: ClusterReport,
  server: Pick<StoreAddress, 'display'>,
): Outcome[] {
  const curl = (path: string) => curlCommand(server, path)
  const shards = count(unassignedShards, 'unassigned shard')
  const explain = curl('_cluster/allocation/explain?pretty')
  const full = fullNodes.map(({ name, usedPercent }) => `${name} (${usedPercent} %)`)
  const outcomes = [
    health === 'red' && failure('health red: a part of the index is missing', shards, explain),
    health === 'yellow' &&
      warning('health yellow: a node that stops makes the index incomplete', shards, explain),
    versions.length > 1 &&
      warning(
        `the nodes have different versions: ${versions.join(', ')}`,
        'an update of the cluster is not finished',
        curl('_cat/nodes?v&h=name,version'),
      ),
    nodesWithoutVectors.length > 0 &&
      failure(
        `no vectors can be searched on ${firstOf(nodesWithoutVectors)}`,
        'the plugin opensearch-knn is not installed there',
        'bin/opensearch-plugin install opensearch-knn',
      ),
    fullNodes.length > 0 &&
      warning(
        `disks are nearly full: ${firstOf(full)}`,
        'they are above the low watermark, so OpenSearch puts no more shards there',
        curl('_cat/allocation?v'),
      ),
  ].filter((outcome) => outcome !== false)
  const sound = `OpenSearch ${versions.join(', ')}, ${count(nodes, 'node')}, health ${health}`
  return outcomes.length > 0 ? outcomes : [fine(sound)]
}

/** A request to the first host. `curl` asks for the password. */
export function curlCommand({ display }: Pick<StoreAddress, 'display'>, path: string): string {
  const { user, hosts = [], query } = splitCluster(display) ?? {}
  const ca = query?.get('ca')
  // As the driver does.
  const isPlain = !ca && hosts.every((host) => isLoopbackHost(host.replace(/:\d+$/u, '')))
  const host = hosts[0]?.replace(/(?<!:\d+)$/u, ':9200')
  const options = [ca && `--cacert ${shellWord(ca)}`, user && `--user ${shellWord(user)}`]
  const address = shellWord(`${isPlain ? 'http' : 'https'}://${host}/${path}`)
  return ['curl', ...options, address].filter(Boolean).join(' ')
}
