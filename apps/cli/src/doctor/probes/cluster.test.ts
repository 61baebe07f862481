import { expect, it } from 'vitest'
import { curlCommand, outcomesOf } from './cluster.js'

const server = { display: 'opensearch://me@a,b:9201/?prefix=team' }
const healthy = {
  versions: ['3.1.0'],
  nodes: 3,
  health: 'green',
  unassignedShards: 0,
  nodesWithoutVectors: [],
  fullNodes: [],
} as const

it.each([
  ['opensearch://localhost/', 'curl http://localhost:9200/_cat/nodes'],
  ['opensearch://me@127.0.0.1:9201,[::1]/', 'curl --user me http://127.0.0.1:9201/_cat/nodes'],
  ['opensearch://localhost,b/', 'curl https://localhost:9200/_cat/nodes'],
  [
    'opensearch://me@localhost/?ca=/my%20ca.pem',
    "curl --cacert '/my ca.pem' --user me https://localhost:9200/_cat/nodes",
  ],
])('requests %s with %s', (display, command) => {
  expect(curlCommand({ display }, '_cat/nodes')).toBe(command)
})

it('reports a healthy cluster in one outcome', () => {
  expect(outcomesOf(healthy, server)).toEqual([
    { state: 'ok', detail: 'OpenSearch 3.1.0, 3 nodes, health green', cause: null, fix: null },
  ])
})

it('reports each fault with its cause and a command', () => {
  const faults = outcomesOf(
    {
      versions: ['2.19.0', '3.1.0'],
      nodes: 3,
      health: 'yellow',
      unassignedShards: 2,
      nodesWithoutVectors: ['n1'],
      fullNodes: [{ name: 'n2', usedPercent: 91 }],
    },
    server,
  )
  const from = "fix: curl --user me 'https://a:9200/"
  expect(faults.map(({ state, detail, cause, fix }) => `${state} ${detail}: ${cause}; fix: ${fix}`)).toEqual([
    `warning health yellow: shards without a replica: 2 unassigned shards; ${from}_cluster/allocation/explain?pretty'`,
    `warning versions 2.19.0, 3.1.0: an update is not finished; ${from}_cat/nodes?v&h=name,version'`,
    'failed no vector search on n1: opensearch-knn is missing; fix: bin/opensearch-plugin install opensearch-knn',
    `warning disks nearly full: n2 (91 %): no more shards go there; ${from}_cat/allocation?v'`,
  ])
  expect(outcomesOf({ ...healthy, health: 'red', unassignedShards: 1 }, server)).toMatchObject([
    { state: 'failed', detail: 'health red: a part of the index is missing', cause: '1 unassigned shard' },
  ])
})
