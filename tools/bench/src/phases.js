/* Where the time of a cold search goes, by the samples of V8's profiler: each is counted for the innermost frame whose source has a phase. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The phases of a search, in the order of its run; `sources` are matched with the path of a frame's source, and its function. */
const phases = [
  {
    name: 'modules: found, read, compiled and evaluated',
    sources: [
      /^node:internal\/modules/,
      /^node:internal\/bootstrap/,
      /^node:vm:/,
      /^native:compileSourceTextModule$/,
      /^apps\/cli\/src\/compiled-code/,
    ],
  },
  {
    name: 'arguments',
    sources: [/\/commander\/lib\//, /^packages\/command-line\/src\/(?:run-program|process-io)/],
  },
  {
    name: 'settings, and which memory',
    sources: [
      /^packages\/settings\//,
      /^apps\/cli\/src\/(?:memory-location|choose-scope|sources|embedding)\b/,
    ],
  },
  {
    name: 'opening the store',
    sources: [
      /^packages\/store\/sqlite\/src\/open-store\.ts:(?:openSqliteStore|openWhole|openParts|createParts)/,
      /^packages\/store\/sqlite\/src\/schema-version/,
      /\/better-sqlite3\/lib\/(?:index|database)\.js:(?:Database)?$/,
    ],
  },
  { name: 'changed files', sources: [/^packages\/core\/src\/(?:freshness|indexer|sources)\//] },
  {
    name: 'query and candidates',
    sources: [/^packages\/core\/src\/search\/(?:retrievers\/|stages\/(?:parse|retrieve|complete))/],
  },
  {
    name: 'fusion, duplicates, threshold',
    sources: [/^packages\/core\/src\/search\/stages\/(?:fuse|diversi|threshold|read-items)/],
  },
  { name: 'snippets', sources: [/^packages\/core\/src\/search\/stages\/present/] },
  {
    name: 'output, and keeping the search',
    sources: [/^apps\/cli\/src\/(?:render|last-search)\b/, /^packages\/command-line\/src\/printable/],
  },
  { name: 'collecting garbage', sources: [/^native:\(garbage collector\)$/] },
  { name: 'waiting', sources: [/^native:\(idle\)$/] },
]

const rest = 'anything else'

/** The time before and after what the profiler sees. */
const outside = 'Node starts and ends'

/**
 * @typedef {object} Frame a frame of a profile
 * @property {string} functionName
 * @property {string} url
 * @property {number} lineNumber from 0
 */

/**
 * @typedef {object} Profile what `node --cpu-prof` writes
 * @property {readonly { id: number, callFrame: Frame, children?: readonly number[] }[]} nodes
 * @property {readonly number[]} samples ids of nodes
 * @property {readonly number[]} timeDeltas microseconds, one for each sample
 */

/**
 * How long a profiled process spent in each phase, in milliseconds.
 * @param {Profile} profile
 * @param {(frame: Frame) => string} sourceOf the path of a frame's source, a colon and the name of its function
 * @returns {Map<string, number>}
 */
export function timesOf({ nodes, samples, timeDeltas }, sourceOf) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const own = new Map(nodes.map(({ id, callFrame }) => [id, phaseOf(sourceOf(callFrame))]))
  const times = new Map([...phases.map(({ name }) => name), rest].map((name) => [name, 0]))
  for (const [index, sample] of samples.entries()) {
    /** @type {number | undefined} */
    let node = sample
    while (node !== undefined && own.get(node) === undefined) node = parents.get(node)
    const phase = (node !== undefined && own.get(node)) || rest
    times.set(phase, (times.get(phase) ?? 0) + (timeDeltas[index] ?? 0) / 1000)
  }
  return times
}

/** @param {string} source */
function phaseOf(source) {
  return phases.find(({ sources }) => sources.some((pattern) => pattern.test(source)))?.name
}

/**
 * Runs a program under the profiler and says where its time went: milliseconds for each phase, from the start of the process
 * to its end.
 * @param {(flags: readonly string[]) => Promise<number>} run runs `node` with these flags, and resolves to its milliseconds
 * @returns {Promise<Map<string, number>>}
 */
export async function measurePhases(run) {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-profile-'))
  try {
    const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=250']
    const total = await run(flags)
    const [file = ''] = readdirSync(folder)
    /** @type {Profile & { startTime: number, endTime: number }} */
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const seen = (profile.endTime - profile.startTime) / 1000
    return new Map([[outside, total - seen], ...timesOf(profile, createSources())])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const program = new URL('../../../apps/cli/', import.meta.url)

/** A function that names the source of a frame: the build writes the path of each source above its code. */
function createSources() {
  /** @type {Map<string, readonly { line: number, path: string }[]>} */
  const files = new Map()
  return (/** @type {Frame} */ { functionName, url, lineNumber }) => {
    if (url === '') return `native:${functionName}`
    if (!url.startsWith(`${program}dist/`)) return `${url}:${functionName}`
    const known = files.get(url) ?? sourcesIn(url)
    files.set(url, known)
    const path = known.findLast(({ line }) => line <= lineNumber)?.path ?? ''
    return `${path}:${functionName}`
  }
}

/** @param {string} url of a built file */
function sourcesIn(url) {
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n')
  return lines.flatMap((text, line) => {
    const [, path] = /^\/\/ (\S+\.[cm]?[jt]s)$/u.exec(text) ?? []
    if (path === undefined) return []
    return [{ line, path: new URL(path, program).href.replace(new URL('../../', program).href, '') }]
  })
}
