import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfRun, jsonOf, saidBy } from './judge-run.js'
import { isInFile } from './notes.js'
import { dimensions } from './provider.js'
import { runProgram } from './program.js'

/** The key that must reach no other server than the one the user named. */
export const canaryKey = 'sk-CANARY-faults-6b1f0c9e'

/**
 * A home, notes and a database of one user, always at the same path: a database holds the paths of its folders.
 */
export class World {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder
    this.home = join(folder, 'home')
    this.notesFolder = join(folder, 'notes')
    this.dataFolder = join(folder, 'data')
    this.database = join(this.dataFolder, 'memory.sqlite')
    /** @type {Record<string, string>} */
    this.variables = {}
  }

  /** An environment without anything of the machine's user. */
  get env() {
    const temporary = join(this.folder, 'tmp')
    return {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: this.home,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      OPENAI_API_KEY: canaryKey,
      ...this.variables,
    }
  }

  /** @param {string} url */
  useProvider(url) {
    this.variables = {
      ...this.variables,
      OPENAI_BASE_URL: url,
      RECALLITE_PROVIDERS_OPENAI_DIMENSIONS: String(dimensions),
    }
  }

  /** Begins with an empty folder. */
  clear() {
    rmSync(this.folder, { recursive: true, force: true })
    for (const folder of [this.home, this.notesFolder, this.dataFolder, join(this.folder, 'tmp')]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    }
  }

  /** Keeps what is there now under a name. @param {string} template */
  saveAs(template) {
    rmSync(template, { recursive: true, force: true })
    renameSync(this.folder, template)
  }

  /** @param {string} template */
  restore(template) {
    rmSync(this.folder, { recursive: true, force: true })
    cpSync(template, this.folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }

  /**
   * Runs the program on this world's database, and notes in the log what is wrong with how it ended.
   * @param {import('./case-log.js').CaseLog} log
   * @param {readonly string[]} args
   * @param {Partial<import('./program.js').RunOptions> & { isKilled?: boolean, isPlain?: boolean }} [options]
   */
  async run(log, args, { isKilled = false, isPlain = false, ...options } = {}) {
    const all = isPlain ? args : [...args, '--db', this.database]
    const run = await runProgram(all, { cwd: this.folder, env: this.env, ...options })
    log.runs.push(run)
    if (!isKilled) log.deadEnds.push(...faultsOfRun(run))
    return run
  }

  /** Whether the database is there. */
  get hasDatabase() {
    return existsSync(this.database)
  }
}

/** How to have texts embedded by the loopback provider. */
export const withProvider = ['--provider', 'openai']
/** How to do without. */
export const byWords = ['--provider', 'none']

/**
 * Searches for the sentinels of all notes. Text that no file has is lost truth, and noted at once.
 * @param {World} world
 * @param {import('./case-log.js').CaseLog} log
 * @param {{ notes: readonly import('./notes.js').Note[], through?: readonly string[] }} options
 * @returns {Promise<{ missing: string[], said: string, exitCode: number | null }>}
 */
export async function searchSentinels(world, log, { notes, through = [] }) {
  const missing = []
  const state = { said: '', exitCode: /** @type {number | null} */ (0) }
  for (let from = 0; from < notes.length; from += 20) {
    const some = notes.slice(from, from + 20)
    const words = some.map(({ sentinel }) => sentinel)
    const run = await world.run(
      log,
      ['search', ...words, '--limit', '100', '--threshold', '0', '--json', ...byWords],
      { through },
    )
    const results = /** @type {{ path: string, text: string }[]} */ (jsonOf(run)?.results ?? [])
    noteUntrue(world, log, results)
    const found = results.filter(({ path, text }) =>
      some.some((note) => note.path === path && text.includes(note.sentinel)),
    )
    const paths = new Set(found.map(({ path }) => path))
    missing.push(...some.filter(({ path }) => !paths.has(path)).map(({ path }) => path))
    if (run.exitCode !== 0) Object.assign(state, { said: saidBy(run), exitCode: run.exitCode })
  }
  return { missing, ...state }
}

/**
 * @param {World} world
 * @param {import('./case-log.js').CaseLog} log
 * @param {readonly { path: string, text: string }[]} results
 */
function noteUntrue(world, log, results) {
  const untrue = results.filter(({ path, text }) => !isInFile(join(world.notesFolder, path), text))
  const [first] = untrue
  if (!first) return
  const example = `${JSON.stringify(first.path)}: ${JSON.stringify(first.text.slice(0, 100))}`
  log.lost.push(`search shows ${untrue.length} texts that their files do not contain, such as ${example}`)
}

/**
 * @typedef {object} Finding of `doctor`
 * @property {string} name
 * @property {string} state
 * @property {string} detail
 * @property {string | null} cause
 * @property {string | null} fix
 */

/**
 * What `doctor` finds to have failed.
 * @param {import('./program.js').Run} run
 * @returns {Finding[]}
 */
export function failedFindings(run) {
  /** @type {Finding[]} */
  const findings = jsonOf(run)?.findings ?? []
  return findings.filter(({ state }) => state === 'failed')
}
