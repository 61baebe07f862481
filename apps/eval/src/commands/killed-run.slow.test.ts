import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'

const builtEval = join(import.meta.dirname, '../../dist/bin.js')

describe('a run that is killed', () => {
  it('is continued by the next one, despite the locks it held', { timeout: 300_000 }, async () => {
    const folder = temporaryFolder()
    const out = join(folder, 'run.jsonl')
    const args = ['run', 'memory', '--provider', 'none', '--work', join(folder, 'work'), '--out', out]
    const locks = [`${out}.lock`, join(folder, 'work', 'memory.lock')]
    const child = spawn(process.execPath, [builtEval, ...args], { stdio: 'ignore' })
    const closed = once(child, 'close')
    await expect.poll(() => locks.every(existsSync), { timeout: 60_000, interval: 2 }).toBe(true)
    child.kill('SIGKILL')
    await closed
    expect(locks.map(existsSync)).toEqual([true, true])

    const next = await runProcess([builtEval, ...args])
    expect([next.exitCode, next.stderr]).toEqual([0, expect.stringContaining('The run is stored in')])
    expect(readdirSync(folder).filter((name) => /lock|stale/u.test(name))).toEqual([])
    expect(locks.map(existsSync)).toEqual([false, false])
  })
})
