import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedPackages } from '@recallite/checks/workspace'
import { parse } from 'yaml'
import { build, makeClone, publish, version, withDependencies } from './clone.ts'
import { installWords } from './example.ts'
import { startRegistry } from './registry.ts'
import { rehearsePackage, type Row } from './rehearse-package.ts'
import { timed } from './run.ts'
import { startServices } from './services.ts'

/**
 * Rehearses the release of the last commit of a repository: all that a release does to publish packages, to a registry on this
 * machine, and then all that a user does with each.
 * @param options the names of packages; none means all
 */
export async function rehearse({
  repository,
  chosen,
  say,
}: {
  repository: string
  chosen: readonly string[]
  say: (line: string) => void
}): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'recallite-release-'))
  const servers: { stop(): unknown }[] = []
  const step = async <Result>(what: string, task: () => Promise<Result>) => {
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
 */
async function makeRelease({
  repository,
  scratch,
  chosen,
  step,
}: {
  repository: string
  scratch: string
  chosen: readonly string[]
  step: <Result>(what: string, task: () => Promise<Result>) => Promise<Result>
}) {
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

/** The chosen packages, or all, with what they depend on and what their READMEs install beside them. */
function neededPackages(clone: string, chosen: readonly string[]) {
  const packages = publishedPackages(clone)
  if (chosen.length === 0) return packages
  const subjects = packages.filter(({ manifest }) => chosen.includes(manifest.name))
  return withDependencies(
    packages,
    subjects.flatMap(({ folder }) => installWords(readFileSync(join(clone, folder, 'README.md'), 'utf8'))),
  )
}

/** The packages whose install scripts never run here, where all tests pass without them. */
function unneededScripts(repository: string): string[] {
  return parse(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8')).ignoredBuiltDependencies
}
