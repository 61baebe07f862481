import { writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pnpmCommand } from '@recallite/checks/pnpm-command'
import type { WorkspacePackage } from '@recallite/checks/workspace'
import { run } from './run.ts'

/** Clones the last commit of a repository into a new folder, with the dependencies of its lockfile. */
export async function makeClone(repository: string, clone: string): Promise<void> {
  await run(['git', 'clone', '--quiet', repository, clone], { cwd: repository })
  // Skips the only script, which would download Node again.
  await runPnpm(clone, ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'])
}

export async function version(clone: string): Promise<void> {
  await runPnpm(clone, ['run', 'release:version'])
}

/** Builds packages and their dependencies in this workspace. Reuses turbo's builds of the same files in the repository. */
export async function build(
  repository: string,
  clone: string,
  packages: readonly WorkspacePackage[],
): Promise<void> {
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`)
  const cache = `--cache-dir=${join(repository, '.turbo/cache')}`
  await runPnpm(clone, ['exec', 'turbo', 'run', 'build', ...filters, cache, '--output-logs=errors-only'])
}

/** Packs and publishes all packages with the commands of a release. These do not accept names, so this includes packages that are not built. */
export async function publish(clone: string, registry: string): Promise<void> {
  // The registry accepts packages from anyone, but npm requires a token.
  const token = `${registry.replace(/^http:/u, '')}:_authToken=none`
  // Overrides variables of the parent process, which take precedence over files.
  const settings = { npm_config_userconfig: join(clone, '.npmrc'), npm_config_registry: registry }
  writeFileSync(settings.npm_config_userconfig, `registry=${registry}\n${token}\n`)
  await runPnpm(clone, ['exec', 'changeset', 'pack', '--out-dir', 'release'], settings)
  await runPnpm(clone, ['run', 'release:publish'], settings)
}

/** Runs pnpm with the current Node first on the PATH. */
function runPnpm(cwd: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // npm reads variables in lower and upper case.
  const inherited = Object.entries(process.env).filter(([name]) => !(name.toLowerCase() in settings))
  const env = { ...Object.fromEntries(inherited), PATH: path, TURBO_TELEMETRY_DISABLED: '1', ...settings }
  return run([...pnpmCommand(), ...args], { cwd, env })
}
