/* Peers: what ours is compared with, and how they come from npm. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BenchmarkError } from '../benchmark-error.ts'
import { ourVersion } from '../measure.ts'

/** Ours, and what is possible with SQLite alone. */
export const ours = 'Recallite'
export const bare = 'Bare'

/** The packages of the programs. */
const peers: Readonly<Record<string, string>> = { QMD: '@tobilu/qmd', OpenClaw: 'openclaw' }

export const peerNames = Object.keys(peers)

/** The peers that are asked for. */
export function peersOf(names: readonly string[]) {
  return Object.entries(peers).flatMap(([name, packageName]) =>
    names.includes(name) ? [{ name, packageName }] : [],
  )
}

/** The one place that says which version of a peer is measured. */
const versions: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('versions.json', import.meta.url), 'utf8'),
)

export function versionOf(side: string) {
  if (side === ours) return ourVersion()
  if (side === bare) return 'SQLite alone'
  return versions[peers[side] ?? ''] ?? ''
}

/**
 * Installs a peer into the user's cache, once for each version, without its install scripts, and says where it is.
 * @param name of its npm package
 * @returns the folder of the package
 * @throws BenchmarkError `NOT_INSTALLED`
 */
export function installPeer(name: string): string {
  const version = versions[name]
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'recallite-bench', `${name.replaceAll('/', '+')}-${version}`)
  const installed = join(folder, 'node_modules', name)
  const isDone = join(folder, 'installed')
  if (existsSync(isDone)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${name}@${version}`,
  ]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new BenchmarkError('NOT_INSTALLED', `npm does not install ${name}: ${stderr}`)
  writeFileSync(isDone, '')
  return installed
}
