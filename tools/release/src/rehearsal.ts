import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedPackages, type WorkspacePackage } from '@recallite/checks/workspace'
import { playServices, preferring, serve } from '@recallite/test-kit'
import { parse } from 'yaml'
import { build, makeClone, publish, version } from './clone.ts'
import { installWords } from './example.ts'
import { startRegistry } from './registry.ts'
import { rehearsePackage, type Row } from './rehearse-package.ts'
import { timed } from './run.ts'

/** What to rehearse. `chosen`: names of packages; none means all. */
export interface Rehearsal {
  readonly repository: string
  readonly chosen: readonly string[]
  say(line: string): void
}

/**
 * Rehearses the release of the last commit of a repository: publishes the packages to a local registry with all steps of a
 * release, then uses each like a user.
 */
export async function rehearse({ repository, chosen, say }: Rehearsal): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'recallite-release-'))
  const clone = join(scratch, 'clone')
  const servers: { stop(): unknown }[] = []
  const step = async <Result>(what: string, task: () => Promise<Result>) => {
    const { result, seconds } = await timed(task)
    say(`${what}: ${seconds.toFixed(1)} s`)
    return result
  }
  try {
    await step('cloned and installed', () => makeClone(repository, clone))
    const needed = neededPackages(clone, chosen)
    const giveVersions = () => step('versioned', () => version(clone))
    // A release assigns versions first. Without that, turbo can reuse earlier builds of the repository.
    if (chosen.length === 0) await giveVersions()
    await step('built', () => build(repository, clone, needed))
    if (chosen.length > 0) await giveVersions()
    const packages = publishedPackages(clone)
    const names = packages.map(({ manifest }) => manifest.name)
    const registry = await startRegistry(join(scratch, 'registry'), names)
    servers.push(registry)
    await step('published', () => publish(clone, registry.url))
    const services = await startServices()
    servers.push(services)
    const addresses = { registry: registry.url, services: services.url }
    const stage = { repository, scratch, clone, ...addresses, servers, packages, ...scriptsOf(clone) }
    const rows = []
    for (const subject of chosenOf(packages, chosen))
      rows.push(await step(subject.manifest.name, () => rehearsePackage(subject, stage)))
    return rows
  } finally {
    for (const server of servers) await server.stop()
    // Removes tens of thousands of files in another process, which can take longer than the rehearsal.
    spawn('rm', ['-rf', scratch], { detached: true, stdio: 'ignore' }).unref()
  }
}

function chosenOf(packages: readonly WorkspacePackage[], chosen: readonly string[]) {
  return packages.filter(({ manifest }) => chosen.length === 0 || chosen.includes(manifest.name))
}

/** The chosen packages, or all, including those that their READMEs install. */
function neededPackages(clone: string, chosen: readonly string[]): WorkspacePackage[] {
  const packages = publishedPackages(clone)
  if (chosen.length === 0) return packages
  const readmes = chosenOf(packages, chosen).map(({ folder }) => join(clone, folder, 'README.md'))
  const words = new Set(readmes.flatMap((file) => installWords(readFileSync(file, 'utf8'))))
  return packages.filter(({ manifest }) => words.has(manifest.name))
}

/** The packages whose install scripts never run in this workspace. All tests pass without them. */
function scriptsOf(repository: string): { unneededScripts: string[] } {
  const settings = parse(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8'))
  return { unneededScripts: settings.ignoredBuiltDependencies }
}

/** Starts a loopback server that simulates OpenAI, Gemini, Ollama and a reranker in their documented formats. */
function startServices() {
  const [services, reranker] = [playServices(), preferring('drawer')]
  return serve((request, response) =>
    (request.path.endsWith('/rerank') ? reranker : services)(request, response),
  )
}
