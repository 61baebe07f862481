import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { otherUser } from '../__fixtures__/other-user.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { copyOf, examinedWorkspace, snapshot, type DoctorJson } from './__fixtures__/examined.js'

const isRoot = process.getuid?.() === 0
const { run } = otherUser()

function examinedByOthers(path: string) {
  const folder = dirname(path)
  const args = ['doctor', '--deep', '--json', '--provider', 'none', '--db', path]
  const { stdout, stderr, status } = run({ cwd: folder, home: folder }, args)
  return { report: JSON.parse(stdout) as DoctorJson, stderr, status }
}

describe('A25: a read-only database', () => {
  it.skipIf(process.platform === 'win32').each([
    ['may not be written', 0o444, 'permissions'],
    ['may not be read either', 0o000, 'database', 'permissions'],
  ])('A25: is explained, and not changed: %s', async (_, mode, ...names) => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    const folder = dirname(path)
    chmodSync(path, mode)
    chmodSync(dirname(folder), 0o755)
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    const { report, stderr, status } = examinedByOthers(path)
    expect([schemaErrors('doctor', report), stderr, status]).toEqual([[], '', 1])
    // Only its owner may enter the folder of the notes.
    const failed = report.findings.filter(({ state, name }) => state === 'failed' && name !== 'roots')
    expect(new Set(failed.map(({ name }) => name))).toEqual(new Set(names))
    const fix = isRoot ? `sudo chown "$(id -un)" ${path}` : `chmod u+rw ${path}`
    expect(new Set(failed.map((finding) => finding.fix))).toEqual(new Set([fix]))
    chmodSync(path, 0o600)
    expect(snapshot(folder)).toHaveLength(1)
  })
})
