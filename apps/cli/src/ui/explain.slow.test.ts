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

const candidates = (page: Page) => page.getByRole('region', { name: 'Candidates' }).locator('tr[data-row]')

/** The locators of the results, without the candidates that are not shown. */
const shown = (page: Page) => candidates(page).filter({ hasNotText: /^–/u }).locator('small').allInnerTexts()

const locatorsOf = ({ results }: Pick<SearchReport['answer'], 'results'>) =>
  results.map(({ root, path, startLine, endLine }) => `${root}:${path}:${startLine}-${endLine}`)

async function search(page: Page, query: string) {
  if (!page.url().includes('#/explain')) await page.evaluate(`location.hash = '#/explain'`)
  await page.getByRole('heading', { name: 'Explain a ranking' }).waitFor()
  const box = page.getByRole('searchbox', { name: 'Query' })
  await box.fill(query)
  const answered = page.waitForResponse(/\/api\/explain$/u)
  await box.press('Enter')
  await answered
  await candidates(page).first().waitFor()
}

async function set(page: Page, name: string, value: string) {
  await page.getByLabel(name).fill(value)
  await page.getByLabel(name).press('Enter')
}

/** The products of the selected candidate, then their sum. */
const productsOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Details' })
    .locator('td:last-child data')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('value'))))

describe(`an explained ranking in a browser${noChromium}`, { skip: noChromium !== '' }, () => {
  const openPage = usePages()

  it('ranks as search --json does with the same settings, and its scores add up', async () => {
    const workspace = await workspaceOf(corpus)
    const { page, trouble } = await openPageOf(workspace, openPage)
    const token = readFileSync(join(workspace.home, '.recallite/serve/token'), 'utf8').trim()
    const address = new URL(page.url()).origin
    const report = async (query: string, fusion?: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ query, fusion })
      const response = await fetch(`${address}/v1/search`, { method: 'POST', headers, body })
      return ((await response.json()) as SearchReport).answer
    }
    for (const query of queries.filter((_, index) => index % 90 === 0)) {
      await search(page, query)
      for (const fusion of strategyNames()) {
        const answered = page.waitForResponse(/\/api\/explain$/u)
        await page.getByRole('combobox', { name: 'Strategy' }).selectOption(fusion)
        await answered
        const answer = await report(query, fusion)
        await expect.poll(() => shown(page), { message: `${query} by ${fusion}` }).toEqual(locatorsOf(answer))
        if (answer.results.length === 0) continue
        await candidates(page).first().click()
        // The contributions of both retrievers may be added in another order.
        const [wanted = NaN] = answer.results.map(({ fusedScore }) => fusedScore)
        await expect.poll(async () => (await productsOf(page)).pop()).toBeCloseTo(wanted, 12)
        const products = await productsOf(page)
        const score = products.pop() ?? NaN
        expect(Math.abs(products.reduce((sum, value) => sum + value, 0) - score)).toBeLessThan(1e-9)
      }
    }
    const query = 'gateway certificate lifetime and renewal day'
    await page.getByRole('combobox', { name: 'Strategy' }).selectOption('')
    await search(page, query)
    const before = locatorsOf(await report(query))
    await expect.poll(() => shown(page)).toEqual(before)
    await set(page, 'Vector weight', '0')
    await set(page, 'Threshold', '0.02')
    await set(page, 'Limit', '4')
    await expect.poll(() => shown(page)).toHaveLength(4)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as flags' }).click()
    const flags = '--vector-weight 0 --threshold 0.02 --limit 4'
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(flags)
    const searched = await workspace.run('search', query, ...flags.split(' '), '--json')
    expect(await shown(page)).toEqual(locatorsOf(JSON.parse(searched.stdout) as SearchReport['answer']))
    await set(page, 'Threshold', '1')
    await page.getByText('Nothing in this memory is likely to answer this').waitFor()
    expect(await page.getByText('no result of its kind reaches').count()).toBeGreaterThan(3)
    for (const name of ['Vector weight', 'Threshold', 'Limit']) await set(page, name, '')
    await expect.poll(() => shown(page)).toEqual(before)
    expect(trouble).toEqual([])
  })

  it('shows omitted candidates, filters, and hostile, right-to-left and Chinese text', async () => {
    const { page, trouble } = await openPageOf(await workspaceOf(small), openPage)
    await search(page, 'when is the token renewed')
    for (const name of ['keyword', 'vector'])
      expect(await page.getByRole('columnheader', { name }).count()).toBe(1)
    // Of two texts that say the same one is shown.
    await page
      .getByText(/duplicate of notes:(?:long|copy)\.md/u)
      .first()
      .waitFor()
    await page.evaluate(`location.hash += '&path=cjk.md'`)
    await expect.poll(() => candidates(page).count()).toBe(1)
    await page.getByRole('button', { name: 'path: cjk.md' }).click()
    await expect.poll(() => candidates(page).count()).toBeGreaterThan(1)
    await search(page, 'token')
    const details = page.getByRole('region', { name: 'Details' })
    for (const [name, text] of [
      [/Hostile/u, '<script>alert(2)</script>'],
      [/数据库迁移/u, '令牌'],
      [/רשת/u, 'אסימון הגישה'],
    ] as const) {
      await candidates(page).filter({ hasText: name }).first().click()
      await expect.poll(() => details.textContent()).toContain(text)
      await expect.poll(() => page.evaluate(`String([...CSS.highlights.get('query')][0])`)).toBe('token')
    }
    expect(await details.locator('h2:dir(rtl)').count()).toBe(1)
    expect(await page.locator('main img, main script, a[href^=javascript]').count()).toBe(0)
    await page.evaluate(`location.hash += '&since=never'`)
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/not a date/u)
    expect(trouble.filter((each) => !each.includes('400'))).toEqual([])
  })

  it('works with only the keyboard, fits three widths in both colour schemes, and axe finds no problem', async () => {
    const { page, trouble } = await openPageOf(await workspaceOf(small), openPage)
    await page.keyboard.press('Escape')
    await page.keyboard.press('4')
    await page.getByRole('heading', { name: 'Explain a ranking' }).waitFor()
    await page.keyboard.type('token')
    await page.keyboard.press('Enter')
    await candidates(page).first().waitFor()
    await page.getByRole('heading', { name: 'Explain a ranking' }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    const second = candidates(page).nth(1)
    await expect.poll(() => second.evaluate((row) => row.matches(':focus'))).toBe(true)
    await page.keyboard.press('Enter')
    const locator = await second.locator('small').innerText()
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: locator }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await set(page, 'Limit', '2')
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

  it('shows a retriever that the settings add: its ranks and contribution', async () => {
    const { set: setTo, env, cwd } = await workspaceOf(small)
    const module = join(import.meta.dirname, '../../../../examples/custom-retriever/by-file-name.js')
    setTo({ provider: 'none', retrievers: [module] })
    const { page } = await openPageOf({ cwd, env }, openPage)
    await search(page, 'long auth')
    expect(await page.getByRole('columnheader', { name: 'file-name' }).count()).toBe(1)
    await candidates(page).filter({ hasText: 'long.md' }).first().click()
    const details = page.getByRole('region', { name: 'Details' })
    await expect.poll(() => details.textContent()).toMatch(/file-name\d/u)
  })
})
