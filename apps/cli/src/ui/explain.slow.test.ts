import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchReport } from '@recallite/core'
import { strategyNames } from '@recallite/fusion'
import { runProcess, startServices } from '@recallite/test-kit'
import { accessibilityTrouble, noChromium, screens, usePages } from '@recallite/test-kit/chromium'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { settingsWorkspace } from '../settings/__fixtures__/settings-workspace.js'
import { openPageOf } from './__fixtures__/open-page.js'

const suite = join(import.meta.dirname, '../../../eval/suites/memory')
const corpus = join(suite, 'corpus')
const queries = readFileSync(join(suite, 'queries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly text: string }).text)

/** A folder of notes, indexed with a simulated model, and the built program in it. */
async function workspaceOf(notes: string | Readonly<Record<string, string>>) {
  const { ollama } = await startServices()
  const workspace = settingsWorkspace()
  const { cwd, environment, write } = workspace
  workspace.set({ provider: 'ollama', providers: { ollama } })
  const env = { ...(process.env as Record<string, string>), ...environment() }
  const run = (...args: string[]) => runProcess([builtCli, ...args], { cwd, env })
  if (typeof notes !== 'string')
    for (const [path, text] of Object.entries(notes)) write(`notes/${path}`, text)
  const { exitCode, stderr } = await run('index', typeof notes === 'string' ? notes : 'notes')
  if (exitCode !== 0) throw new Error(stderr)
  return { ...workspace, env, run }
}

const hostile =
  '<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3)) \u001B[31mred\u0007'

const small = {
  'auth.md': '# Auth\n\n## Tokens\n\nSessions end after 900 seconds, then the token is renewed.\n',
  'cars.md': '# Cars\n\nThe automobile is red and fast.\n',
  'hostile.md': `# Hostile ${hostile}\n\nA token of ${hostile} is here.\n`,
  'rtl.md': '# רשת\n\nאסימון הגישה token פג אחרי שעה.\n',
  'long.md': `# Long\n\n${'Every token of the gateway is renewed on the first Monday of a month by whoever is on call. '.repeat(3)}\n`,
  'copy.md': `# Copy\n\n${'Every token of the gateway is renewed on the first Monday of a month by whoever is on call. '.repeat(3)}\n`,
  'cjk.md': '# 数据库迁移\n\n令牌 token 在一小时后过期。\n',
}

type Page = Awaited<ReturnType<typeof openPageOf>>['page']

const summary = (page: Page) => page.locator('.summary [role=status]')

const shownIds = (page: Page) =>
  page
    .getByRole('region', { name: 'Fused' })
    .locator('li:not(.held) button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-item')))

async function search(page: Page, query: string) {
  if (!page.url().includes('#/explain')) await page.evaluate(`location.hash = '#/explain'`)
  await page.getByRole('heading', { name: 'Explain a ranking' }).waitFor()
  const box = page.getByRole('searchbox', { name: 'Query' })
  await box.fill(query)
  const answered = page.waitForResponse(/\/api\/candidates$/u)
  await box.press('Enter')
  await answered
  await summary(page).waitFor()
}

const slider = (page: Page, name: RegExp) => page.getByRole('slider', { name })

describe(`an explained ranking in a browser${noChromium}`, { skip: noChromium !== '' }, () => {
  const openPage = usePages()

  it('ranks as search --json does, by each strategy, and its scores add up', async () => {
    const workspace = await workspaceOf(corpus)
    const { page, trouble } = await openPageOf(workspace, openPage)
    const token = readFileSync(join(workspace.home, '.recallite/serve/token'), 'utf8').trim()
    const address = new URL(page.url()).origin
    const report = async (query: string, fusion: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ query, fusion })
      const response = await fetch(`${address}/v1/search`, { method: 'POST', headers, body })
      return ((await response.json()) as SearchReport).answer
    }
    for (const query of queries.filter((_, index) => index % 25 === 0)) {
      await search(page, query)
      for (const fusion of strategyNames()) {
        await page.getByRole('combobox', { name: 'Strategy' }).selectOption(fusion)
        const { results } = await report(query, fusion)
        await expect
          .poll(() => shownIds(page), { message: `${query} by ${fusion}` })
          .toEqual(results.map(({ id }) => id))
        if (results.length === 0) continue
        await page.getByRole('region', { name: 'Fused' }).getByRole('button').first().click()
        const sums = page.getByRole('region', { name: 'Details' })
        const products = await sums
          .locator('td:last-child data')
          .evaluateAll((all) => all.map((each) => Number(each.getAttribute('value'))))
        const score = products.pop() ?? NaN
        expect(Math.abs(products.reduce((sum, value) => sum + value, 0) - score)).toBeLessThan(1e-9)
        // The contributions of both retrievers may be added in another order.
        expect(score).toBeCloseTo(results[0]?.fusedScore ?? NaN, 12)
      }
    }
    expect(trouble).toEqual([])
  })

  it('reorders results as sliders move, without a request, and shows the settings as flags or in a file', async () => {
    const workspace = await workspaceOf(corpus)
    const { page, trouble } = await openPageOf(workspace, openPage)
    await search(page, 'gateway certificate lifetime and renewal day')
    const before = await shownIds(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await slider(page, /Vector weight/u).fill('0')
    await slider(page, /Limit/u).fill('4')
    await slider(page, /Threshold/u).fill('0.02')
    await expect.poll(() => shownIds(page)).toHaveLength(4)
    expect(asked).toEqual([])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as flags' }).click()
    const flags = '--fusion calibrated --vector-weight 0 --limit 4 --threshold 0.02'
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await expect.poll(copied).toBe(flags)
    const query = 'gateway certificate lifetime and renewal day'
    const searched = await workspace.run('search', query, ...flags.split(' '), '--json')
    const { results } = JSON.parse(searched.stdout) as SearchReport['answer']
    expect(await shownIds(page)).toEqual(results.map(({ id }) => id))
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => shownIds(page)).toEqual(before)
    await slider(page, /Vector weight/u).fill('0')
    await slider(page, /Limit/u).fill('4')
    await slider(page, /Threshold/u).fill('0.02')
    await page.getByRole('button', { name: 'Save' }).click()
    const said = page.locator('.settings output[aria-live]')
    await expect.poll(() => said.textContent()).toContain(workspace.userFile)
    const saved = await workspace.run('search', query, '--in-process', '--json')
    const kept = (JSON.parse(saved.stdout) as SearchReport['answer']).results.map(({ id }) => id)
    expect(kept).toHaveLength(4)
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => shownIds(page)).toEqual(kept)
    await slider(page, /Threshold/u).fill('1')
    await expect.poll(() => summary(page).textContent()).toMatch(/No results.*withheld/u)
    expect(await page.getByText('no result of its kind reaches').count()).toBeGreaterThan(3)
    expect(trouble).toEqual([])
  })

  it('filters by fields, and explains why a document is missing', async () => {
    const { page, trouble } = await openPageOf(await workspaceOf(small), openPage)
    await search(page, 'when is the token renewed')
    for (const name of ['Keyword', 'Vector', 'Fused'])
      expect(await page.getByRole('region', { name }).getByRole('button').count()).toBeGreaterThan(1)
    // Of two texts that say the same one is shown.
    await expect
      .poll(() => page.getByText(/duplicate of notes:(?:long|copy)\.md/u).count())
      .toBeGreaterThan(0)
    await page.getByLabel('Why is a document missing?').fill('notes:cars.md:1-3')
    await page.getByRole('button', { name: 'Why' }).click()
    await expect.poll(() => page.locator('.why output').textContent()).toMatch(/cars\.md/u)
    await page.evaluate(`location.hash += '&path=cjk.md'`)
    await expect.poll(() => page.getByRole('region', { name: 'Fused' }).getByRole('button').count()).toBe(1)
    await page.getByRole('button', { name: 'path: cjk.md' }).click()
    await expect
      .poll(() => page.getByRole('region', { name: 'Fused' }).getByRole('button').count())
      .toBeGreaterThan(1)
    await page.evaluate(`location.hash += '&since=never'`)
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/not a date/u)
    expect(trouble.filter((each) => !each.includes('400'))).toEqual([])
  })

  it('shows hostile, right-to-left and Chinese text as text', async () => {
    const { page, trouble } = await openPageOf(await workspaceOf(small), openPage)
    await search(page, 'token')
    const list = page.getByRole('region', { name: 'Fused' })
    const details = page.getByRole('region', { name: 'Details' })
    for (const [name, text] of [
      [/Hostile/u, '<script>alert(2)</script>'],
      [/רשת/u, 'אסימון הגישה'],
      [/数据库迁移/u, '令牌'],
    ] as const) {
      await list.getByRole('button', { name }).click()
      await expect.poll(() => details.textContent()).toContain(text)
      await expect.poll(() => details.locator('mark').first().textContent()).toBe('token')
    }
    expect(await page.locator('main img, main script, a[href^=javascript]').count()).toBe(0)
    await list.getByRole('button', { name: /רשת/u }).click()
    await expect.poll(() => details.locator('h2:dir(rtl)').count()).toBe(1)
    expect(trouble).toEqual([])
  })

  it('works with only the keyboard', async () => {
    const { page, trouble } = await openPageOf(await workspaceOf(small), openPage)
    await page.keyboard.press('4')
    await expect.poll(() => page.url()).toMatch(/#\/explain$/u)
    await page.getByRole('heading', { name: 'Explain a ranking' }).waitFor()
    await page.keyboard.press('/')
    await expect
      .poll(() => page.getByRole('searchbox', { name: 'Query' }).evaluate((box) => box.matches(':focus')))
      .toBe(true)
    await page.keyboard.type('token')
    await page.keyboard.press('Enter')
    await summary(page).waitFor()
    const list = page.getByRole('region', { name: 'Fused' })
    await list.getByRole('button').first().focus()
    await page.keyboard.press('ArrowDown')
    const focused = () => page.locator(':focus').getAttribute('data-item')
    const second = (await shownIds(page))[1]
    expect(await focused()).toBe(second)
    await expect.poll(() => list.locator('[aria-pressed=true]').getAttribute('data-item')).toBe(second)
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('section:has(:focus)').getAttribute('aria-label')).toBe('Keyword')
    expect(await focused()).toBe(second)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(trouble).toEqual([])
  })

  it('fits three widths in both colour schemes, and axe finds no problem', async () => {
    const workspace = await workspaceOf(small)
    for (const screen of screens) {
      const { page, trouble } = await openPageOf(workspace, openPage, screen)
      await search(page, 'token')
      await slider(page, /Limit/u).fill('2')
      const about = JSON.stringify(screen)
      expect(await accessibilityTrouble(page), about).toEqual([])
      const { width } = screen.viewport
      expect(await page.evaluate('document.documentElement.scrollWidth'), about).toBeLessThanOrEqual(width)
      expect(trouble, about).toEqual([])
    }
  })

  it('shows a retriever that the settings add: its list, weight and contribution', async () => {
    const { set, env, cwd } = await workspaceOf(small)
    const module = join(import.meta.dirname, '../../../../examples/custom-retriever/by-file-name.js')
    set({ provider: 'none', retrievers: [module] })
    const { page } = await openPageOf({ cwd, env }, openPage)
    await search(page, 'long auth')
    const list = page.getByRole('region', { name: 'File-name' })
    await expect.poll(() => list.locator('button').count()).toBe(2)
    await list.locator('button').first().click()
    const details = page.getByRole('region', { name: 'Details' })
    await expect.poll(() => details.textContent()).toContain('file-name')
    await expect.poll(() => slider(page, /Weight of file-name/u).inputValue()).toBe('0.1')
    await slider(page, /Weight of file-name/u).fill('0')
    await expect.poll(() => summary(page).textContent()).toContain('result')
  })
})
