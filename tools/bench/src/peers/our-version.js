import { spawnSync } from 'node:child_process'

/** What of ours is measured: the commit of the checkout, where git knows it. */
export function ourVersion() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: new URL('.', import.meta.url),
    encoding: 'utf8',
  })
  return stdout ? `commit ${stdout.trim()}` : 'this checkout'
}
