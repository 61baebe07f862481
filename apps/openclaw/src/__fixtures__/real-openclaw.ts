import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess, sharedFile } from '@recallite/test-kit'

/*
 * An OpenClaw of npm, for tests that are skipped without it: `npm install --ignore-scripts openclaw` anywhere, and the path of
 * its `openclaw.mjs` in RECALLITE_OPENCLAW. Pack the plugin first: `npx pnpm build`, then `npx pnpm pack` in this package.
 */

/** The program; empty if there is none. */
export const openclawProgram =
  process.env['RECALLITE_OPENCLAW'] ?? sharedFile('openclaw/node_modules/openclaw/openclaw.mjs') ?? ''

const home = fileURLToPath(new URL('../..', import.meta.url))
const pack = readdirSync(home).find((name) => name.endsWith('.tgz'))

/** The packed plugin, or undefined. */
export const pluginPack = pack === undefined ? undefined : join(home, pack)

/** Variables that put all files of OpenClaw into one folder. */
export function openclawVariables(folder: string) {
  return {
    HOME: folder,
    OPENCLAW_HOME: folder,
    OPENCLAW_STATE_DIR: join(folder, 'state'),
    OPENCLAW_CONFIG_PATH: join(folder, 'openclaw.json'),
    OPENCLAW_GATEWAY_TOKEN: 'token',
    NO_COLOR: '1',
    // OpenClaw prints nothing in its own tests.
    VITEST: '',
    NODE_ENV: '',
  }
}

/** Runs a command of OpenClaw and returns its output. */
export async function runOpenclaw(folder: string, words: readonly string[]): Promise<string> {
  const how = { cwd: folder, env: openclawVariables(folder) }
  const { exitCode, stdout, stderr } = await runProcess([openclawProgram, ...words], how)
  if (exitCode !== 0) throw new Error(`openclaw ${words.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

/** The package with the driver of PostgreSQL or OpenSearch, which must be built. */
export const driverFolder = (name: string): string =>
  join(home, `../../packages/store/${name === 'PostgreSQL' ? 'postgres' : 'opensearch'}`)
