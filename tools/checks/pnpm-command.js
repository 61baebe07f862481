import { readFileSync } from 'node:fs'

/**
 * The command for pnpm: the one that runs this script, else the version in package.json.
 * @returns {string[]} the program and its first arguments
 */
export function pnpmCommand() {
  const running = process.env.npm_execpath ?? ''
  if (/pnpm\.c?js$/.test(running)) return [process.execPath, running]
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return ['npx', '--yes', manifest.packageManager]
}
