// Runs tests with another Node: `pnpm test:on-node VERSION [PATH…]`. VERSION is `22.14.0` or `26`.
import { execFileSync, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpmCommand } from './pnpm-command.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The tests of the repository in tools/checks do not depend on the Node version. */
const everyTest = ['packages', 'apps', 'examples']

/**
 * The executable of a Node version from the package `node`. It is stored in the clone, since tests that run programs as
 * another user cannot reach it in this user's home.
 * @param {string} version
 * @returns {string}
 */
function nodeOf(version) {
  const [program = '', ...pnpm] = pnpmCommand()
  const cache = join(root, 'node_modules/.cache/nodes')
  const dlx = [
    '--silent',
    `--config.cache-dir=${cache}`,
    '--allow-build=node',
    `--package=node@${version}`,
    'dlx',
    'node',
  ]
  const output = execFileSync(program, [...pnpm, ...dlx, '-p', 'process.execPath'], { encoding: 'utf8' })
  return output.trim().split('\n').at(-1) ?? ''
}

const [version = '', ...paths] = process.argv.slice(2)
if (!/^\d+(\.\d+\.\d+)?$/.test(version)) {
  process.stderr.write('Name a version of Node: pnpm test:on-node 22.14.0 [PATH…]\n')
  process.exit(2)
}
const node = nodeOf(version)
const running = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
if (!`${running}.`.startsWith(`v${version}.`))
  throw new Error(`The package node@${version} brought ${running}`)
process.stderr.write(`Node ${running}\n`)
// Programs that tests start as `node` must find this one too.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const tests = paths.length > 0 ? paths : everyTest
const { status } = spawnSync(node, [vitest, 'run', ...tests], { env, stdio: 'inherit' })
process.exitCode = status ?? 1
