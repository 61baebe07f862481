import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, runProcess, temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'

/** Relative links to workspace packages point into the clone. */
const copyInto = `
git ls-files -z --cached --others --exclude-standard | tar -cf - --null -T - | tar -xf - -C "$0"
for folder in $(git ls-files '*package.json' | xargs -n 1 dirname); do
  mkdir -p "$folder/node_modules" "$0/$folder/node_modules"
  tar -cf - -C "$folder/node_modules" --exclude './.*' . | tar -xf - -C "$0/$folder/node_modules"
done
ln -s "$PWD/node_modules/.pnpm" "$0/node_modules/.pnpm"`

it('builds what it needs in a fresh clone', async () => {
  const clone = temporaryFolder()
  execFileSync('sh', ['-c', copyInto, clone], { cwd: repositoryRoot })
  expect(existsSync(join(clone, 'apps/cli/dist'))).toBe(false)
  // The installation runs this as the script `prepare`.
  execFileSync(process.execPath, [join(clone, 'packages/store/sqlite/compile-wat.js')])
  const place = { cwd: clone, env: { NO_COLOR: '1', HOME: '/nowhere' } }
  const { exitCode, stdout, stderr } = await runProcess(['tools/demo/demo.js', '--build'], place)
  expect(exitCode, stderr).toBe(0)
  expect(stdout.match(/^1\. /gm)).toHaveLength(3)
})
