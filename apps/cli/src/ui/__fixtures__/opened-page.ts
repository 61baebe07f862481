import type { cliWorkspace } from '../../__fixtures__/run-cli.js'
import { startHttp } from '../../mcp/__fixtures__/served-memory.js'

/** A program that serves the memory of a workspace, and a browser session with its page. */
export async function openedPage(workspace: ReturnType<typeof cliWorkspace>, ...flags: readonly string[]) {
  const running = await startHttp(workspace, flags)
  const linkTo = async () => {
    const { stdout, stderr } = await workspace.spawned('ui', '--no-open', '--provider', 'none', ...flags)
    if (stdout === '') throw new Error(stderr)
    return new URL(stdout.trim())
  }
  const link = await linkTo()
  const { headers } = await fetch(link, { redirect: 'manual' })
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  const page = new URL(headers.get('location') ?? '', link)
  const ask = async <Answer>(name: string, body?: object) => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const given = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(new URL(`api/${name}`, page), { ...sent, headers: given })
    return { status: response.status, value: (await response.json()) as Answer }
  }
  return { ...running, linkTo, ask }
}
