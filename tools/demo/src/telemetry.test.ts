import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

/** How a script starts turbo: what stands before what turbo is to do. */
const turboStarts = Object.values(scripts).flatMap(
  (script) => /^(.*turbo) (?:run|watch) /u.exec(script)?.[1] ?? [],
)

/** What turbo says where it runs for the first time: nothing of this machine keeps it from telling of its telemetry. */
function firstWords(start: string): string {
  const [, ...args] = start.split(' ')
  const build = ['run', 'build', '--filter=@recallite/tsconfig', '--output-logs=errors-only']
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args, ...build], {
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, expect.stringContaining('Running build')])
  return stdout + stderr
}

describe('the scripts that run turbo', () => {
  it('start it alike, and are the ones that people begin with', () => {
    expect(turboStarts.length).toBeGreaterThan(4)
    expect(new Set(turboStarts).size).toBe(1)
    for (const name of ['build', 'test']) expect(scripts[name]).toMatch(/^node --env-file=\S+ \S+turbo run/)
  })

  it('print nothing about telemetry in an empty home folder, where turbo by itself does', () => {
    const [start = ''] = turboStarts
    expect(firstWords(start.replace(/--env-file=\S+ /u, ''))).toMatch(/telemetry/i)
    expect(firstWords(start)).not.toMatch(/telemetry/i)
  })
})
