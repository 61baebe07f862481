import { chmodSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { playServices, runProcess, startServices } from '@recallite/test-kit'
import { accessibilityTrouble, noChromium, screens, usePages } from '@recallite/test-kit/chromium'
import { describe, expect, it, vi } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { settingsWorkspace } from '../settings/__fixtures__/settings-workspace.js'
import { openPageOf } from './__fixtures__/open-page.js'

vi.setConfig({ testTimeout: 120_000 })

const notes = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds, then the token is renewed.\n',
  'cars.md': '# Cars\n\nThe automobile is red and fast.\n',
  'garden.md': '# Garden\n\nTomatoes want sun.\n',
}

/** Notes indexed with a simulated model, whose answers wait until `gate.open` is resolved. */
async function workspaceOfNotes() {
  const gate = { open: Promise.resolve() }
  const answer = playServices()
  const { ollama } = await startServices(async (served, response) => {
    await gate.open
    return answer(served, response)
  })
  const workspace = settingsWorkspace()
  const { cwd, environment, write } = workspace
  workspace.set({ provider: 'ollama', providers: { ollama } })
  const env = { ...(process.env as Record<string, string>), ...environment() }
  for (const [path, text] of Object.entries(notes)) write(`notes/${path}`, text)
  const { exitCode, stderr } = await runProcess([builtCli, 'index', 'notes'], { cwd, env })
  if (exitCode !== 0) throw new Error(stderr)
  return { ...workspace, env, gate }
}

type Page = Awaited<ReturnType<typeof openPageOf>>['page']

const views = { 1: 'search', 5: 'health' }

/** Opens a view with its key. */
async function goBy(page: Page, key: keyof typeof views) {
  // The search box has the focus when the page opens.
  await page.keyboard.press('Escape')
  await page.keyboard.press(String(key))
  await expect.poll(() => page.url()).toContain(`#/${views[key]}`)
}

async function press(page: Page, name: RegExp | string) {
  await page.getByRole('button', { name }).first().focus()
  await page.keyboard.press('Enter')
}

describe(`health in a browser${noChromium}`, { skip: noChromium !== '' }, () => {
  const openPage = usePages()

  it('shows the progress of indexing, polls less often while idle, and not in a hidden tab', async () => {
    const { gate, write, ...workspace } = await workspaceOfNotes()
    const { page, trouble } = await openPageOf(workspace, openPage)
    await goBy(page, 5)
    const main = page.locator('main')
    const requests: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('api/health') && requests.push(request.url())),
    )
    await expect.poll(() => main.textContent()).toContain('Nothing is being indexed.')
    await expect.poll(() => main.textContent()).toContain('3 of 3 texts have a vector')
    expect(await page.getByRole('group', { name: 'Roots' }).textContent()).toMatch(/notes.*notes33/u)
    expect(await main.textContent()).toMatch(/on disk.*database .* MB/u)
    let release = () => {}
    gate.open = new Promise((resolve) => void (release = resolve))
    write('notes/new.md', '# New\n\nA fourth note.\n')
    await expect.poll(() => main.textContent(), { timeout: 30_000 }).toContain('Files are being indexed.')
    await expect.poll(() => main.textContent()).toContain('3 of 4 texts have a vector, 1 pending')
    const progress = page.getByRole('progressbar', { name: /ollama/u })
    expect(await Promise.all(['value', 'max'].map((name) => progress.getAttribute(name)))).toEqual(['3', '4'])
    const before = requests.length
    await expect.poll(() => requests.length, { timeout: 5000 }).toBeGreaterThan(before + 1)
    release()
    await expect.poll(() => main.textContent(), { timeout: 10_000 }).toContain('4 of 4 texts have a vector')
    await expect.poll(() => main.textContent(), { timeout: 10_000 }).toContain('Nothing is being indexed.')
    await page.clock.install()
    const answered = page.waitForResponse(/api\/health/u)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await answered
    const idle = requests.length
    await page.clock.runFor(5000)
    expect(requests.length).toBe(idle)
    await page.clock.runFor(10_000)
    await expect.poll(() => requests.length).toBeGreaterThan(idle)
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })`)
    const seen = requests.length
    await page.clock.runFor(12_000)
    expect(requests.length).toBe(seen)
    await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`)
    await expect.poll(() => requests.length).toBe(seen + 1)
    await goBy(page, 1)
    await page.clock.runFor(11_000)
    expect(requests.length).toBe(seen + 1)
    expect(trouble).toEqual([])
  })

  it('shows the findings of the doctor, with commands that fix them, on three widths in both colour schemes', async () => {
    const { gate: _, ...workspace } = await workspaceOfNotes()
    chmodSync(join(workspace.home, '.recallite'), 0o777)
    const { page, trouble } = await openPageOf(workspace, openPage)
    await goBy(page, 5)
    const doctor = page.getByRole('region', { name: 'Doctor' })
    await expect.poll(() => doctor.textContent()).toContain(`chmod o-w ${join(workspace.home, '.recallite')}`)
    expect(await doctor.textContent()).not.toContain('roots remove')
    renameSync(join(workspace.cwd, 'notes'), join(workspace.cwd, 'elsewhere'))
    await press(page, 'Examine everything')
    await expect
      .poll(() => doctor.textContent(), { timeout: 20_000 })
      .toMatch(/FAILED roots.*why.*fixrecallite roots remove notes/u)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'Copy recallite roots remove notes')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('recallite roots remove notes')
    for (const { viewport, colorScheme } of screens) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const about = JSON.stringify({ viewport, colorScheme })
      expect(await accessibilityTrouble(page), about).toEqual([])
      const { width } = viewport
      expect(await page.evaluate('document.documentElement.scrollWidth'), about).toBeLessThanOrEqual(width)
    }
    expect(trouble).toEqual([])
  })
})
