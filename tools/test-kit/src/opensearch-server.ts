import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** An OpenSearch cluster for tests. Nodes are numbered from 0. */
export interface OpenSearchServer {
  /** `opensearch://127.0.0.1:PORT`, with all nodes. */
  readonly url: string
  readonly httpPorts: readonly number[]
  /** The process of each node; undefined for a killed one. */
  readonly pids: readonly (number | undefined)[]
  /** Kills a node with SIGKILL. */
  kill(node: number): Promise<void>
  /** Kills all nodes at once. */
  killAll(): Promise<void>
  /** Starts killed nodes again with their data, by default all of them, and waits until they have joined the cluster. */
  restart(...nodes: number[]): Promise<void>
  /** Sends a request without a body, by default GET, to the first node that answers, and resolves to its JSON. */
  request(path: string, method?: string): Promise<Record<string, unknown>>
  /** Stops all nodes and removes their data. */
  stop(): Promise<void>
}

export interface OpenSearchOptions {
  /** Default 1. */
  readonly nodes?: 1 | 3
  /** The heap of each node; default `512m`. */
  readonly heap?: string
}

/**
 * Prepares OpenSearch for tests: downloads it from Maven and compiles a launcher, once for each user. Resolves to undefined, or to a
 * suffix for titles of tests that explains why there is no server. Skip the tests in that case.
 */
export async function findOpenSearch(): Promise<string | undefined> {
  const { stderr } = await run('java', ['-version']).catch(() => ({ stderr: '' }))
  if (!(Number(/version "(\d+)/u.exec(stderr)?.[1]) >= 17)) return ' (no Java 17 or later on the PATH)'
  if (existsSync(programs())) return undefined
  return prepare().then(
    () => undefined,
    (error: Error) => ` (no OpenSearch: ${error.message.trim().slice(0, 300)})`,
  )
}

/** Starts nodes on free loopback ports, in a folder that is removed when they stop. Needs `findOpenSearch`. */
export async function startOpenSearch({
  nodes: count = 1,
  heap = '512m',
}: OpenSearchOptions = {}): Promise<OpenSearchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-opensearch-'))
  const ports = await freePorts(2 * count)
  const nodes = createNodes({
    folder,
    heap,
    httpPorts: ports.slice(0, count),
    transportPorts: ports.slice(count),
  })
  async function start(starting: readonly ClusterNode[]): Promise<void> {
    for (const node of starting) node.child ??= launch(node)
    await waitForCluster(nodes)
  }
  async function stop(): Promise<void> {
    await stopAll(nodes)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  await start(nodes).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url: `opensearch://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    httpPorts: nodes.map(({ port }) => port),
    get pids() {
      return nodes.map(({ child }) => child?.pid)
    },
    kill: async (node) => void (await stopAll(nodes.slice(node, node + 1))),
    killAll: async () => void (await stopAll(nodes)),
    restart: (...numbers) => start(nodes.filter((_, node) => numbers.length === 0 || numbers.includes(node))),
    request: (path, method) => requestAny(nodes, path, method),
    stop,
  }
}

const run = promisify(execFile)

const sources = fileURLToPath(new URL('../opensearch', import.meta.url))

/** The folder of the libraries and the launcher, which depends on their sources. */
function programs(): string {
  const hash = createHash('sha256')
  for (const name of ['pom.xml', 'TestNode.java']) hash.update(readFileSync(join(sources, name)))
  return join(cacheFolder(), `opensearch-2.19.1-${hash.digest('hex').slice(0, 8)}`)
}

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'recallite-test')
}

async function prepare(): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true })
  const folder = mkdtempSync(join(cacheFolder(), 'new-'))
  try {
    const pom = join(sources, 'pom.xml')
    await run('mvn', ['-B', '-q', '-f', pom, 'process-resources', `-Dto=${folder}`], { timeout: 300_000 })
    const path = classPath(folder)
    await run('javac', ['-d', join(folder, 'classes'), '-cp', path, join(sources, 'TestNode.java')])
    renameSync(folder, programs())
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(programs())) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const classPath = (folder: string) =>
  ['classes', 'lib/*', 'knn/*'].map((part) => join(folder, part)).join(':')

interface ClusterNode {
  readonly folder: string
  readonly heap: string
  /** Of HTTP. */
  readonly port: number
  readonly settings: readonly string[]
  child?: ChildProcess | undefined
}

interface ClusterPlan {
  readonly folder: string
  readonly heap: string
  readonly httpPorts: readonly number[]
  readonly transportPorts: readonly number[]
}

function createNodes({ folder, heap, httpPorts, transportPorts }: ClusterPlan): ClusterNode[] {
  const cluster = transportPorts.flatMap((port, index) => [
    `discovery.seed_hosts.${index}=127.0.0.1:${port}`,
    `cluster.initial_cluster_manager_nodes.${index}=n${index}`,
  ])
  return httpPorts.map((port, index) => {
    const home = join(folder, `n${index}`)
    const settings = [
      `path.home=${home}`,
      `path.data=${join(home, 'data')}`,
      `path.logs=${join(home, 'logs')}`,
      'cluster.name=recallite-test',
      `node.name=n${index}`,
      'http.type=netty4',
      'transport.type=netty4',
      'network.host=127.0.0.1',
      `http.port=${port}`,
      `transport.port=${transportPorts[index]}`,
      // The disk of a test machine may be almost full.
      'cluster.routing.allocation.disk.threshold_enabled=false',
      ...(transportPorts.length === 1 ? ['discovery.type=single-node'] : cluster),
    ]
    return { folder: home, heap, port, settings }
  })
}

function launch({ folder, heap, settings }: ClusterNode): ChildProcess {
  mkdirSync(join(folder, 'config'), { recursive: true })
  const options = [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    // Starts faster and needs less memory on a small machine.
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Dorg.apache.logging.log4j.level=WARN',
    '-Dlog4j2.disable.jmx=true',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.allocator.numDirectArenas=0',
    `-Dopensearch.path.home=${folder}`,
  ]
  const log = openSync(logOf(folder), 'a')
  const args = [...options, '-cp', classPath(programs()), 'TestNode', ...settings]
  const child = spawn('java', args, { stdio: ['pipe', log, log] })
  closeSync(log)
  return child
}

const logOf = (folder: string) => join(folder, 'log')

const endOfLog = ({ folder }: ClusterNode) => readFileSync(logOf(folder), 'utf8').slice(-3000)

async function stopNode(node: ClusterNode): Promise<void> {
  const { child } = node
  node.child = undefined
  if (!child || hasEnded(child)) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

const stopAll = (nodes: readonly ClusterNode[]) => Promise.all(nodes.map(stopNode))

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Waits until each running node has joined a cluster of all of them, and if no node is killed, until no shard is without a copy. */
async function waitForCluster(nodes: readonly ClusterNode[]): Promise<void> {
  const running = nodes.filter(({ child }) => child !== undefined)
  const status = running.length === nodes.length ? '&wait_for_status=yellow' : ''
  // Each node answers from its own state, by which it distributes searches.
  const path = `/_cluster/health?local=true&wait_for_nodes=${running.length}${status}&timeout=5s`
  const end = performance.now() + 300_000
  while (performance.now() < end) {
    const answers = await Promise.allSettled(running.map(({ port }) => request(port, path)))
    if (answers.every((one) => one.status === 'fulfilled' && one.value['timed_out'] === false)) return
    const ended = running.find(({ child }) => child && hasEnded(child))
    if (ended) throw new Error(`A node of OpenSearch has ended: ${endOfLog(ended)}`)
    await sleep(100)
  }
  const shards = requestAny(running, '/_cat/shards?h=index,shard,prirep,state,unassigned.reason&format=json')
  const open = await shards.then(JSON.stringify, String)
  throw new Error(`OpenSearch did not start: ${open}\n${running.map(endOfLog).join('\n')}`)
}

async function requestAny(nodes: readonly ClusterNode[], path: string, method = 'GET') {
  let failure: unknown
  for (const { port } of nodes) {
    try {
      return await request(port, path, method)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function request(port: number, path: string, method = 'GET'): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(60_000)
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, signal })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** Below the range from which systems choose ports for clients, one of which could otherwise take the port of a killed node. */
async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>()
  while (free.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) free.add(port)
  }
  return [...free]
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

// `.ci/run` prepares OpenSearch in the background.
if (import.meta.main) process.stdout.write(`OpenSearch for tests${(await findOpenSearch()) ?? ': ready'}\n`)
