import { answerText, startServer } from '@recallite/test-kit'
import { noChromium, usePages } from '@recallite/test-kit/chromium'
import { describe, expect, it, vi } from 'vitest'
import { builtCli, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startProgram } from '../mcp/__fixtures__/served-memory.js'

vi.setConfig({ testTimeout: 120_000 })

async function ui(workspace: Awaited<ReturnType<typeof indexedWorkspace>>, port: string) {
  const args = [builtCli, 'ui', '--no-open', '--db', workspace.database, '--provider', 'none', '--port', port]
  const env = { ...(process.env as Record<string, string>), ...workspace.env }
  const running = startProgram(args, { cwd: workspace.folder, env })
  await expect.poll(() => running.said.stdout, { timeout: 30_000 }).toContain('\n')
  return { ...running, link: running.said.stdout.trim() }
}

/** A page that tries to reach another one, and the requests that its server receives. */
async function startEvil(target: string) {
  const parts = [
    `<script src="${target}app.js"></script><img src="${target}app.css"><iframe src="${target}"></iframe>`,
    `<form method="post" action="${target}api/status" enctype="text/plain"><input name="a"><button>send</button></form>`,
    `<a href="${target}">go</a>`,
  ]
  return startServer(answerText(parts.join(''), { headers: { 'content-type': 'text/html' } }))
}

describe.skipIf(noChromium !== '')(`the page in a browser${noChromium}`, () => {
  const open = usePages()

  it('opens by its link once, is displayed, and talks to its program', async () => {
    const { link } = await ui(await indexedWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' }), '0')
    const { page, trouble } = await open()
    await page.goto(link)
    await page.getByRole('navigation').first().waitFor()
    expect(await page.evaluate(() => fetch('api/status').then(({ status }) => status))).toBe(200)
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    expect(trouble).toEqual([])
    const { page: second } = await open()
    expect((await second.goto(link))?.status()).toBe(403)
    expect((await second.goto(page.url()))?.status()).toBe(403)
    expect(await second.locator('body').innerText()).toContain('recallite ui')
  })

  it('is closed to pages of other origins, and stops working when its program has ended', async () => {
    const workspace = await indexedWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
    const { link, child, ended } = await ui(workspace, '0')
    const { page } = await open()
    await page.goto(link)
    const address = page.url()
    const evil = await startEvil(address)
    const other = await page.context().newPage()
    const statuses: [string, number][] = []
    other.on('response', (response) => {
      if (response.url().startsWith(address))
        statuses.push([response.request().resourceType(), response.status()])
    })
    await other.goto(evil.url)
    const fetched = await other.evaluate(
      (url) => fetch(`${url}api/status`, { credentials: 'include' }).then(String, () => 'failed'),
      address,
    )
    expect(fetched).toBe('failed')
    await other.getByRole('link').click()
    await other.getByText('Other pages cannot').waitFor()
    await other.goto(evil.url)
    await other.getByRole('button').click()
    await other.getByText('REQUEST_FOREIGN').waitFor()
    expect(statuses.length).toBeGreaterThan(2)
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([])
    // All ports of a host share cookies.
    expect(evil.requests.length).toBeGreaterThan(1)
    expect(JSON.stringify(evil.requests)).not.toContain('recallite-ui=')

    child.kill('SIGTERM')
    await ended
    const next = await ui(workspace, new URL(address).port)
    expect((await page.reload())?.status()).toBe(403)
    expect(await page.locator('body').innerText()).toContain('recallite ui')
    await page.goto(next.link)
    await page.getByRole('navigation').first().waitFor()
  })
})
