/* Peers: the programs that are compared, how each is used, and how those of others come from npm. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BenchmarkError } from '../benchmark-error.ts'
import { ourVersion } from '../measure.ts'
import table from './programs.json' with { type: 'json' }

/**
 * How a program is used, without a model, in a home folder that each first index makes anew. In its commands PROGRAM stands for
 * ours, PACKAGE for the folder of its own, BARE and DRIVER for SQLite alone, and CORPUS, HOME and WORDS for what they say.
 */
export interface Program {
  /** Its npm package, and the version that is measured. */
  readonly package?: string
  readonly version?: string
  /** What OpenClaw reads, which has the notes in its home. */
  readonly settings?: object
  readonly index: readonly string[]
  /** The same, where no file changed. */
  readonly update?: readonly string[]
  readonly search: readonly string[]
  readonly database: string
  /** What the host that answers questions is given, where it is a library too. */
  readonly answer?: readonly string[]
}

/** Ours first, SQLite alone last. */
const programTable: Readonly<Record<string, Program>> = table

const ours = 'Recallite'

export const peerNames = Object.keys(programTable).filter((name) => programTable[name]?.package)

/** The sides of a comparison with these peers. */
export const sidesWith = (peers: readonly string[]) =>
  Object.entries(programTable).filter(([name]) => peers.includes(name) || !peerNames.includes(name))

/** SQLite's own program where the name is of none in the table. */
export const programOf = (side: string): Pick<Program, 'package' | 'version'> => programTable[side] ?? {}

export function versionOf(side: string) {
  return side === ours ? ourVersion() : (programTable[side]?.version ?? 'SQLite alone')
}

/**
 * Installs a peer into the user's cache, once for each version, without its install scripts, and says where it is.
 * @returns the folder of the package; empty for a program that is none
 * @throws BenchmarkError `NOT_INSTALLED`
 */
export function installPeer({ package: name, version }: Pick<Program, 'package' | 'version'>): string {
  if (name === undefined) return ''
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'recallite-bench', `${name.replaceAll('/', '+')}-${version}`)
  const installed = join(folder, 'node_modules', name)
  const isDone = join(folder, 'installed')
  if (existsSync(isDone)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', ...quietly, `${name}@${version}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new BenchmarkError('NOT_INSTALLED', `npm does not install ${name}: ${stderr}`)
  writeFileSync(isDone, '')
  return installed
}
