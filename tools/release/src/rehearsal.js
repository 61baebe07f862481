import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedPackages } from '@recallite/checks/workspace'
import { parse } from 'yaml'
import { build, makeClone, publish, version, withDependencies } from './clone.js'
import { installWords } from './example.js'
import { startRegistry } from './registry.js'
import { rehearsePackage } from './rehearse-package.js'
import { timed } from './run.js'
import { startServices } from './services.js'

/**
 * Rehearses the release of the last commit of a repository: all that a release does to publish packages, to a registry on this
 * machine, and then all that a user does with each.
 * @param {{ repository: string, chosen: readonly string[], say: (line: string) => void }} options the names of packages; none means all
 * @returns {Promise<import('./rehearse-package.js').Row[]>}
 */
export async function rehearse({ repository, chosen, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'recallite-release-'))
  /** @type {{ stop(): unknown }[]} */
  const servers = []
  /** @template Result @param {string} what @param {() => Promise<Result>} task */
  const step = async (what, task) => {
    const { result, seconds } = await timed(task)
    say(`${what}: ${seconds.toFixed(1)} s`)
    return result
  }
  try {
    const clone = await makeRelease({ repository, scratch, chosen, step })
    const packages = publishedPackages(clone)
    const subjects = packages.filter(({ manifest }) => chosen.length === 0 || chosen.includes(manifest.name))
    const registry = await startRegistry(
      join(scratch, 'registry'),
      packages.map(({ manifest }) => manifest.name),
    )
    servers.push(registry)
    await step('published', () => publish(clone, registry.url))
    const services = await startServices()
    servers.push(services)
    const stage = {
      repository,
      scratch,
      clone,
      registry: registry.url,
      services: services.url,
      servers,
      packages,
      unneededScripts: unneededScripts(clone),
    }
    const rows = []
    for (const subject of subjects)
      rows.push(await step(subject.manifest.name, () => rehearsePackage(subject, stage)))
    return rows
  } finally {
    for (const server of servers) await server.stop()
    // Another process removes its tens of thousands of files, which can take longer than all else.
    spawn('rm', ['-rf', scratch], { detached: true, stdio: 'ignore' }).unref()
  }
}

/**
 * A clone whose packages are built and have their next versions. A release gives versions first. Where some packages are chosen, and
 * time is short, the build comes first: turbo has it from the repository, as the versions are no part of what it built from.
 * @param {{ repository: string, scratch: string, chosen: readonly string[], step: <Result>(what: string, task: () => Promise<Result>) => Promise<Result> }} options
 */
async function makeRelease({ repository, scratch, chosen, step }) {
  const clone = join(scratch, 'clone')
  await step('cloned and installed', () => makeClone(repository, clone))
  const packages = neededPackages(clone, chosen)
  const steps = [
    () => step('versioned', () => version(clone)),
    () => step(`built ${packages.length} packages`, () => build({ repository, clone, packages })),
  ]
  for (const each of chosen.length === 0 ? steps : steps.toReversed()) await each()
  return clone
}

/**
 * The chosen packages, or all, with what they depend on and what their READMEs install beside them.
 * @param {string} clone
 * @param {readonly string[]} chosen
 */
function neededPackages(clone, chosen) {
  const packages = publishedPackages(clone)
  if (chosen.length === 0) return packages
  const subjects = packages.filter(({ manifest }) => chosen.includes(manifest.name))
  return withDependencies(
    packages,
    subjects.flatMap(({ folder }) => installWords(readFileSync(join(clone, folder, 'README.md'), 'utf8'))),
  )
}

/**
 * The packages whose install scripts never run here, where all tests pass without them.
 * @param {string} repository
 * @returns {string[]}
 */
function unneededScripts(repository) {
  return parse(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8')).ignoredBuiltDependencies
}
