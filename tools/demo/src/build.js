import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repository } from './run-recallite.js'

/**
 * Builds what the demo runs: the program, which is bundled from the sources of the packages, and what runs a model, which it loads
 * as a package. To build all packages with their types takes a minute.
 * @param {string | undefined} model a GGUF file
 */
export function build(model) {
  run(['tsup/dist/cli-default.js', '--silent'], 'apps/cli')
  if (model === undefined) return
  const quiet = ['--output-logs=errors-only', '--log-prefix=none']
  run(['turbo/bin/turbo', 'run', 'build', '--filter=@recallite/embeddings-llama...', ...quiet], '.')
}

/** @param {readonly [string, ...string[]]} command a program in `node_modules`, and its arguments @param {string} folder */
function run([program, ...args], folder) {
  const words = [
    `--env-file=${join(repository, 'tools/turbo.env')}`,
    join(repository, 'node_modules', program),
    ...args,
  ]
  const { status } = spawnSync(process.execPath, words, { cwd: join(repository, folder), stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ended with ${status}.`)
}
