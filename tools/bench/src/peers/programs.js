import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { program as recalliteProgram } from '../recallite.js'
import { readMostMemory, reportingMemory } from '../most-memory.js'
import { runTimed } from '../run-timed.js'
import { driverPath } from '../sqlite-driver.js'
import { installPeer, newerNodeProgram, newerNodeVersion, versions } from './install-peer.js'
import { ourVersion } from './our-version.js'

/**
 * @typedef {object} Answers of a program that stays
 * @property {number[]} times of all questions, in milliseconds
 * @property {number[]} found how many results each had
 * @property {number} megabytes the most memory that it had at once
 */

/**
 * @typedef {object} Program that indexes a folder and is searched by words, without a model
 * @property {string} name
 * @property {string} version
 * @property {string} node that runs it
 * @property {() => Promise<{ milliseconds: number, megabytes: number }>} indexFresh in a home of its own
 * @property {(() => Promise<number>) | undefined} indexAgain where no file changed since, in milliseconds
 * @property {(words: string) => Promise<{ milliseconds: number, found?: number }>} search by a process of its own; `found` results
 * @property {() => number} bytes of its database, with its log
 * @property {((questions: readonly string[]) => Promise<Answers>) | undefined} answer if it can be used as a library
 */

/** How many results a warm search has. */
const warmLimit = 6

/** @typedef {import('../workspace.js').Workspace} Workspace */

/** Makes one program after the other, by their names. @type {Readonly<Record<string, (space: Workspace) => Program>>} */
export const programs = {
  recallite: createRecallite,
  qmd: createQmd,
  openclaw: createOpenClaw,
  limit: createLimit,
}

/** @param {Workspace} space @returns {Program} */
function createRecallite(space) {
  const program = fileURLToPath(recalliteProgram)
  const run = inHome(space, { node: process.execPath })
  const flags = ['--provider', 'none', '--json']
  const database = () => join(run.home(), 'memory.sqlite')
  return {
    name: 'Recallite',
    version: ourVersion(),
    node: process.version,
    indexFresh: () => run.fresh([program, 'index', space.corpus, '--db', 'memory.sqlite', ...flags]),
    indexAgain: async () => {
      const args = [program, 'index', space.corpus, '--db', database(), ...flags]
      return (await run.again(args)).milliseconds
    },
    async search(words) {
      const { milliseconds, stdout } = await run.again([
        program,
        'search',
        words,
        '--db',
        database(),
        ...flags,
      ])
      return { milliseconds, found: JSON.parse(stdout).results.length }
    },
    bytes: () => bytesOf(run.home(), /^memory\.sqlite/u),
    answer: (questions) => run.host('recallite-answers.js', [database(), JSON.stringify(questions)]),
  }
}

/** @param {Workspace} space @returns {Program} */
function createQmd(space) {
  const folder = installPeer('@tobilu/qmd')
  const program = join(folder, 'dist/cli/qmd.js')
  const run = inHome(space, { node: newerNodeProgram() })
  const database = () => join(run.home(), '.cache/qmd/index.sqlite')
  return {
    name: 'QMD',
    version: `${versions['@tobilu/qmd']}`,
    node: newerNodeVersion,
    indexFresh: () => run.fresh([program, 'collection', 'add', space.corpus, '--name', 'notes']),
    indexAgain: async () => (await run.again([program, 'update'])).milliseconds,
    async search(words) {
      const { milliseconds, stdout } = await run.again([program, 'search', words, '--json'])
      return { milliseconds, found: JSON.parse(stdout).length }
    },
    bytes: () => bytesOf(join(run.home(), '.cache/qmd'), /^index\.sqlite/u),
    answer: (questions) => run.host('qmd-answers.js', [folder, database(), JSON.stringify(questions)]),
  }
}

/** @param {Workspace} space @returns {Program} */
function createOpenClaw(space) {
  const program = join(installPeer('openclaw'), 'openclaw.mjs')
  const run = inHome(space, {
    node: newerNodeProgram(),
    prepare(home) {
      const settings = { memory: { search: { provider: 'none', rememberAcrossConversations: false } } }
      mkdirSync(join(home, '.openclaw/workspace'), { recursive: true })
      writeFileSync(join(home, '.openclaw/openclaw.json'), JSON.stringify(settings))
      cpSync(space.corpus, join(home, '.openclaw/workspace/memory'), { recursive: true })
    },
  })
  return {
    name: 'OpenClaw',
    version: `${versions['openclaw']}`,
    node: newerNodeVersion,
    indexFresh: () => run.fresh([program, 'memory', 'index', '--force']),
    indexAgain: async () => (await run.again([program, 'memory', 'index'])).milliseconds,
    async search(words) {
      const { milliseconds, stdout } = await run.again([program, 'memory', 'search', words, '--json'])
      return { milliseconds, found: JSON.parse(stdout).results.length }
    },
    bytes: () =>
      bytesOf(join(run.home(), '.openclaw/agents/main/agent'), /^openclaw-agent\.sqlite(?:-wal)?$/u),
    answer: undefined,
  }
}

/**
 * What SQLite takes at the least: the files into a bare FTS5 table, Node that opens the driver, one FTS5 query for all words.
 * @param {Workspace} space
 * @returns {Program}
 */
function createLimit(space) {
  const program = fileURLToPath(new URL('../baselines/bare-full-text.js', import.meta.url))
  const run = inHome(space, { node: process.execPath })
  const openDriver = `new (require(${JSON.stringify(driverPath)}))(':memory:')`
  const database = () => join(run.home(), 'bare.sqlite')
  return {
    name: 'Bare',
    version: 'SQLite alone',
    node: process.version,
    indexFresh: () => run.fresh([program, driverPath, 'bare.sqlite', space.corpus]),
    indexAgain: undefined,
    search: async () => ({ milliseconds: (await run.again(['-e', openDriver])).milliseconds }),
    bytes: () => bytesOf(run.home(), /^bare\.sqlite/u),
    answer: (questions) => run.host('bare-answers.js', [driverPath, database(), JSON.stringify(questions)]),
  }
}

/**
 * Runs a program in a home folder, which each fresh run makes anew.
 * @param {Workspace} space
 * @param {{ node: string, prepare?: (home: string) => void }} options
 */
function inHome(space, { node, prepare }) {
  let home = ''
  /** @param {readonly string[]} args @param {Record<string, string>} [more] */
  const again = (args, more) => {
    const env = { XDG_CACHE_HOME: join(home, '.cache'), XDG_CONFIG_HOME: join(home, '.config'), ...more }
    return runTimed(args, { cwd: home, home, node, env })
  }
  return {
    home: () => home,
    again,
    /** @param {readonly string[]} args */
    async fresh(args) {
      home = mkdtempSync(join(space.folder, 'home-'))
      prepare?.(home)
      const memoryFile = space.freshPath()
      const { milliseconds } = await again(args, reportingMemory(memoryFile))
      return { milliseconds, megabytes: readMostMemory(memoryFile) }
    },
    /** @param {string} host @param {readonly string[]} args @returns {Promise<Answers>} */
    async host(host, args) {
      const file = fileURLToPath(new URL(`hosts/${host}`, import.meta.url))
      const { stdout } = await again([file, ...args, `${warmLimit}`])
      return JSON.parse(stdout)
    },
  }
}

/** @param {string} folder @param {RegExp} names */
function bytesOf(folder, names) {
  const files = readdirSync(folder).filter((name) => names.test(name))
  if (files.length === 0) throw new BenchmarkError('WRONG_RESULT', `There is no database in ${folder}.`)
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
