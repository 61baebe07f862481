import { firstOf, shellWord } from '@recallite/command-line'
import { isCluster, isLoopbackHost, type StoreAddress } from '@recallite/settings'
import type { readAddressCluster } from '@recallite/settings/server-store'
import { parseServerAddress } from '@recallite/store'
import { count } from '../../render/amounts.js'
import { failure, fine, type Outcome, warning } from '../finding.js'

/** The state of an OpenSearch cluster; empty for PostgreSQL. Rejects with `StoreError`. */
export async function clusterOutcomes(server: StoreAddress): Promise<Outcome[]> {
  if (!isCluster(server)) return []
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
  const install = 'bin/opensearch-plugin install opensearch-knn'
  const outcomes = [
    health === 'red' && failure('health red: a part of the index is missing', shards, explain),
    health === 'yellow' && warning('health yellow: shards without a replica', shards, explain),
    versions.length > 1 &&
      warning(
        `versions ${versions.join(', ')}`,
        'an update is not finished',
        curl('_cat/nodes?v&h=name,version'),
      ),
    nodesWithoutVectors.length > 0 &&
      failure(`no vector search on ${firstOf(nodesWithoutVectors)}`, 'opensearch-knn is missing', install),
    fullNodes.length > 0 &&
      warning(`disks nearly full: ${firstOf(full)}`, 'no more shards go there', curl('_cat/allocation?v')),
  ].filter((outcome) => outcome !== false)
  const sound = `OpenSearch ${versions.join(', ')}, ${count(nodes, 'node')}, health ${health}`
  return outcomes.length > 0 ? outcomes : [fine(sound)]
}

/** A request to the first host. `curl` asks for the password. */
export function curlCommand({ display }: Pick<StoreAddress, 'display'>, path: string): string {
  const { url, hosts } = parseServerAddress(display) ?? { url: new URL(display), hosts: [] }
  const ca = url.searchParams.get('ca')
  // As the driver does.
  const scheme = !ca && hosts.every(({ host }) => isLoopbackHost(host)) ? 'http' : 'https'
  url.port ||= '9200'
  const options = [ca && `--cacert ${shellWord(ca)}`, url.username && `--user ${shellWord(url.username)}`]
  return ['curl', ...options, shellWord(`${scheme}://${url.host}/${path}`)].filter(Boolean).join(' ')
}
