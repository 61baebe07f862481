import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtCli, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startHttp, startProgram } from '../mcp/__fixtures__/served-memory.js'

const files = { 'a.md': '# A\n\nThe zeppelin flies.\n' }

/** Opens a printed link; returns the page and the program's answer to `api/status`. */
async function openLink(stdout: string) {
  const link = new URL(stdout.trim())
  const { status, headers } = await fetch(link, { redirect: 'manual' })
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  const page = new URL(headers.get('location') ?? '', link)
  const ask = (path: string) => fetch(new URL(path, page), { headers: { cookie } })
  const asked = (await (await ask('api/status')).json()) as { resident: { pid: number }; documents: number }
  return { status, port: link.port, html: await (await ask('.')).text(), pid: asked.resident.pid, ask }
}

describe('recallite ui', () => {
  it('prints a new link of the program that already serves the memory each time', async () => {
    const workspace = await indexedWorkspace(files)
    const { child, url } = await startHttp(workspace)
    const ui = () => workspace.spawned('ui', '--no-open', '--provider', 'none')
    const [one, two] = [await ui(), await ui()]
    for (const { exitCode, stdout, stderr } of [one, two]) {
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining('once, within five minutes')])
      expect(await openLink(stdout)).toMatchObject({ status: 303, port: url.port, pid: child.pid })
    }
    expect(one.stdout).not.toBe(two.stdout)
    const other = await workspace.spawned('ui', '--no-open', '--provider', 'none', '--offline')
    expect([other.exitCode, other.stdout, other.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/not used: it runs with other settings or flags\.\n.*SERVE_RUNNING/u),
    ])
  })

  it.skipIf(process.platform === 'win32')(
    'serves the memory itself if no program does, even if the default port is in use, and stops on request',
    async () => {
      const taken = createServer().listen(7787, '127.0.0.1')
      onTestFinished(() => void taken.close())
      // Another program may already use this port.
      await Promise.race([once(taken, 'listening'), once(taken, 'error')]).catch(() => undefined)
      const workspace = await indexedWorkspace(files)
      const { folder, database, env } = workspace
      const args = [builtCli, 'ui', '--no-open', '--db', database, '--provider', 'none']
      const variables = { ...(process.env as Record<string, string>), ...env }
      const { child, said, ended } = startProgram(args, { cwd: folder, env: variables })
      await expect.poll(() => said.stdout, { timeout: 30_000 }).toContain('\n')
      const { status, port, html, pid } = await openLink(said.stdout)
      expect([status, port === '7787', pid]).toEqual([303, false, child.pid])
      expect(html).toContain('app.js')
      const searched = await workspace.spawned('search', 'zeppelin', '--provider', 'none', '--explain')
      expect(searched.stderr).toContain(`the resident program, process ${child.pid}`)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    },
  )
})
