/*
 * `pnpm plugin`: checks the plugin folder of the built program, with its server and hooks, then creates and checks the bundle
 * release/recallite-VERSION-PLATFORM-ARCH.mcpb, except with `--no-bundle`.
 * Exit status: 0 passed, 1 failed.
 */
import { fileURLToPath } from 'node:url'
import { readTypeScript } from './src/read-typescript.ts'

readTypeScript()
const { checkPlugin } = await import('./src/plugin-folder.ts')
const { makeBundle } = await import('./src/bundle.ts')

const program = fileURLToPath(new URL('../../apps/cli/', import.meta.url))
const release = fileURLToPath(new URL('../../release/', import.meta.url))

try {
  for (const line of await checkPlugin(program)) say(line)
  if (!process.argv.includes('--no-bundle')) say(await makeBundle(program, release))
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}
