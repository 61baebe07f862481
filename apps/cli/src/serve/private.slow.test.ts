import { chmodSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { canBeOthers, otherUser } from '../__fixtures__/other-user.js'
import { canMakeDisks, smallDisk } from '../__fixtures__/small-disk.js'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startHttp } from '../mcp/__fixtures__/served-memory.js'
import { residentFiles } from './resident-files.js'
import { tokenFile } from './gate.js'

vi.setConfig({ testTimeout: 120_000 })

const other = otherUser()

const files = { 'a.md': '# A\n\nThe zeppelin flies.\n' }

describe.skipIf(process.platform === 'win32')('a resident program is private to its user', () => {
  it('through the modes of its files, and without its token in messages', async () => {
    const workspace = await indexedWorkspace(files)
    const { said, url, child } = await startHttp(workspace)
    const found = residentFiles(workspace.folder, workspace.database)
    const token = readFileSync(tokenFile(workspace.folder), 'utf8').trim()
    const modes = [found?.endpoint ?? '', tokenFile(workspace.folder), found?.folder ?? ''].map(
      (path) => statSync(path).mode & 0o777,
    )
    expect(modes).toEqual([0o600, 0o600, 0o700])
    expect(said.stderr + said.stdout).not.toContain(token)
    await fetch(new URL('/v1/search', url), { method: 'POST', headers: { authorization: 'Bearer wrong' } })
    expect(said.stderr + said.stdout).not.toContain(token)
    const known = process.platform === 'linux' ? ['cmdline', 'environ'] : []
    for (const name of known) expect(readFileSync(`/proc/${child.pid}/${name}`, 'utf8')).not.toContain(token)
  })

  it.skipIf(!canBeOthers)('even if another user tries (needs root)', async () => {
    const workspace = await indexedWorkspace(files)
    const { url } = await startHttp(workspace)
    const found = residentFiles(workspace.folder, workspace.database)
    // The folders around the program's folder are open, so only its own permissions count.
    for (const folder of [workspace.folder, dirname(found?.folder ?? '')]) chmodSync(folder, 0o755)
    const read = (path: string) =>
      other.evaluate(
        `try { console.log(require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8')) } catch ({ code }) { console.log(code) }`,
      )
    expect([read(found?.endpoint ?? ''), read(tokenFile(workspace.folder))]).toEqual(['EACCES', 'EACCES'])
    const ask = (path: string) =>
      other.evaluate(
        `fetch(${JSON.stringify(new URL(path, url).href)}).then(async (r) => console.log(r.status, await r.text()))`,
      )
    expect(ask('/v1/health')).toBe('200 {"status":"ok"}')
    expect(ask('/v1/status')).toMatch(/^401 /)
    expect(ask('/mcp')).toMatch(/^401 /)
  })

  it.skipIf(!canMakeDisks)('reports a full disk if its files do not fit', async () => {
    const disk = await smallDisk('16m')
    disk.write('a.md', files['a.md'])
    await disk.run('index', disk.notes, '--provider', 'none')
    disk.fillUp()
    const { exitCode, stderr } = await disk.run('serve', '--port', '0', '--provider', 'none')
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/full/i)])
    disk.makeRoom()
  })
})
