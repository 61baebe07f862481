// Runs tests with another Node: `pnpm test:on-node VERSION [PATH…]`. VERSION is `22.14.0` or `26`.
import { execFileSync, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpmCommand } from './pnpm-command.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Without tools/checks, whose tests do not depend on the Node version. */
const everyTest = ['packages', 'apps', 'examples']

/**
 * The executable of a Node version from the package `node`. It is stored in the clone, because tests that run programs as
 * another user cannot read this user's home.
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
  process.stderr.write('The Node version is missing. Run: pnpm test:on-node 22.14.0 [PATH…]\n')
  process.exit(2)
}
const node = nodeOf(version)
const running = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
if (!`${running}.`.startsWith(`v${version}.`))
  throw new Error(`The package node@${version} contains Node ${running}`)
process.stderr.write(`Node ${running}\n`)
// Tests start programs as `node`, which must be this version too.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const tests = paths.length > 0 ? paths : everyTest
const { status } = spawnSync(node, [vitest, 'run', ...tests], { env, stdio: 'inherit' })
process.exitCode = status ?? 1
